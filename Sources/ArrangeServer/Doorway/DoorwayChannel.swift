import NIOCore

/// A channel in memory between a ``ConnectionHandler`` and a ``DoorwaySession`` of the same event loop. Calls that do not
/// come from a socket take the same path through it as those that do.
///
/// What the session sends is delivered when the handler reads, never while either side is at work. Used on its event loop
/// only, except for what a `Channel` allows.
final class DoorwayChannel: CallerChannel, ChannelCore, @unchecked Sendable {
  let eventLoop: any EventLoop
  let allocator = ByteBufferAllocator()
  let localAddress: SocketAddress?
  let remoteAddress: SocketAddress?
  let parent: (any Channel)? = nil
  let source: (any Channel)?
  private let closing: EventLoopPromise<Void>
  private var line: ChannelPipeline?
  // The rest is used on the event loop.
  private var isOpen = true
  private var input = ByteBuffer()
  private var isReadWanted = false
  private var isDelivering = false
  /// The bytes that were written and that the caller has not taken yet. They count as memory of the connection.
  private var unreadBytes = 0
  /// Called with what the handler writes.
  var whenWritten: (ByteBuffer) -> Void = { _ in }
  /// Called once when the handler has closed its side, or both.
  var whenClosed: () -> Void = {}

  /// - Parameters:
  ///   - local: the address that the caller has reached.
  ///   - remote: the address of the caller.
  ///   - source: the connection whose certificate is the caller's; nil if it is another one's.
  init(_ eventLoop: any EventLoop, local: SocketAddress?, remote: SocketAddress?, source: (any Channel)?) {
    self.eventLoop = eventLoop
    (localAddress, remoteAddress, self.source) = (local, remote, source)
    closing = eventLoop.makePromise()
    line = ChannelPipeline(channel: self)
  }

  // MARK: The session's side

  /// Adds the handler of the connection, which then is open.
  func open(_ handler: ConnectionHandler) throws {
    try pipeline.syncOperations.addHandler(handler)
    pipeline.fireChannelRegistered()
    pipeline.fireChannelActive()
  }

  /// Sends bytes to the handler.
  func send(_ bytes: inout ByteBuffer) {
    eventLoop.preconditionInEventLoop()
    guard isOpen else { return }
    input.writeBuffer(&bytes)
    deliverSoon()
  }

  /// The caller holds so many bytes more that it has not taken yet.
  func hold(_ bytes: Int) {
    unreadBytes += bytes
    // What was much, and is taken now, is counted again, as when a socket can be written to again.
    guard unreadBytes == 0, -bytes >= ConnectionMemory.sampledBytes, isOpen else { return }
    eventLoop.assumeIsolated().execute { [self] in
      if isOpen { pipeline.fireChannelWritabilityChanged() }
    }
  }

  private func deliverSoon() {
    guard isReadWanted, !isDelivering, input.readableBytes > 0 else { return }
    isDelivering = true
    eventLoop.assumeIsolated().execute { [self] in
      isDelivering = false
      guard isOpen, isReadWanted, input.readableBytes > 0 else { return }
      isReadWanted = false
      let bytes = input
      input = ByteBuffer()
      pipeline.syncOperations.fireChannelRead(NIOAny(bytes))
      pipeline.syncOperations.fireChannelReadComplete()
    }
  }

  // MARK: Channel

  var pipeline: ChannelPipeline {
    guard let line else { preconditionFailure("the pipeline is there from the beginning") }
    return line
  }
  var closeFuture: EventLoopFuture<Void> { closing.futureResult }
  var isWritable: Bool { true }
  var isActive: Bool { isOpen }
  var _channelCore: any ChannelCore { self }
  var syncOptions: (any NIOSynchronousChannelOptions)? { Options(unreadBytes: unreadBytes) }

  private struct Options: NIOSynchronousChannelOptions {
    let unreadBytes: Int

    func setOption<Option: ChannelOption>(_ option: Option, value: Option.Value) throws {}

    func getOption<Option: ChannelOption>(_ option: Option) throws -> Option.Value {
      guard option is ChannelOptions.Types.BufferedWritableBytesOption,
        let bytes = unreadBytes as? Option.Value
      else { throw ChannelError.operationUnsupported }
      return bytes
    }
  }

  func setOption<Option: ChannelOption>(_ option: Option, value: Option.Value) -> EventLoopFuture<Void> {
    eventLoop.makeSucceededVoidFuture()
  }

  func getOption<Option: ChannelOption>(_ option: Option) -> EventLoopFuture<Option.Value> {
    eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
  }

  // MARK: ChannelCore

  func localAddress0() throws -> SocketAddress {
    guard let localAddress else { throw ChannelError.operationUnsupported }
    return localAddress
  }

  func remoteAddress0() throws -> SocketAddress {
    guard let remoteAddress else { throw ChannelError.operationUnsupported }
    return remoteAddress
  }

  func register0(promise: EventLoopPromise<Void>?) { promise?.succeed(()) }
  func registerAlreadyConfigured0(promise: EventLoopPromise<Void>?) { promise?.succeed(()) }
  func bind0(to: SocketAddress, promise: EventLoopPromise<Void>?) {
    promise?.fail(ChannelError.operationUnsupported)
  }
  func connect0(to: SocketAddress, promise: EventLoopPromise<Void>?) {
    promise?.fail(ChannelError.operationUnsupported)
  }

  func write0(_ data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard isOpen else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    whenWritten(unwrapData(data))
    promise?.succeed(())
  }

  func flush0() {}

  func read0() {
    isReadWanted = true
    deliverSoon()
  }

  func close0(error: any Error, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard isOpen else {
      promise?.fail(ChannelError.alreadyClosed)
      return
    }
    // The session has read everything, so that neither side has to wait for the other.
    isOpen = false
    promise?.succeed(())
    eventLoop.assumeIsolated().execute { [self] in
      pipeline.fireChannelInactive()
      pipeline.fireChannelUnregistered()
      let tell = whenClosed
      (whenWritten, whenClosed) = ({ _ in }, {})
      input = ByteBuffer()
      tell()
      removeHandlers(pipeline: pipeline)
      closing.succeed(())
    }
  }

  func triggerUserOutboundEvent0(_ event: Any, promise: EventLoopPromise<Void>?) { promise?.succeed(()) }
  func channelRead0(_ data: NIOAny) {}
  func errorCaught0(error: any Error) {}
}
