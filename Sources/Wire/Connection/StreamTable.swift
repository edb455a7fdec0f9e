/// What belongs to the open streams of one connection, by stream id.
///
/// A hash table with linear probing whose deletions leave no gaps. It allocates when it grows, never per
/// stream, and gives its memory back when the last stream of many is gone. Every operation is O(1) on average.
///
///     table.insert(call, for: stream)
///     table.pointer(to: stream)?.pointee.credit = 5
///     let removed = table.remove(stream)
package struct StreamTable<Value>: ~Copyable {
  /// The number of places that an empty table has.
  @usableFromInline static var fewestPlaces: Int { 16 }

  /// The number of places up to which a table that became empty keeps its memory.
  @usableFromInline static var mostIdlePlaces: Int { 256 }

  /// The ids in the order of the places; 0: free.
  @usableFromInline var ids: UnsafeMutablePointer<UInt32>

  /// The values in the order of the places; initialised where the id is not 0.
  @usableFromInline var values: UnsafeMutablePointer<Value>

  /// The number of places less one; a power of two less one.
  @usableFromInline var mask: Int

  @usableFromInline var storedCount = 0

  /// Where ``removeAny()`` searches on.
  @usableFromInline var searched = 0

  /// The number of streams.
  @inlinable
  package var count: Int { storedCount }

  /// Makes an empty table.
  @inlinable
  package init() {
    mask = StreamTable.fewestPlaces - 1
    ids = .allocate(capacity: StreamTable.fewestPlaces)
    ids.initialize(repeating: 0, count: StreamTable.fewestPlaces)
    values = .allocate(capacity: StreamTable.fewestPlaces)
  }

  deinit {
    for place in 0...mask where ids[place] != 0 { (values + place).deinitialize(count: 1) }
    ids.deallocate()
    values.deallocate()
  }

  /// Where the search for a stream begins.
  @inlinable @inline(__always)
  func home(of stream: UInt32) -> Int {
    // The golden ratio spreads ids that follow each other at any distance.
    Int(truncatingIfNeeded: (UInt64(stream) &* 0x9E37_79B9_7F4A_7C15) >> 40) & mask
  }

  /// The place of a stream, or nil.
  @inlinable @inline(__always)
  func place(of stream: UInt32) -> Int? {
    var place = home(of: stream)
    while true {
      let id = ids[place]
      if id == stream { return id == 0 ? nil : place }
      if id == 0 { return nil }
      place = (place &+ 1) & mask
    }
  }

  /// Where the value of a stream lies; valid until the table is changed. Nil when there is none.
  @inlinable
  package func pointer(to stream: UInt32) -> UnsafeMutablePointer<Value>? {
    guard let place = place(of: stream) else { return nil }
    return values + place
  }

  /// Adds a stream.
  ///
  /// - Precondition: the stream is not in the table and not 0.
  @inlinable
  package mutating func insert(_ value: consuming Value, for stream: UInt32) {
    precondition(stream != 0, "0 is the connection")
    if (storedCount &+ 1) &* 4 > (mask &+ 1) &* 3 { resize(to: (mask &+ 1) &* 2) }
    var place = home(of: stream)
    while ids[place] != 0 {
      precondition(ids[place] != stream, "the stream is open already")
      place = (place &+ 1) & mask
    }
    ids[place] = stream
    (values + place).initialize(to: value)
    storedCount &+= 1
  }

  /// Takes a stream out; nil when it is not there.
  @inlinable
  @discardableResult
  package mutating func remove(_ stream: UInt32) -> Value? {
    guard let place = place(of: stream) else { return nil }
    return remove(at: place)
  }

  /// Takes any stream out; nil when there is none. Emptying the table in this way is O(places)
  /// altogether.
  @inlinable
  package mutating func removeAny() -> (stream: UInt32, value: Value)? {
    if storedCount == 0 { return nil }
    // What is taken out can only make a stream move to a place behind the search, so that the search goes on
    // where it ended until something is added.
    while ids[searched & mask] == 0 { searched &+= 1 }
    let place = searched & mask
    let stream = ids[place]
    return (stream, remove(at: place))
  }

  /// Calls a closure with every stream, in no order. The closure must not change the table.
  @inlinable
  package func visit(_ body: (UInt32, UnsafeMutablePointer<Value>) -> Void) {
    for place in 0...mask where ids[place] != 0 { body(ids[place], values + place) }
  }

  /// Takes out what is at a place, and moves what was displaced by it.
  @inlinable
  mutating func remove(at gone: Int) -> Value {
    let value = (values + gone).move()
    var free = gone
    var place = (gone &+ 1) & mask
    while ids[place] != 0 {
      // The stream may move to the free place if its home is not between the free place and its own.
      let distance = (place &- home(of: ids[place])) & mask
      if distance >= (place &- free) & mask {
        ids[free] = ids[place]
        (values + free).initialize(to: (values + place).move())
        free = place
      }
      place = (place &+ 1) & mask
    }
    ids[free] = 0
    storedCount &-= 1
    if storedCount == 0, mask >= StreamTable.mostIdlePlaces { resize(to: StreamTable.fewestPlaces) }
    return value
  }

  /// Moves everything to a table with so many places, a power of two.
  @usableFromInline
  mutating func resize(to places: Int) {
    let (oldIDs, oldValues, oldMask) = (ids, values, mask)
    mask = places - 1
    ids = .allocate(capacity: places)
    ids.initialize(repeating: 0, count: places)
    values = .allocate(capacity: places)
    for old in 0...oldMask where oldIDs[old] != 0 {
      var place = home(of: oldIDs[old])
      while ids[place] != 0 { place = (place &+ 1) & mask }
      ids[place] = oldIDs[old]
      (values + place).initialize(to: (oldValues + old).move())
    }
    oldIDs.deallocate()
    oldValues.deallocate()
  }
}
