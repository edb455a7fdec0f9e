import ArrangeModel
import DequeModule
import Engine
import NIOCore
import NIOPosix
import Wire

/// The way from one event loop to another node: one connection, made when it is needed and again when it is lost.
final class NodeLink: @unchecked Sendable {
  /// How long connecting may take, in milliseconds.
  private static let connectMilliseconds: Int64 = 1_000
  /// The pause after a failed attempt, in milliseconds.
  private static let pauseMilliseconds: Int64 = 100
  /// The maximum number of calls that wait for the connection, or for room on it.
  private static let maximumWaiting = 16_384

  /// The result of an attempt to connect.
  enum Contact {
    case made
    case failed(reason: String)
  }

  private enum State {
    case idle
    case connecting
    case open(NodeChannel)
    /// No attempt is made for a moment.
    case pausing
    case closed
  }

  private let loop: any NodeLoop
  private let address: String
  private let hello: Hello
  private let tls: NodeTLS?
  private let report: (Contact) -> Void
  private var state = State.idle
  private var waiting = Deque<NodeCall>()

  /// - Parameter report: called when the other node has greeted, and when a connection to it can't be made.
  init(
    _ loop: any NodeLoop,
    to address: String,
    _ hello: Hello,
    tls: NodeTLS?,
    report: @escaping (Contact) -> Void
  ) {
    self.loop = loop
    self.address = address
    self.hello = hello
    self.tls = tls
    self.report = report
  }

  /// Sends a call. If the node can't be reached, the call is lost.
  func send(_ call: NodeCall) {
    loop.check()
    switch state {
    case .open(let channel) where waiting.isEmpty:
      switch channel.open(call) {
      case .taken: return
      case .full: wait(call)
      case .unavailable:
        // It finishes what it has, and closes.
        state = .idle
        connect(for: call)
      }
    case .open, .connecting: wait(call)
    case .idle: connect(for: call)
    case .pausing, .closed: call.finish(.lost(.notStarted))
    }
  }

  /// Opens a stream.
  ///
  /// - Returns: whether it was opened; otherwise the connection has to be made first, or there is no room.
  func open(_ stream: NodeStream) -> Bool {
    loop.check()
    if case .idle = state { connect() }
    guard case .open(let channel) = state else { return false }
    switch channel.open(stream) {
    case .taken: return true
    case .full: return false
    case .unavailable:
      // It finishes what it has, and closes.
      state = .idle
      connect()
      return false
    }
  }

  func close() {
    loop.check()
    if case .open(let channel) = state { channel.close() }
    state = .closed
    failWaiting()
  }

  private func wait(_ call: NodeCall) {
    guard waiting.count < NodeLink.maximumWaiting else { return call.finish(.lost(.notStarted)) }
    waiting.append(call)
  }

  private func connect(for call: NodeCall) {
    wait(call)
    connect()
  }

  private func connect() {
    guard case .idle = state else { return }
    guard let (host, port) = NodeLink.parts(of: address) else {
      return fail(address.isEmpty ? "it has no address" : "\(address) is not HOST:PORT")
    }
    state = .connecting
    let (loop, hello, tls) = (loop, hello, tls)
    ClientBootstrap(group: loop.eventLoop)
      .connectTimeout(.milliseconds(NodeLink.connectMilliseconds))
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if let tls { try channel.pipeline.syncOperations.addHandler(tls.handler(host: host)) }
          try channel.pipeline.syncOperations.addHandler(NodeChannel(loop, hello))
        }
      }
      .connect(host: host, port: port)
      .flatMapThrowing { channel in try channel.pipeline.syncOperations.handler(type: NodeChannel.self) }
      .whenComplete { [self] result in connected(result) }
  }

  private func connected(_ result: Result<NodeChannel, any Error>) {
    guard case .connecting = state else {
      if case .success(let channel) = result { channel.close() }
      return
    }
    switch result {
    case .failure(let error): fail("\(error)")
    case .success(let channel):
      state = .open(channel)
      channel.whenGreeted = { [report] in report(.made) }
      channel.whenChanged = { [weak self, weak channel] in
        guard let self, let channel else { return }
        changed(channel)
      }
      changed(channel)
    }
  }

  /// The channel has room for more calls, or none any more.
  private func changed(_ channel: NodeChannel) {
    guard case .open(let open) = state, open === channel else { return }
    guard channel.isUsable else {
      return channel.hasGreeted ? pause() : fail(channel.failure ?? "it has ended the connection")
    }
    while let call = waiting.popFirst() {
      guard call.isWanted else { continue }
      switch channel.open(call) {
      case .taken: continue
      case .full:
        waiting.prepend(call)
        return
      case .unavailable:
        waiting.prepend(call)
        return pause()
      }
    }
  }

  private func fail(_ reason: String) {
    report(.failed(reason: reason))
    pause()
  }

  private func pause() {
    state = .pausing
    failWaiting()
    loop.execute(after: UInt64(NodeLink.pauseMilliseconds) * 1_000_000) { [weak self] in
      guard let self, case .pausing = state else { return }
      state = .idle
    }
  }

  private func failWaiting() {
    let lost = waiting
    waiting = []
    for call in lost { call.finish(.lost(.notStarted)) }
  }

  /// Whether an address leads to the machine of whoever uses it, or nowhere.
  static func isHere(_ address: String) -> Bool {
    guard let host = parts(of: address)?.host else { return true }
    return host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  /// The host and the port of an address; a host in brackets is an IPv6 address.
  static func parts(of address: String) -> (host: String, port: Int)? {
    guard let colon = address.lastIndex(of: ":"), let port = Int(address[address.index(after: colon)...]),
      (1...65_535).contains(port)
    else { return nil }
    let host = address[..<colon]
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    return host.isEmpty ? nil : (String(isBracketed ? host.dropFirst().dropLast() : host), port)
  }
}
