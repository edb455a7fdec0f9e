import ArrangeModel
import AsyncHTTPClient
import Engine
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Sends webhooks: to addresses that were checked, without redirects, and with a deadline.
///
/// A name is resolved here, and what a connection is made to is one of the addresses that were found allowed. So a name that
/// means another address a moment later leads nowhere else. The address of the connection is checked once more when it is made.
final class WebhookSender: Sendable {
  /// The longest time of an attempt, in seconds.
  static let patience: Int64 = 15
  /// The longest time until a connection is made, in seconds.
  private static let connectPatience: Int64 = 5
  /// How much of an answer is read, in bytes.
  private static let largestAnswer = 1_024
  /// How long the address of a name is used, in nanoseconds.
  private static let addressAge: UInt64 = 30_000_000_000
  /// The number of threads that look up names.
  private static let lookupThreads = 4

  /// Where a message goes.
  struct Receiver: Sendable, Hashable {
    let sink: CollectionKey
    let url: String
    let allowed: [SinkNetwork]
  }

  /// What became of an attempt.
  struct Outcome: Sendable {
    /// 0 without an answer.
    var status: UInt = 0
    /// Nil if the receiver has accepted the message.
    var failure: SinkDelivery.Failure?
  }

  private struct Connected: Sendable {
    let receiver: Receiver
    let address: String
    var since: UInt64
    let client: HTTPClient
  }

  private struct State {
    /// By the keys of sinks.
    var connected: [CollectionKey: Connected] = [:]
    /// The clients that are not used any more, but whose last requests may not have ended.
    var retired: [ObjectIdentifier: HTTPClient] = [:]
    var isClosed = false
  }

  private let group: MultiThreadedEventLoopGroup
  private let lookups: NIOThreadPool
  private let clock: EngineClock
  private let state = Mutex(State())

  init(on group: MultiThreadedEventLoopGroup, clock: EngineClock) {
    self.group = group
    self.clock = clock
    lookups = NIOThreadPool(numberOfThreads: WebhookSender.lookupThreads)
    lookups.start()
  }

  /// Makes one attempt.
  ///
  /// - Parameter id: the same at each attempt with a message.
  @inline(never)
  func send(_ body: [UInt8], id: String, to receiver: Receiver, keys references: [String]) async -> Outcome {
    do throws(SinkDelivery.Failure) {
      let headers = try await headers(of: body, id: id, keys: references)
      let client = try await client(for: receiver)
      var request = HTTPClientRequest(url: receiver.url)
      request.method = .POST
      request.headers = headers
      request.body = .bytes(ByteBuffer(bytes: body))
      return try await perform(request, with: client)
    } catch {
      return Outcome(failure: error)
    }
  }

  @inline(never)
  private func headers(
    of body: [UInt8],
    id: String,
    keys references: [String]
  ) async throws(SinkDelivery.Failure) -> HTTPHeaders {
    do throws(WebhookKeys.Failure) {
      let keys = try await WebhookKeys.read(references)
      let seconds = clock.wallTime().microseconds / 1_000_000
      return [
        "content-type": "application/json", "user-agent": "arrange/\(ArrangeVersion.current)",
        "webhook-id": id, "webhook-timestamp": "\(seconds)",
        "webhook-signature": try keys.signature(of: body, id: id, seconds: seconds),
      ]
    } catch {
      throw SinkDelivery.Failure(.keys, "\(error)")
    }
  }

  private func perform(
    _ request: HTTPClientRequest,
    with client: HTTPClient
  ) async throws(SinkDelivery.Failure) -> Outcome {
    let response: HTTPClientResponse
    do { response = try await WebhookSender.response(to: request, from: client) } catch {
      throw WebhookSender.failure(error)
    }
    let status = response.status.code
    guard !(200...299).contains(status) else { return Outcome(status: status) }
    let kind: SinkDelivery.Kind =
      switch status {
      case 409: .conflict
      case 410: .gone
      case 429: .limited
      case 500...599: .failing
      default: .refused
      }
    let seconds = response.headers.first(name: "retry-after").flatMap { UInt64($0) }
    let isObeyed = status == 429 || status == 503
    let message =
      (300...399).contains(status)
      ? "the receiver has answered \(status), and redirects are not followed"
      : "the receiver has answered \(status)"
    return Outcome(
      status: status,
      failure: SinkDelivery.Failure(
        kind,
        message,
        retryAfter: isObeyed ? seconds.map { min($0, 1 << 32) * 1_000_000_000 } : nil
      )
    )
  }

  /// The head of an answer, once so much of its body was read that the connection can be used again. All of it has a deadline, so that
  /// a receiver that sends a byte now and then is not waited for.
  private static func response(
    to request: HTTPClientRequest,
    from client: HTTPClient
  ) async throws -> HTTPClientResponse {
    try await withThrowingTaskGroup(of: HTTPClientResponse.self) { group in
      group.addTask {
        let response = try await client.execute(request, timeout: .seconds(patience))
        var count = 0
        for try await part in response.body {
          count += part.readableBytes
          // The rest is not read, and the connection is closed.
          if count > largestAnswer { break }
        }
        return response
      }
      group.addTask {
        try await Task.sleep(for: .seconds(patience))
        throw HTTPClientError.deadlineExceeded
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw HTTPClientError.cancelled }
      return first
    }
  }

  private static func failure(_ error: any Error) -> SinkDelivery.Failure {
    if let failure = error as? SinkDelivery.Failure { return failure }
    switch error as? HTTPClientError {
    case .deadlineExceeded, .readTimeout, .connectTimeout, .tlsHandshakeTimeout,
      .getConnectionFromPoolTimeout:
      return SinkDelivery.Failure(.timeout, "the receiver has not answered in time")
    case .remoteConnectionClosed, .cancelled, .uncleanShutdown:
      return SinkDelivery.Failure(.unreachable, "the receiver has closed the connection")
    default:
      return SinkDelivery.Failure(
        .unreachable,
        "the receiver can't be reached: \(String("\(error)".prefix(120)))"
      )
    }
  }

  // MARK: Addresses

  /// A client that reaches one address of the receiver, which is allowed.
  private func client(for receiver: Receiver) async throws(SinkDelivery.Failure) -> HTTPClient {
    let now = clock.monotonicNanoseconds()
    let known = state.withLock { $0.connected[receiver.sink] }
    if let known, known.receiver == receiver, now - known.since < WebhookSender.addressAge {
      return known.client
    }
    guard let url = URL(string: receiver.url), let host = url.host(percentEncoded: false), !host.isEmpty
    else {
      throw SinkDelivery.Failure(.unreachable, "the address of the receiver has no host")
    }
    let found = try await addresses(of: host)
    let reachable = found.filter { address in
      SinkNetwork.bytes(of: address).map { SinkNetwork.mayReach($0, allowed: receiver.allowed) } ?? false
    }
    // All of them, so that it is not left to chance.
    guard let address = reachable.first, reachable.count == found.count else {
      throw SinkDelivery.Failure(
        .forbidden,
        "\(host) has an address that is private; list it in allowed_addresses if that is meant"
      )
    }
    if let known, known.receiver == receiver, reachable.contains(known.address) {
      return keep(Connected(receiver: receiver, address: known.address, since: now, client: known.client))
    }
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(WebhookSender.connectPatience)),
      decompression: .disabled
    )
    configuration.dnsOverride = [host: address]
    configuration.httpVersion = .http1Only
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = SinkLoop.mostInFlight
    let allowed = receiver.allowed
    configuration.http1_1ConnectionDebugInitializer = { channel in
      let bytes = channel.remoteAddress?.ipAddress.flatMap { SinkNetwork.bytes(of: $0) }
      guard let bytes, SinkNetwork.mayReach(bytes, allowed: allowed) else {
        return channel.close().flatMapThrowing {
          throw SinkDelivery.Failure(.forbidden, "the connection leads to an address that is private")
        }
      }
      return channel.eventLoop.makeSucceededVoidFuture()
    }
    let client = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    return keep(Connected(receiver: receiver, address: address, since: now, client: client))
  }

  /// Uses the client from now on, unless there is another one for the same address.
  private func keep(_ connected: Connected) -> HTTPClient {
    let (client, unused) = state.withLock { state -> (HTTPClient, HTTPClient?) in
      guard !state.isClosed else { return (connected.client, connected.client) }
      guard var old = state.connected[connected.receiver.sink] else {
        state.connected[connected.receiver.sink] = connected
        return (connected.client, nil)
      }
      if old.receiver == connected.receiver, old.address == connected.address {
        old.since = connected.since
        state.connected[connected.receiver.sink] = old
        return (old.client, old.client === connected.client ? nil : connected.client)
      }
      state.connected[connected.receiver.sink] = connected
      return (connected.client, old.client)
    }
    if let unused { retire(unused) }
    return client
  }

  /// Shuts a client down once its last request has ended.
  private func retire(_ client: HTTPClient) {
    state.withLock { $0.retired[ObjectIdentifier(client)] = client }
    group.next().scheduleTask(in: .seconds(2 * WebhookSender.patience)) { [weak self] in
      guard let client = self?.state.withLock({ $0.retired.removeValue(forKey: ObjectIdentifier(client)) })
      else {
        return
      }
      Task { try? await client.shutdown() }
    }
  }

  /// Closes the connections of sinks that are gone.
  func keep(only sinks: Set<CollectionKey>) {
    let gone = state.withLock { state in
      let gone = state.connected.filter { !sinks.contains($0.key) }
      for sink in gone.keys { state.connected[sink] = nil }
      return gone
    }
    for connected in gone.values { retire(connected.client) }
  }

  /// Ends everything.
  func close() async {
    let all = state.withLock { state in
      state.isClosed = true
      defer { (state.connected, state.retired) = ([:], [:]) }
      return state.connected.values.map(\.client) + state.retired.values
    }
    for client in all { try? await client.shutdown() }
    try? await lookups.shutdownGracefully()
  }

  /// All addresses of a name, in the order of the system.
  private func addresses(of host: String) async throws(SinkDelivery.Failure) -> [String] {
    let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    if SinkNetwork.bytes(of: name) != nil { return [name] }
    let lookup = Lookup()
    let patience = WebhookSender.connectPatience
    group.next().scheduleTask(in: .seconds(patience)) { lookup.give(nil) }
    lookups.submit { state in
      lookup.give(state == .active ? WebhookSender.lookUp(name) : nil)
    }
    let found = await lookup.value
    guard let found, !found.isEmpty else {
      throw SinkDelivery.Failure(.unreachable, "\(host) has no address")
    }
    return found
  }

  /// Blocks.
  private static func lookUp(_ name: String) -> [String]? {
    var hints = addrinfo()
    #if canImport(Glibc) || canImport(Musl)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, nil, &hints, &list) == 0 else { return nil }
    defer { freeaddrinfo(list) }
    var found: [String] = []
    var next = list
    while let entry = next {
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let entryLength = entry.pointee.ai_addrlen
      if getnameinfo(entry.pointee.ai_addr, entryLength, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        == 0
      {
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let address = String(decoding: bytes, as: UTF8.self)
        if !found.contains(address) { found.append(address) }
      }
      next = entry.pointee.ai_next
    }
    return found
  }
}

/// The result of a lookup, which is given once; what comes later is ignored.
private final class Lookup: Sendable {
  private struct State {
    var continuation: CheckedContinuation<[String]?, Never>?
    var result: [String]??
  }

  private let state = Mutex(State())

  func give(_ addresses: [String]?) {
    let continuation = state.withLock { state -> CheckedContinuation<[String]?, Never>? in
      guard state.result == nil else { return nil }
      state.result = .some(addresses)
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: addresses)
  }

  var value: [String]? {
    get async {
      await withCheckedContinuation { continuation in
        let result = state.withLock { state -> [String]?? in
          if state.result == nil { state.continuation = continuation }
          return state.result
        }
        if let result { continuation.resume(returning: result) }
      }
    }
  }
}
