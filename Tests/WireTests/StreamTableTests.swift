import Testing

@testable import Wire

@Suite struct StreamTableTests {
  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func doesWhatADictionaryDoes(seed: UInt64) {
    var random = Seeded(seed)
    var table = StreamTable<UInt64>()
    var model: [UInt32: UInt64] = [:]
    let spread = [1, 2, 16, 1 << 16][random.below(4)]
    for _ in 0..<4_000 {
      let stream = UInt32(1 + random.below(random.below(2) == 0 ? 40 : 3_000) * spread)
      switch random.below(5) {
      case 0, 1:
        if model[stream] == nil {
          let value = random.next()
          table.insert(value, for: stream)
          model[stream] = value
        }
      case 2, 3:
        let removed = table.remove(stream)
        #expect(removed == model.removeValue(forKey: stream), "seed \(seed)")
      default:
        let value = table.pointer(to: stream)?.pointee
        #expect(value == model[stream], "seed \(seed)")
      }
      let count = table.count
      #expect(count == model.count, "seed \(seed)")
    }
    var visited: [UInt32: UInt64] = [:]
    table.visit { visited[$0] = $1.pointee }
    #expect(visited == model, "seed \(seed)")
    while let (stream, value) = table.removeAny() {
      #expect(model.removeValue(forKey: stream) == value, "seed \(seed)")
    }
    #expect(model.isEmpty, "seed \(seed)")
  }

  @Test func givesItsMemoryBack() {
    var table = StreamTable<Int>()
    for stream in 1...4_000 as ClosedRange<UInt32> { table.insert(0, for: stream) }
    for stream in 1...4_000 as ClosedRange<UInt32> { table.remove(stream) }
    let mask = table.mask
    #expect(mask == 15)
  }

  @Test func releasesWhatItHolds() {
    final class Witness {
      let count: UnsafeMutablePointer<Int>
      init(_ count: UnsafeMutablePointer<Int>) {
        self.count = count
        count.pointee += 1
      }
      deinit { count.pointee -= 1 }
    }
    let alive = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    alive.initialize(to: 0)
    defer { alive.deallocate() }
    do {
      var table = StreamTable<Witness>()
      for stream in 1...100 as ClosedRange<UInt32> { table.insert(Witness(alive), for: stream) }
      for stream in stride(from: 1, through: 100, by: 3) { table.remove(UInt32(stream)) }
      #expect(alive.pointee == 66)
    }
    #expect(alive.pointee == 0)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func deadlinesComeInTheirOrder(seed: UInt64) {
    var random = Seeded(seed)
    var queue = DeadlineQueue()
    var model: [UInt32: UInt64] = [:]
    for stream in 1...500 as ClosedRange<UInt32> {
      let deadline = UInt64(random.below(10_000))
      queue.add(stream, deadline: .ms(deadline))
      model[stream] = deadline
      if random.below(100) == 0 {
        model = model.filter { _ in random.below(2) == 0 }
        queue.compact { model[$0] != nil }
        #expect(queue.count == model.count, "seed \(seed)")
      }
    }
    for now in stride(from: 0, through: 10_000, by: 100) as StrideThrough<UInt64> {
      var last: UInt64 = 0
      while let stream = queue.popExpired(at: .ms(now)) {
        guard let deadline = model.removeValue(forKey: stream) else {
          Issue.record("a stream that is not there; seed \(seed)")
          return
        }
        #expect(deadline <= now && deadline >= last, "seed \(seed)")
        last = deadline
      }
      #expect(model.values.allSatisfy { $0 > now }, "seed \(seed)")
      #expect(queue.next == (model.values.min().map { .ms($0) } ?? .never), "seed \(seed)")
    }
    #expect(model.isEmpty, "seed \(seed)")
  }

  @Test func methodsAreFoundByTheirNames() {
    let names = (0..<60).map { "arrange.v1.Service\($0 % 7)/Method\($0)" }
    let table = MethodTable(names.enumerated().map { .init($1, $0 % 2 == 0 ? .unary : .serverStream) })
    for (index, name) in names.enumerated() {
      #expect(table.index(of: name) == UInt16(index))
      let kind = name.utf8.withContiguousStorageIfAvailable { table.find(UnsafeRawBufferPointer($0))?.kind }
      #expect(kind == (index % 2 == 0 ? .unary : .serverStream))
      #expect(table.index(of: name + "x") == nil)
      #expect(table.index(of: "x" + name.dropFirst()) == nil)
    }
    #expect(table.index(of: "") == nil)
    #expect(MethodTable([]).index(of: "a/B") == nil)
  }
}
