/// The deadlines of the open streams of one connection, the earliest first.
///
/// A binary heap. Ended streams stay in it, since searching for them would cost more than skipping them
/// later; before they become many, ``compact(keeping:)`` drops them. Adding is O(log n), and O(1) if
/// deadlines mostly arrive in order.
struct DeadlineQueue {
  struct Entry {
    var deadline: MonotonicTime
    var stream: UInt32
  }

  /// The number of entries of ended streams that may remain beyond the number of open ones.
  static let maximumStale = 64

  private var heap: ContiguousArray<Entry> = []

  /// The number of entries, those of ended streams included.
  var count: Int { heap.count }

  /// The earliest deadline, which may be that of an ended stream.
  @inline(__always)
  var next: MonotonicTime { heap.first?.deadline ?? .never }

  /// Adds a stream.
  mutating func add(_ stream: UInt32, deadline: MonotonicTime) {
    heap.append(Entry(deadline: deadline, stream: stream))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if heap[parent].deadline <= heap[child].deadline { return }
      heap.swapAt(parent, child)
      child = parent
    }
  }

  /// Removes the stream with the earliest deadline, if that has passed.
  mutating func popExpired(at now: MonotonicTime) -> UInt32? {
    guard let first = heap.first, first.deadline <= now else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      siftDown(from: 0)
    }
    return first.stream
  }

  /// Drops the streams for which a closure returns false. O(n).
  mutating func compact(keeping isOpen: (UInt32) -> Bool) {
    heap.removeAll { !isOpen($0.stream) }
    for parent in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(from: parent) }
  }

  private mutating func siftDown(from start: Int) {
    var parent = start
    while true {
      let (left, right) = (2 * parent + 1, 2 * parent + 2)
      var least = parent
      if left < heap.count, heap[left].deadline < heap[least].deadline { least = left }
      if right < heap.count, heap[right].deadline < heap[least].deadline { least = right }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
