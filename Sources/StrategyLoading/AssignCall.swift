import COrderingPlugin
import Ordering

/// One request to a library: its C form, the room for the answer, and what is read from that.
struct AssignCall {
  private let strategy: LoadedStrategy
  private let request: KeyRequest
  private let list: any KeyList
  private let seed: UInt64

  /// Whether the request comes with a list; a client that is offline has none.
  let hasList: Bool

  /// How often a library may ask for more room.
  private static let maximumCalls = 4

  /// The room for keys that is offered at first, in bytes: what fits on the stack.
  private static let firstRoom = 960

  /// The room for ranges of rekeys that is offered at first.
  private static let firstRanges = 4

  init(_ strategy: LoadedStrategy, _ request: KeyRequest, in list: any KeyList, seed: UInt64) {
    self.strategy = strategy
    self.request = request
    self.list = list
    self.seed = seed
    let count = list.count
    hasList =
      request.gap <= count && (request.gap > 0) == !request.neighbours.lowerKey.isEmpty
      && (request.gap < count) == !request.neighbours.upperKey.isEmpty
  }

  /// What a library answers to one call.
  private enum Reply {
    case answer(KeyAssignment, Room)
    case needsRoom(Room)
    case error(OrderingError)
  }

  /// The sizes of the buffers of an answer.
  private struct Room: Hashable {
    /// In bytes.
    var keys: UInt64
    /// In ranges.
    var rekeys: UInt64
  }

  /// The room beyond which no answer can be right.
  private var maximumRoom: Room {
    let elements = hasList ? UInt64(list.count) : 0
    let (bytes, overflow) = (UInt64(request.count) + elements)
      .multipliedReportingOverflow(by: UInt64(OrderKey.maximumLength + 1))
    return Room(keys: overflow ? .max : bytes, rekeys: elements)
  }

  /// Asks, with as much room as it takes.
  func answer() throws(OrderingError) -> KeyAssignment {
    guard request.count <= Int(ARRANGE_ORDERING_MOST_KEYS) else {
      throw .strategyFailed(
        "‘\(strategy.name)’ makes at most \(ARRANGE_ORDERING_MOST_KEYS) keys at a time; ask for them in parts"
      )
    }
    var room = Room(keys: UInt64(AssignCall.firstRoom), rekeys: UInt64(AssignCall.firstRanges))
    // A bulk request gets about as much room as short keys take.
    if request.count > 32 { room.keys = UInt64(request.count) * 16 }
    for _ in 0..<AssignCall.maximumCalls {
      switch ask(room) {
      case .answer(let answer, _): return answer
      case .error(let error): throw error
      case .needsRoom(let needed):
        guard needed.keys > room.keys || needed.rekeys > room.rekeys else {
          throw strategy.broke("asks for more room than \(room.keys) bytes, but needs \(needed.keys)")
        }
        guard needed.keys <= maximumRoom.keys, needed.rekeys <= maximumRoom.rekeys else {
          throw strategy.broke(
            "asks for room for \(needed.keys) bytes and \(needed.rekeys) rekeys, which is too much"
          )
        }
        room = Room(keys: max(room.keys, needed.keys), rekeys: max(room.rekeys, needed.rekeys))
      }
    }
    throw strategy.broke("repeatedly asks for more room")
  }

  /// Asks with too little room, with one byte too little, with just enough, and then as ``answer()`` does:
  /// with the room that is available, usually more than needed. Checks that nothing is written beyond the
  /// buffer and that the answer is always the same.
  func answerOnTrial() throws(OrderingError) -> KeyAssignment {
    let needed: Room
    let first = ask(Room(keys: 0, rekeys: 0))
    guard 1...Int(ARRANGE_ORDERING_MOST_KEYS) ~= request.count else {
      if case .error(let error) = first { throw error }
      throw strategy.broke("does not refuse a request for \(request.count) keys")
    }
    switch first {
    case .answer: throw strategy.broke("ignores that there is no room for its answer")
    case .error(let error): throw error
    case .needsRoom(let room): needed = room
    }
    guard needed.keys > 0, needed.keys <= maximumRoom.keys, needed.rekeys <= maximumRoom.rekeys else {
      throw strategy.broke(
        "asks for room for \(needed.keys) bytes and \(needed.rekeys) rekeys, which is not plausible"
      )
    }
    guard case .needsRoom = ask(Room(keys: needed.keys - 1, rekeys: needed.rekeys)) else {
      throw strategy.broke("does not say that it needs \(needed.keys) bytes where there is one less")
    }
    switch ask(needed) {
    case .answer(let answer, let room):
      guard room == needed else {
        throw strategy.broke("asked for \(needed.keys) bytes and wrote \(room.keys)")
      }
      guard try self.answer() == answer else {
        throw strategy.broke("answers with other keys where there is more room than it needs")
      }
      try checkOrder(of: answer.rekeys)
      return answer
    case .error(let error): throw error
    case .needsRoom: throw strategy.broke("asks for more room again with the room that it asked for")
    }
  }

  /// Checks that rekeys are in list order, as the engine requires.
  private func checkOrder(of rekeys: [Rekey]) throws(OrderingError) {
    var last = -1
    for case .keys(let start, _) in rekeys {
      guard start >= last else { throw strategy.broke("answered with rekeys that do not ascend") }
      last = start
    }
  }

  /// Makes one call.
  private func ask(_ room: Room) -> Reply {
    GuardedBuffer.with(count: Int(room.keys), isGuarded: strategy.isOnTrial) { keys in
      withUnsafeTemporaryAllocation(of: arrange_ordering_range.self, capacity: Int(room.rekeys)) { rekeys in
        var answer = arrange_ordering_answer()
        answer.struct_size = UInt32(MemoryLayout<arrange_ordering_answer>.size)
        answer.keys = room.keys > 0 ? keys.bytes.baseAddress : nil
        answer.keys_capacity = room.keys
        answer.rekeys = room.rekeys > 0 ? rekeys.baseAddress : nil
        answer.rekeys_capacity = room.rekeys
        let (status, why, isIntact) = Reason.collect(isGuarded: strategy.isOnTrial) { why, capacity in
          call(&answer, why, capacity)
        }
        guard keys.isIntact else { return .error(strategy.broke("writes behind the end of its buffer")) }
        guard isIntact else {
          return .error(strategy.broke("writes its reason behind the end of the buffer"))
        }
        switch Int(status) {
        case ARRANGE_ORDERING_OK: return read(answer, keys.bytes, rekeys, room)
        case ARRANGE_ORDERING_NEEDS_ROOM:
          return .needsRoom(Room(keys: answer.keys_size, rekeys: answer.rekey_count))
        default: return .error(strategy.error(for: status, why: why))
        }
      }
    }
  }

  private func call(
    _ answer: inout arrange_ordering_answer,
    _ why: UnsafeMutablePointer<CChar>?,
    _ capacity: UInt32
  ) -> Int32 {
    var access = ListAccess(list)
    return withUnsafeMutablePointer(to: &access) { context in
      var cList = ListAccess.cList(count: hasList ? list.count : 0, context)
      return withUnsafePointer(to: &cList) { cList in
        withKey(request.neighbours.lowerKey) { lower in
          withKey(request.neighbours.upperKey) { upper in
            strategy.parameters.withUnsafeBufferPointer { parameters in
              var request = arrange_ordering_request()
              request.struct_size = UInt32(MemoryLayout<arrange_ordering_request>.size)
              request.count = UInt64(self.request.count)
              request.gap = UInt64(self.request.gap)
              request.lower = lower.baseAddress
              request.lower_length = UInt32(lower.count)
              request.upper = upper.baseAddress
              request.upper_length = UInt32(upper.count)
              request.seed = seed
              request.parameters = parameters.baseAddress
              request.list = hasList ? cList : nil
              return strategy.table.assignKeys(&request, &answer, why, capacity)
            }
          }
        }
      }
    }
  }

  /// Calls a closure with the bytes of a key, or with no pointer if there is none: for the empty key.
  private func withKey<Result>(_ key: OrderKey, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    guard !key.isEmpty else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    return key.withBytes { bytes in bytes.withMemoryRebound(to: UInt8.self, body) }
  }

  /// Reads what was written, which may be anything.
  private func read(
    _ answer: arrange_ordering_answer,
    _ bytes: UnsafeMutableBufferPointer<UInt8>,
    _ ranges: UnsafeMutableBufferPointer<arrange_ordering_range>,
    _ room: Room
  ) -> Reply {
    guard answer.keys_size <= room.keys, answer.rekey_count <= room.rekeys else {
      return .error(strategy.broke("claims to have written more than there was room for"))
    }
    var reader = KeyReader(UnsafeRawBufferPointer(bytes).prefix(Int(answer.keys_size)), strategy)
    do throws(OrderingError) {
      var assignment = KeyAssignment(keys: try reader.keys(answer.key_count))
      for range in ranges.prefix(Int(answer.rekey_count)) {
        let keys = try reader.keys(range.count)
        guard range.start <= UInt64(Int32.max) else {
          throw strategy.broke("answered with a rekey of the element at \(range.start)")
        }
        assignment.rekeys.append(.keys(at: Int(range.start), keys))
      }
      guard reader.isAtEnd else { throw strategy.broke("wrote more bytes than its keys have") }
      return .answer(assignment, Room(keys: answer.keys_size, rekeys: answer.rekey_count))
    } catch {
      return .error(error)
    }
  }
}

/// Reads keys from a buffer, each preceded by its length.
private struct KeyReader {
  private var rest: Slice<UnsafeRawBufferPointer>
  private let strategy: LoadedStrategy

  init(_ bytes: Slice<UnsafeRawBufferPointer>, _ strategy: LoadedStrategy) {
    rest = bytes
    self.strategy = strategy
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func keys(_ count: UInt64) throws(OrderingError) -> [OrderKey] {
    guard count <= UInt64(rest.count) else { throw strategy.broke("wrote fewer bytes than its keys have") }
    var keys: [OrderKey] = []
    keys.reserveCapacity(Int(count))
    for _ in 0..<count { keys.append(try key()) }
    return keys
  }

  private mutating func key() throws(OrderingError) -> OrderKey {
    guard let length = rest.first.map({ Int($0) }), length < rest.count else {
      throw strategy.broke("wrote fewer bytes than its keys have")
    }
    guard 1...strategy.maximumKeyLength ~= length else {
      throw strategy.broke("answered with a key of \(length) bytes, not 1 to \(strategy.maximumKeyLength)")
    }
    let start = rest.startIndex + 1
    let bytes = UnsafeRawBufferPointer(rebasing: rest.base[start..<start + length])
    rest = rest.dropFirst(1 + length)
    return OrderKey(copying: bytes)
  }
}
