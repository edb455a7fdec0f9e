internal import CArrangeProtos

/// Memory for messages that are read or written: allocated by advancing a pointer, released all at once.
///
/// One arena serves one event loop. Frames, their messages and the answers made from them are valid until
/// ``reset()``, which ``FrameDecoder/next(using:)`` calls before each frame. Allocations outside of the
/// processing of a frame belong in ``temporary(_:)``.
///
///     let arena = Arena(codec: codec)
///     while let frame = try decoder.next(using: arena) {
///       let request = try arena.unpack(frame.body, with: arrange__v1__hello__unpack)
///       ...                               // valid until the next frame
///     }
///
/// While a message from outside is unpacked, the arena allocates no more than a ``Budget`` in proportion to
/// the message, so that neither a million empty parts nor an endlessly repeated part costs more memory or
/// time than its bytes justify.
///
/// Its ``MessageCodec`` reads and writes the messages.
///
/// An arena keeps one chunk permanently and allocates others from the system as needed.
package final class Arena {
  /// The size of the chunk that is kept, in bytes.
  package static let keptBytes = 64 * 1024

  /// The alignment of all allocations: the widest field of a message has eight bytes.
  static let alignment = 8

  /// The state for the functions that the codec calls; it has a fixed address.
  @usableFromInline
  struct State {
    /// The start of the next allocation.
    @usableFromInline var cursor: UnsafeMutableRawPointer

    /// The end of the chunk, or of the budget, whichever comes first.
    @usableFromInline var end: UnsafeMutableRawPointer

    /// The end of the chunk.
    @usableFromInline var chunkEnd: UnsafeMutableRawPointer

    /// The rest of the budget beyond ``end``, in bytes.
    var reserve: Int

    /// Whether the budget ran out since unpacking began.
    var isExhausted: Bool

    /// Chunks beyond the kept one; the last is in use.
    @usableFromInline var chunks: [Chunk]
  }

  /// A block of memory from the system.
  @usableFromInline
  struct Chunk {
    var start: UnsafeMutableRawPointer
    var count: Int
  }

  /// What reads and writes the messages.
  package let codec: MessageCodec

  @usableFromInline let state: UnsafeMutablePointer<State>
  let allocator: UnsafeMutablePointer<ProtobufCAllocator>
  let kept: Chunk
  /// Knows which message fields must not be repeated.
  let repeatedFields: UnsafeMutablePointer<RepeatedFields>

  /// Makes an arena that keeps a chunk of the given size.
  package init(codec: MessageCodec, keptBytes: Int = Arena.keptBytes) {
    precondition(keptBytes >= 1024, "an arena keeps at least 1 KiB")
    self.codec = codec
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
        // Memory is released all at once.
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

  /// The memory allocated beyond the kept chunk, in bytes.
  var extraBytes: Int { state.pointee.chunks.reduce(0) { $0 + $1.count } }

  /// Releases everything. All allocations become invalid.
  @inline(__always)
  package func reset() {
    if !state.pointee.chunks.isEmpty { releaseChunks(downTo: 0) }
    state.pointee.cursor = kept.start
    state.pointee.end = kept.start + kept.count
    state.pointee.chunkEnd = state.pointee.end
  }

  /// Runs a closure and releases its allocations, but no earlier ones.
  ///
  /// The result of the closure must not point into the arena.
  @inlinable @inline(__always)
  package func temporary<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let mark = mark()
    defer { rewind(to: mark) }
    return try body()
  }

  /// A state to which an arena can be rolled back.
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
  /// Allocates memory; nil if the budget does not allow it.
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

  /// Allocates memory from a new chunk.
  @inline(never)
  static func takeSlowly(
    _ wanted: Int,
    from state: UnsafeMutablePointer<Self>
  ) -> UnsafeMutableRawPointer? {
    // The rest of the old chunk is lost, and counts against the budget because it was allocated.
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

  /// Sets the end and the reserve so that no more than `budget` bytes are allocated.
  mutating func bound(by budget: Int) {
    let room = chunkEnd - cursor
    end = cursor + min(room, budget)
    reserve = budget == .max ? .max : budget - min(room, budget)
  }
}
