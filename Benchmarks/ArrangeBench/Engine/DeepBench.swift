import ArrangeModel
import Changes
import Engine
import Foundation

/// What work on a deep outline takes of the stack: as much as in a shallow one, since nothing goes down it recursively.
enum DeepBench {
  struct Figures: Encodable {
    struct Depth: Encodable {
      var depth: Int
      /// The bytes of the stack by kind of work.
      var stackBytes: [String: Int]
    }

    var depths: [Depth] = []
    /// By how much the stack grew from the first depth to the last one, at most.
    var growthBytes = 0
  }

  /// One kind of work on a chain of items: it makes the chain, and does the work with it.
  private enum Work: String, CaseIterable {
    case fill, move, encode, replay, derive, show, walk, checkpoint, undo, remove
  }

  static func run(depths: [Int]) throws -> Figures {
    var figures = Figures()
    // The first time much is set up that stays.
    for work in Work.allCases { try perform(work, depth: 3) }
    for depth in depths {
      var bytes: [String: Int] = [:]
      for work in Work.allCases { bytes[work.rawValue] = try stackBytes { try perform(work, depth: depth) } }
      figures.depths.append(.init(depth: depth, stackBytes: bytes))
    }
    if let first = figures.depths.first, let last = figures.depths.last {
      figures.growthBytes =
        Work.allCases.map {
          last.stackBytes[$0.rawValue, default: 0] - first.stackBytes[$0.rawValue, default: 0]
        }
        .max() ?? 0
    }
    return figures
  }

  private static func perform(_ work: Work, depth: Int) throws {
    var outline = OutlineBench(OutlineSettings(maximumDepth: OutlineSettings.largestDepth))
    _ = try outline.applyInPlace([.insertItems([0, depth].map(OutlineBench.newItem), to: ItemDestination())])
    // A chain of one item less than the depth, and another item, below which it goes.
    for number in 1..<depth - 1 {
      let below = ParentChoice(OutlineBench.id(number - 1))
      _ = try outline.applyInPlace(
        [.insertItems([OutlineBench.newItem(number)], to: ItemDestination(below: below))]
      )
    }
    if work == .fill { return }
    var before = outline.state
    var list = work == .show ? try TreeList(outline.rows) : TreeList()
    let commit = try outline.apply([OutlineBench.move(OutlineBench.id(0), below: OutlineBench.id(depth))])
    switch work {
    case .fill, .move: break
    case .encode: precondition(!commit.record.payload.isEmpty)
    case .replay: try before.replay(Commit(commit.record))
    case .derive: precondition(outline.batch(of: commit).count == 1)
    case .show:
      let steps = try list.applyInSteps(outline.batch(of: commit))
      precondition(steps.count == 1)
    case .walk: precondition(outline.rows.last?.depth == depth)
    case .checkpoint:
      var writer = CheckpointWriter(outline.state)
      var reader = CheckpointReader()
      while let (chunk, _) = writer.next() { try reader.read(chunk) }
      let state = try reader.finish(version: outline.state.version)
      precondition(state.itemCount == depth)
    case .undo:
      var state = outline.state
      state.undo(commit.edits)
      precondition(state.itemCount == depth)
    case .remove:
      _ = try outline.applyInPlace(
        [.removeItems([ElementReference(OutlineBench.id(depth))], descendants: .remove)]
      )
      precondition(outline.state.itemCount == 0)
    }
  }
}

/// The most bytes of the stack that some work takes, in a thread of its own; 0 on systems where that is not measured.
private func stackBytes(_ work: @escaping () throws -> Void) throws -> Int {
  #if canImport(Glibc)
    final class Job {
      let work: () throws -> Void
      var failure: (any Error)?
      init(_ work: @escaping () throws -> Void) { self.work = work }
    }
    let (size, untouched) = (8 << 20, UInt8(0xA5))
    guard let stack = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      stack != MAP_FAILED
    else { fatalError("no memory for a stack") }
    defer { munmap(stack, size) }
    memset(stack, Int32(untouched), size)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstack(&attributes, stack, size)
    let job = Job(work)
    var thread = pthread_t()
    let status = pthread_create(
      &thread,
      &attributes,
      { argument in
        guard let argument else { return nil }
        let job = Unmanaged<Job>.fromOpaque(argument).takeUnretainedValue()
        do { try job.work() } catch { job.failure = error }
        return nil
      },
      Unmanaged.passUnretained(job).toOpaque()
    )
    guard status == 0 else { fatalError("no thread: \(status)") }
    pthread_join(thread, nil)
    if let failure = job.failure { throw failure }
    // It grows downwards.
    let bytes = UnsafeRawBufferPointer(start: stack, count: size)
    return size - (bytes.firstIndex { $0 != untouched } ?? size)
  #else
    try work()
    return 0
  #endif
}
