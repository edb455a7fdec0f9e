/// The data of the open streams of one connection, by stream id.
///
/// A hash table with linear probing whose deletions leave no gaps. It allocates when it grows, never per
/// stream, and releases its memory when the last of many streams is removed. Every operation is O(1) on
/// average.
///
///     table.insert(call, for: stream)
///     table.pointer(to: stream)?.pointee.credit = 5
///     let removed = table.remove(stream)
package struct StreamTable<Value>: ~Copyable {
  /// The number of slots of an empty table.
  @usableFromInline static var fewestPlaces: Int { 16 }

  /// The number of slots up to which an empty table keeps its memory.
  @usableFromInline static var maximumIdlePlaces: Int { 256 }

  /// The ids by slot; 0: free.
  @usableFromInline var ids: UnsafeMutablePointer<UInt32>

  /// The values by slot; initialized if the id is not 0.
  @usableFromInline var values: UnsafeMutablePointer<Value>

  /// The number of slots minus one; a power of two minus one.
  @usableFromInline var mask: Int

  @usableFromInline var storedCount = 0

  /// The slot at which ``removeAny()`` continues.
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

  /// The slot at which the search for a stream begins.
  @inlinable @inline(__always)
  func home(of stream: UInt32) -> Int {
    // The golden ratio spreads consecutive ids at any distance.
    Int(truncatingIfNeeded: (UInt64(stream) &* 0x9E37_79B9_7F4A_7C15) >> 40) & mask
  }

  /// The slot of a stream, or nil.
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

  /// The address of the value of a stream; valid until the table is changed. Nil if there is none.
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

  /// Removes a stream; nil if it is not there.
  @inlinable
  @discardableResult
  package mutating func remove(_ stream: UInt32) -> Value? {
    guard let place = place(of: stream) else { return nil }
    return remove(at: place)
  }

  /// Removes any stream; nil if there is none. Emptying the table in this way is O(slots) in total.
  @inlinable
  package mutating func removeAny() -> (stream: UInt32, value: Value)? {
    if storedCount == 0 { return nil }
    // A removal can only move a stream to a slot after the search position, so the search continues there
    // until something is added.
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

  /// Empties a slot, and moves the streams that it displaced.
  @inlinable
  mutating func remove(at gone: Int) -> Value {
    let value = (values + gone).move()
    var free = gone
    var place = (gone &+ 1) & mask
    while ids[place] != 0 {
      // The stream may move to the free slot if its home is not between the free slot and its own.
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
    if storedCount == 0, mask >= StreamTable.maximumIdlePlaces { resize(to: StreamTable.fewestPlaces) }
    return value
  }

  /// Moves everything to a table with the given number of slots, a power of two.
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
