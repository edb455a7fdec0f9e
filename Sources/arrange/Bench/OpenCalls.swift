/// The calls of one connection that are under way, by stream.
///
/// Streams are numbered one after the other, so that the calls lie in a ring: what is a look-up in a hash table for
/// others is an index here. Every operation is O(1).
package struct OpenCalls: ~Copyable {
  /// A call.
  package struct Call {
    /// When it began or was to begin, in nanoseconds.
    package var start: UInt64
    package var stream: UInt32
    package var kind: CallKind
    var isOpen: Bool
  }

  /// How many times as many places there are as calls: answers need not come in the order of the calls, and a call
  /// that takes long keeps its place while others pass it.
  private static let spread = 8

  private let most: Int
  private let mask: UInt32
  private let places: UnsafeMutablePointer<Call>
  private var next: UInt32 = 1
  /// How many calls are under way.
  package private(set) var count = 0

  /// - Parameter most: how many calls may be under way.
  package init(most: Int) {
    self.most = most
    var size = 1
    while size < most * OpenCalls.spread { size *= 2 }
    mask = UInt32(size - 1)
    places = .allocate(capacity: size)
    places.initialize(repeating: Call(start: 0, stream: 0, kind: .ping, isOpen: false), count: size)
  }

  deinit { places.deallocate() }

  /// Whether another call can begin.
  @inline(__always)
  package var hasRoom: Bool { count < most && !places[Int(next & mask)].isOpen && next < .max }

  /// Notes a call.
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

  /// Takes a call out that has ended; nil when it is not there.
  @inline(__always)
  package mutating func end(_ stream: UInt32) -> Call? {
    let place = places + Int(stream & mask)
    guard place.pointee.isOpen, place.pointee.stream == stream else { return nil }
    place.pointee.isOpen = false
    count &-= 1
    return place.pointee
  }
}
