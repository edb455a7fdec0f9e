internal import ArrangeModel
internal import ClientWire
internal import NIOCore

/// The messages of a server stream, in order: it is opened when somebody iterates over it, and gets credit as
/// its messages are consumed.
///
/// When the connection is lost, the stream is opened again on the next one, with a request that the maker of
/// the stream gives: the same one, or one that goes on where the last message ended. It ends when the server
/// ends it, when the attempts of the policy are used up without a message in between, or when the iterator is
/// dropped or its task is cancelled.
struct ServerStream<Request: WireMessage, Element: WireMessage>: AsyncSequence, Sendable {
  /// How many messages there is room for unless something else is said. So many can be on their way when the reader
  /// pauses.
  static var defaultWindow: UInt64 { 2 }

  let session: ClientSession
  let method: Method
  var request: Request
  var window: UInt64

  /// The request with which to go on after a failure, given the one before and the token that the server gave
  /// to resume with; nil if the reader is to be told of the failure.
  var reopen: @Sendable (Request, CallFailure) -> Request?

  /// The policy by which the stream is opened until its first message; nil for the client's.
  var firstPolicy: RetryPolicy?

  /// The policy by which the stream is opened again after its first message; nil for the client's.
  var laterPolicy: RetryPolicy?

  init(
    _ session: ClientSession,
    _ method: Method,
    _ request: Request,
    window: UInt64 = Self.defaultWindow,
    reopen: @escaping @Sendable (Request, CallFailure) -> Request? = { request, _ in request }
  ) {
    self.session = session
    self.method = method
    self.request = request
    self.window = window
    self.reopen = reopen
  }

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// The reader of the stream. Dropping it cancels the stream.
  final class Iterator: AsyncIteratorProtocol {
    typealias Failure = ArrangeError

    private var stream: ServerStream
    private var call: StreamCall<Request, Element>?
    private var retry: CallRetry
    private var isEnded = false

    /// How many times the stream was opened.
    private(set) var openings = 0

    /// With what the stream is opened the next time.
    var request: Request {
      get { stream.request }
      set { stream.request = newValue }
    }

    init(_ stream: ServerStream) {
      self.stream = stream
      let policy = stream.firstPolicy ?? stream.session.policy
      retry = CallRetry(policy: policy, isRepeatable: true, deadline: .never)
    }

    deinit {
      if let call { stream.session.queue.submit(.cancel(call)) }
    }

    func next() async throws(ArrangeError) -> Element? { try await next(isolation: nil) }

    func next(isolation actor: isolated (any Actor)?) async throws(ArrangeError) -> Element? {
      while !isEnded {
        let call = open()
        switch await take(from: call) {
        case .element(let element, let grant):
          if let grant { stream.session.queue.submit(.grant(call, credit: grant)) }
          retry = CallRetry(
            policy: stream.laterPolicy ?? stream.session.policy,
            isRepeatable: true,
            deadline: .never
          )
          return element
        case .end(nil):
          self.call = nil
          isEnded = true
        case .end(let failure?):
          self.call = nil
          do throws(ArrangeError) { try await recover(from: failure) } catch {
            isEnded = true
            throw error
          }
        }
      }
      return nil
    }

    /// Cancels the stream; the next message is that of a new one.
    func restart() {
      guard let call else { return }
      stream.session.queue.submit(.cancel(call))
      self.call = nil
    }

    /// Cancels the stream for good.
    func end() {
      restart()
      isEnded = true
    }

    private func open() -> StreamCall<Request, Element> {
      if let call { return call }
      openings += 1
      let call = StreamCall<Request, Element>(stream.method, stream.request, window: stream.window)
      self.call = call
      stream.session.queue.submit(.call(call))
      return call
    }

    private func take(
      from call: StreamCall<Request, Element>,
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> StreamBuffer<Element>.Next {
      if let next = call.buffer.next() { return next }
      let queue = stream.session.queue
      return await withTaskCancellationHandler {
        await withUnsafeContinuation { call.buffer.wait($0) }
      } onCancel: {
        queue.submit(.cancel(call))
      }
    }

    /// Waits until the stream can be opened again.
    private func recover(
      from failure: CallFailure,
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(ArrangeError) {
      let decision = stream.session.random.use {
        retry.failed(failure, at: stream.session.now, using: &$0)
      }
      switch decision {
      case .fail(let error): throw error
      case .retry(let nanoseconds):
        guard let request = stream.reopen(stream.request, failure) else { throw failure.error }
        stream.request = request
        try await stream.session.pause(nanoseconds)
      }
    }
  }
}
