/// The calls of one connection that are in flight, by stream.
///
/// Stream numbers are consecutive, so the calls are stored in a ring, and a look-up is an index instead of a
/// hash table access. Every operation is O(1).
package struct OpenCalls: ~Copyable {
  /// A call.
  package struct Call {
    /// When it was started or was scheduled to start, in nanoseconds.
    package var start: UInt64
    package var stream: UInt32
    package var kind: CallKind
    var isOpen: Bool
  }

  /// The ratio of the ring's size to the maximum number of calls: answers can arrive in any order, and a slow
  /// call keeps its slot while later ones pass it.
  private static let spread = 8

  private let most: Int
  private let mask: UInt32
  private let places: UnsafeMutablePointer<Call>
  private var next: UInt32 = 1
  /// The number of calls in flight.
  package private(set) var count = 0

  /// - Parameter most: the maximum number of calls in flight.
  package init(most: Int) {
    self.most = most
    var size = 1
    while size < most * OpenCalls.spread { size *= 2 }
    mask = UInt32(size - 1)
    places = .allocate(capacity: size)
    places.initialize(repeating: Call(start: 0, stream: 0, kind: .ping, isOpen: false), count: size)
  }

  deinit { places.deallocate() }

  /// Whether another call can be started.
  @inline(__always)
  package var hasRoom: Bool { count < most && !places[Int(next & mask)].isOpen && next < .max }

  /// Adds a call.
  ///
  /// - Returns: its stream.
  @inline(__always)
  package mutating func begin(_ kind: CallKind, from start: UInt64) -> UInt32 {
    assert(hasRoom)
    let stream = next
    places[Int(stream & mask)] = Call(start: start, stream: stream, kind: kind, isOpen: true)
    next &+= 1
    count &+= 1
    return stream
  }

  /// Removes a completed call; nil if there is none on that stream.
  @inline(__always)
  package mutating func end(_ stream: UInt32) -> Call? {
    let place = places + Int(stream & mask)
    guard place.pointee.isOpen, place.pointee.stream == stream else { return nil }
    place.pointee.isOpen = false
    count &-= 1
    return place.pointee
  }
}
