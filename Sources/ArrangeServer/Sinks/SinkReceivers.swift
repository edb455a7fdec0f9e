import ArrangeModel
import Engine
import Foundation
import Synchronization

/// Takes one message to the receiver of a sink.
protocol SinkCarrier: Sendable {
  /// Makes what is sent. May be called on any thread.
  var encoder: SinkEncoder { get }

  /// Makes one attempt.
  ///
  /// - Parameter id: the same at each attempt with a message.
  /// - Returns: nil if the receiver has it.
  func send(_ payload: SinkPayload, id: String) async -> SinkDelivery.Failure?
}

/// The receivers of all sinks.
struct SinkReceivers: Sendable {
  let webhooks: WebhookSender
  /// Nil if the program has nothing for mirrors.
  let mirrors: (any SinkMirrors)?

  /// What takes a message of a sink to its receiver.
  ///
  /// - Parameter isOwner: asks whether the message is still to be delivered, and by this node.
  func carrier(
    for sink: DeliveredSink,
    isOwner: @escaping @Sendable () async -> Bool
  ) -> any SinkCarrier {
    if let mirror = MirrorReference(sink) {
      return MirrorCarrier(mirrors: mirrors, mirror: mirror, isOwner: isOwner)
    }
    let settings = sink.stored.settings
    return WebhookCarrier(
      sender: webhooks,
      name: sink.name,
      receiver: WebhookSender.Receiver(sink: sink.key, url: settings.url, allowed: settings.networks),
      secrets: settings.secrets
    )
  }

  /// Finds out whether the receiver of a sink takes messages.
  ///
  /// - Parameter time: distinguishes this test from others.
  func test(_ sink: DeliveredSink, at time: UInt64) async -> WebhookSender.Outcome {
    if let mirror = MirrorReference(sink) {
      return WebhookSender.Outcome(failure: await mirror.use(mirrors) { await $0.test($1) })
    }
    let settings = sink.stored.settings
    return await webhooks.send(
      WebhookBody.test(of: sink.name),
      id: "\(sink.name.text.headerEscaped).test.\(time)",
      to: WebhookSender.Receiver(sink: sink.key, url: settings.url, allowed: settings.networks),
      keys: settings.secrets
    )
  }

  /// The states of the lists in a mirror; nil if they can't be read now.
  func states(of sink: DeliveredSink) async -> [Identifier: StateID]? {
    guard let mirrors, let mirror = MirrorReference(sink), case .success(let place) = await mirror.place()
    else {
      return nil
    }
    return await mirrors.states(in: place)
  }

  /// Removes lists from a mirror.
  func remove(_ states: [Identifier: StateID], from mirror: MirrorReference?) async {
    guard let mirrors, case .success(let place)? = await mirror?.place() else { return }
    await mirrors.remove(states, from: place)
  }

  /// Closes the connections of sinks that are gone.
  func keep(only sinks: Set<CollectionKey>) {
    webhooks.keep(only: sinks)
    mirrors?.keep(only: sinks)
  }
}

/// Takes a message to a receiver of webhooks.
private struct WebhookCarrier: SinkCarrier {
  let sender: WebhookSender
  let name: Identifier
  let receiver: WebhookSender.Receiver
  let secrets: [String]

  var encoder: SinkEncoder { WebhookBody.encoder(of: name) }

  func send(_ payload: SinkPayload, id: String) async -> SinkDelivery.Failure? {
    await sender.send(payload.bytes, id: id, to: receiver, keys: secrets).failure
  }
}

/// Writes a message into a mirror.
private final class MirrorCarrier: SinkCarrier {
  private let mirrors: (any SinkMirrors)?
  private let mirror: MirrorReference
  private let isOwner: @Sendable () async -> Bool
  /// What is written: rows and not bytes.
  private let message = Mutex<SinkMessage?>(nil)

  init(
    mirrors: (any SinkMirrors)?,
    mirror: MirrorReference,
    isOwner: @escaping @Sendable () async -> Bool
  ) {
    self.mirrors = mirrors
    self.mirror = mirror
    self.isOwner = isOwner
  }

  var encoder: SinkEncoder {
    { [self] message in
      self.message.withLock { $0 = message }
      return []
    }
  }

  func send(_ payload: SinkPayload, id: String) async -> SinkDelivery.Failure? {
    guard let message = message.withLock({ $0 }) else {
      return SinkDelivery.Failure(.server, "no message was made")
    }
    return await mirror.use(mirrors) { [isOwner] mirrors, place in
      await mirrors.write(message, to: place, isOwner: isOwner)
    }
  }
}

/// Where a sink writes, with what names the connection string.
struct MirrorReference: Sendable {
  private let sink: CollectionKey
  private let name: Identifier
  private let epoch: UInt64
  private let settings: PostgresMirror

  /// Nil if the sink is no mirror.
  init?(_ sink: DeliveredSink) {
    guard let settings = sink.stored.settings.postgres else { return nil }
    self.settings = settings
    self.sink = sink.key
    name = sink.name
    epoch = sink.epoch
  }

  /// Calls a closure with the place, whose connection string is read for each message.
  func use(
    _ mirrors: (any SinkMirrors)?,
    _ body: (any SinkMirrors, MirrorPlace) async -> SinkDelivery.Failure?
  ) async -> SinkDelivery.Failure? {
    guard let mirrors else {
      return SinkDelivery.Failure(.server, "this program can't write mirrors")
    }
    switch await place() {
    case .success(let place): return await body(mirrors, place)
    case .failure(let failure): return failure
    }
  }

  /// The place; why it is not known otherwise.
  @inline(never)
  func place() async -> Result<MirrorPlace, SinkDelivery.Failure> {
    let text = settings.connection
    let isPlain = PostgresMirror.schemes.contains { text.hasPrefix($0) }
    do throws(WebhookKeys.Failure) {
      let found = try await isPlain ? text : WebhookKeys.value(of: text, what: "connection string").text
      return .success(
        MirrorPlace(
          sink: sink,
          name: name,
          epoch: epoch,
          connection: found.trimmingCharacters(in: .whitespacesAndNewlines),
          isWithoutPassword: isPlain,
          schema: settings.schema,
          keepsMoves: settings.keepsMoves
        )
      )
    } catch {
      return .failure(SinkDelivery.Failure(.keys, "\(error)"))
    }
  }
}
