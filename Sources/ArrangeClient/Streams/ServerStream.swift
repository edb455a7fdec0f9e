internal import ArrangeModel
internal import NIOCore
internal import Wire

/// The messages of a server stream, in order: it is opened on iteration, and gets credit as its messages are
/// consumed.
///
/// When the connection is lost, the stream is reopened on the next one, with a request given by the creator
/// of the stream: the same one, or one that resumes after the last message. It ends when the server ends it,
/// when the attempts of the policy are used up without a message in between, or when the iterator is dropped
/// or its task is cancelled.
struct ServerStream<Request: WireMessage, Element: WireMessage>: AsyncSequence, Sendable {
  /// The default window: this many messages can be in transit when the reader pauses.
  static var defaultWindow: UInt64 { 2 }

  let session: ClientSession
  let method: Method
  var request: Request
  var window: UInt64

  /// The request for reopening after a failure, given the previous one and the server's resume token; nil to
  /// report the failure to the reader.
  var reopen: @Sendable (Request, CallFailure) -> Request?

  /// The policy for opening the stream until its first message; nil for the client's.
  var firstPolicy: RetryPolicy?

  /// The policy for reopening the stream after its first message; nil for the client's.
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

    /// The number of times the stream was opened.
    private(set) var openings = 0

    /// The request for the next opening of the stream.
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

    /// Cancels the stream; the next message comes from a new one.
    func restart() {
      guard let call else { return }
      stream.session.queue.submit(.cancel(call))
      self.call = nil
    }

    /// Cancels the stream permanently.
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

    /// Waits until the stream can be reopened.
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
