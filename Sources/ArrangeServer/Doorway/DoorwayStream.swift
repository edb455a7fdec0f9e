import ArrangeModel
import NIOCore
import Wire

/// The messages of a server stream, for one task that takes them one after the other.
///
/// The server has credit for ``window`` messages more than were taken, so that a slow reader costs it no more than these: what
/// comes meanwhile is merged when there is credit again.
package final class DoorwayStream: DoorwayCall, @unchecked Sendable {
  /// How many messages may wait for the reader.
  static let window: UInt64 = 2

  /// What comes next.
  package enum Event: Sendable {
    case message([UInt8])
    /// Nothing has come in the time that was given.
    case idle
    /// The stream has ended; nil if its source has nothing more.
    case end(DoorwayFailure?)
  }

  private let loop: LoopContext
  // The rest is used on the event loop.
  private weak var session: DoorwaySession?
  private var stream: UInt32 = 0
  private var waiting: [[UInt8]] = []
  private var taken: UInt64 = 0
  /// The bytes of the messages that wait, and of what the reader does with the last one.
  private var held = 0
  /// The part of these that the reader has.
  private var heldByReader = 0
  /// The end; nil before.
  private var end: DoorwayFailure??
  private var reader: CheckedContinuation<Event, Never>?
  private var timer: Scheduled<Void>?
  /// Called once when the stream has ended.
  private var whenEnded: () -> Void

  init(_ loop: LoopContext, whenEnded: @escaping () -> Void) {
    self.loop = loop
    self.whenEnded = whenEnded
  }

  /// The stream was opened.
  func opened(_ session: DoorwaySession, as stream: UInt32) {
    (self.session, self.stream) = (session, stream)
  }

  /// Waits for what comes next. One task at a time may do so.
  ///
  /// - Parameter time: how long it waits at most; nil for as long as it takes.
  package func next(within time: Duration? = nil) async -> Event {
    await withTaskCancellationHandler {
      await withCheckedContinuation { reader in
        loop.eventLoop.execute { self.take(reader, within: time) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Ends the stream, because nobody reads it any more.
  package func cancel() {
    loop.eventLoop.execute { [self] in
      guard end == nil else { return }
      session?.cancel(stream)
      finish(nil)
    }
  }

  private func take(_ reader: CheckedContinuation<Event, Never>, within time: Duration?) {
    precondition(self.reader == nil, "one task reads a stream")
    hold(-heldByReader)
    heldByReader = 0
    if !waiting.isEmpty { return reader.resume(returning: .message(takeFirst())) }
    if let end { return reader.resume(returning: .end(end)) }
    self.reader = reader
    guard let time else { return }
    timer = loop.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { [weak self] in
      self?.resume(with: .idle)
    }
  }

  private func takeFirst() -> [UInt8] {
    taken += 1
    session?.grant(stream, credit: taken + DoorwayStream.window)
    heldByReader = end == nil ? waiting[0].count : 0
    return waiting.removeFirst()
  }

  private func hold(_ bytes: Int) {
    held += bytes
    session?.hold(bytes)
  }

  /// What the reader has made of the last message, and writes until it takes the next one, has so many bytes.
  package func holds(_ bytes: Int) {
    if loop.eventLoop.inEventLoop { return setHeldByReader(bytes) }
    loop.eventLoop.execute { self.setHeldByReader(bytes) }
  }

  private func setHeldByReader(_ bytes: Int) {
    guard end == nil else { return }
    hold(bytes - heldByReader)
    heldByReader = bytes
  }

  private func resume(with event: Event) {
    timer?.cancel()
    timer = nil
    let reader = reader
    self.reader = nil
    reader?.resume(returning: event)
  }

  // MARK: DoorwayCall

  func receive(_ message: [UInt8]) {
    waiting.append(message)
    hold(message.count)
    if reader != nil { resume(with: .message(takeFirst())) }
  }

  func end(_ result: Result<[UInt8], DoorwayFailure>) {
    switch result {
    case .success: finish(nil)
    case .failure(let failure): finish(failure)
    }
  }

  private func finish(_ failure: DoorwayFailure?) {
    guard end == nil else { return }
    end = .some(failure)
    hold(-held)
    heldByReader = 0
    whenEnded()
    whenEnded = {}
    // Nothing waits while somebody reads.
    if reader != nil { resume(with: .end(failure)) }
  }
}
