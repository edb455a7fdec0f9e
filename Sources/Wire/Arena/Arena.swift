#if !SWIFT_MESSAGES
  internal import CProtobufC
#endif

/// Memory for messages that are read or written: given out by moving a pointer on, taken back all at once.
///
/// One arena serves one event loop. Frames, the messages in them and the answers made from them live in it
/// until ``reset()``, which ``FrameDecoder/next(using:)`` calls before each frame. What is made outside of the
/// treatment of a frame goes into ``temporary(_:)``.
///
///     let arena = Arena()
///     while let frame = try decoder.next(using: arena) {
///       let request = try arena.unpack(frame.body, with: arrange__v1__hello__unpack)
///       ...                               // valid until the next frame
///     }
///
/// While a message from outside is unpacked, the arena gives out no more than a ``Budget`` in proportion to
/// the message, so that neither a million empty parts nor a part that is repeated without end costs more
/// memory or time than was paid for with bytes.
///
/// An arena keeps one chunk for good and takes others from the system as they are needed.
package final class Arena {
  /// The size of the chunk that is kept, in bytes.
  package static let keptBytes = 64 * 1024

  /// The alignment of all that is given out: the widest field of a message has eight bytes.
  static let alignment = 8

  /// What the functions that protobuf-c calls need to know; it has a fixed address.
  @usableFromInline
  struct State {
    /// Where the next part is given out.
    @usableFromInline var cursor: UnsafeMutableRawPointer

    /// Where the chunk ends, or the budget, whichever comes first.
    @usableFromInline var end: UnsafeMutableRawPointer

    /// Where the chunk ends.
    @usableFromInline var chunkEnd: UnsafeMutableRawPointer

    /// What remains of the budget beyond ``end``, in bytes.
    var reserve: Int

    /// Whether the budget ran out since unpacking began.
    var isExhausted: Bool

    /// Chunks beyond the kept one; the last is in use.
    @usableFromInline var chunks: [Chunk]
  }

  /// Memory taken from the system.
  @usableFromInline
  struct Chunk {
    var start: UnsafeMutableRawPointer
    var count: Int
  }

  @usableFromInline let state: UnsafeMutablePointer<State>
  let allocator: UnsafeMutablePointer<ProtobufCAllocator>
  let kept: Chunk
  /// What knows which fields of messages from outside may not come twice.
  let repeatedFields: UnsafeMutablePointer<RepeatedFields>

  /// Makes an arena that keeps a chunk of so many bytes.
  package init(keptBytes: Int = Arena.keptBytes) {
    precondition(keptBytes >= 1024, "an arena keeps at least 1 KiB")
    let count = keptBytes & ~(Arena.alignment - 1)
    kept = Chunk(start: .allocate(byteCount: count, alignment: 16), count: count)
    state = .allocate(capacity: 1)
    state.initialize(
      to: State(
        cursor: kept.start,
        end: kept.start + count,
        chunkEnd: kept.start + count,
        reserve: .max,
        isExhausted: false,
        chunks: []
      )
    )
    repeatedFields = .allocate(capacity: 1)
    repeatedFields.initialize(to: RepeatedFields())
    allocator = .allocate(capacity: 1)
    allocator.initialize(
      to: ProtobufCAllocator(
        alloc: { data, size in
          let state = data.unsafelyUnwrapped.assumingMemoryBound(to: State.self)
          return State.take(size, from: state)
        },
        // Memory comes back all at once.
        free: { _, _ in },
        allocator_data: UnsafeMutableRawPointer(state)
      )
    )
  }

  deinit {
    for chunk in state.pointee.chunks { chunk.start.deallocate() }
    kept.start.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
    allocator.deallocate()
    repeatedFields.pointee.deallocate()
    repeatedFields.deinitialize(count: 1)
    repeatedFields.deallocate()
  }

  /// The memory taken from the system beyond the kept chunk, in bytes.
  var extraBytes: Int { state.pointee.chunks.reduce(0) { $0 + $1.count } }

  /// Takes everything back. All that the arena gave out is void.
  @inline(__always)
  package func reset() {
    if !state.pointee.chunks.isEmpty { releaseChunks(downTo: 0) }
    state.pointee.cursor = kept.start
    state.pointee.end = kept.start + kept.count
    state.pointee.chunkEnd = state.pointee.end
  }

  /// Runs a closure and takes back what it was given, but nothing that was given before.
  ///
  /// What the closure returns must not point into the arena.
  @inlinable @inline(__always)
  package func temporary<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let mark = mark()
    defer { rewind(to: mark) }
    return try body()
  }

  /// A point to which an arena can go back.
  @usableFromInline
  struct Mark {
    @usableFromInline var cursor: UnsafeMutableRawPointer
    @usableFromInline var chunkEnd: UnsafeMutableRawPointer
    @usableFromInline var chunks: Int

    @inlinable
    init(cursor: UnsafeMutableRawPointer, chunkEnd: UnsafeMutableRawPointer, chunks: Int) {
      self.cursor = cursor
      self.chunkEnd = chunkEnd
      self.chunks = chunks
    }
  }

  @inlinable @inline(__always)
  func mark() -> Mark {
    Mark(cursor: state.pointee.cursor, chunkEnd: state.pointee.chunkEnd, chunks: state.pointee.chunks.count)
  }

  @inlinable @inline(__always)
  func rewind(to mark: Mark) {
    if state.pointee.chunks.count > mark.chunks { releaseChunks(downTo: mark.chunks) }
    state.pointee.cursor = mark.cursor
    state.pointee.end = mark.chunkEnd
    state.pointee.chunkEnd = mark.chunkEnd
  }

  @usableFromInline
  func releaseChunks(downTo count: Int) {
    while state.pointee.chunks.count > count {
      state.pointee.chunks.removeLast().start.deallocate()
    }
  }
}

extension Arena.State {
  /// Gives out memory, or nil when the budget does not allow it.
  @inline(__always)
  static func take(_ size: Int, from state: UnsafeMutablePointer<Self>) -> UnsafeMutableRawPointer? {
    let (padded, overflow) = size.addingReportingOverflow(Arena.alignment - 1)
    let wanted = padded & ~(Arena.alignment - 1)
    let start = state.pointee.cursor
    if !overflow, wanted >= 0, wanted <= state.pointee.end - start {
      state.pointee.cursor = start + wanted
      return start
    }
    guard !overflow, wanted >= 0 else { return nil }
    return takeSlowly(wanted, from: state)
  }

  /// Gives out memory from a new chunk.
  @inline(never)
  static func takeSlowly(
    _ wanted: Int,
    from state: UnsafeMutablePointer<Self>
  ) -> UnsafeMutableRawPointer? {
    // What is left of the old chunk is lost, and paid for: it was taken from the system.
    let budget = state.pointee.reserve
    guard wanted <= budget else {
      state.pointee.isExhausted = true
      return nil
    }
    let count = max(wanted, Arena.keptBytes)
    let start = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
    state.pointee.chunks.append(Arena.Chunk(start: start, count: count))
    state.pointee.cursor = start + wanted
    state.pointee.chunkEnd = start + count
    state.pointee.bound(by: budget == .max ? .max : budget - wanted)
    return start
  }

  /// Sets the end and the reserve so that no more than `budget` bytes are given out.
  mutating func bound(by budget: Int) {
    let room = chunkEnd - cursor
    end = cursor + min(room, budget)
    reserve = budget == .max ? .max : budget - min(room, budget)
  }
}
