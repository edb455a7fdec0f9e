import ArrangeModel
import Changes
import Dispatch
import Engine
import ProtobufCodec
import Wire

/// Subscribers that are always ready for more, as state machines and without sockets: what they cost the shard.
/// Used on the shard's executor only.
final class Watching: @unchecked Sendable {
  private var subscribers: [Subscriber] = []
  private(set) var messages = 0
  private(set) var bytes = 0

  final class Subscriber: SubscriptionListener, @unchecked Sendable {
    var machine: Subscription
    let request: SubscribeRequest
    let watching: Watching
    let shard: Shard
    let arena = Arena(codec: .protobufC)

    init(_ request: SubscribeRequest, _ shard: Shard, _ watching: Watching) throws(ArrangeError) {
      self.request = request
      self.shard = shard
      self.watching = watching
      machine = Subscription(request.options, at: try SubscriptionCursor(nil))
    }

    func notifyOfNewCommits() { handle(.news) }
    func recordEnd(_ error: ArrangeError) { fatalError("\(error)") }

    func handle(_ event: Subscription.Event) {
      let now = DispatchTime.now().uptimeNanoseconds
      guard
        case .ask(let cursor, let sendsProgress) = machine.handle(
          event,
          at: now,
          hasCredit: true,
          hasRoom: true
        )
      else { return }
      shard.nextMessage(
        for: request,
        at: cursor,
        sendsProgress: sendsProgress,
        largestBytes: 1 << 20,
        encode: { [self] message in arena.temporary { message.packable(in: arena).bytes } },
        reply: { [self] result in
          switch result {
          case .failure(let error): fatalError("\(error)")
          case .success(.upToDate(let cursor)): handle(.upToDate(cursor))
          case .success(.message(let bytes, _, let showsChanges, _, let cursor)):
            watching.messages += 1
            watching.bytes += bytes.count
            handle(.sent(showsChanges: showsChanges, cursor))
          }
        }
      )
    }
  }

  init(_ count: Int, of name: Identifier, in shard: Shard) throws(ArrangeError) {
    for _ in 0..<count {
      var request = SubscribeRequest(collection: name)
      // So many moves become durable together here that there would be a snapshot each time.
      request.options.reloadThreshold = SubscribeRequest.maximumReloadThreshold
      let subscriber = try Subscriber(request, shard, self)
      subscribers.append(subscriber)
      shard.subscribe(subscriber, to: name, as: request.options.profile) { _ in subscriber.handle(.opened) }
    }
  }

  var summary: String { "\(messages) messages of \(bytes / max(messages, 1)) bytes" }
}

extension Bench {
  /// Has subscribers watch from now on.
  func watch(_ count: Int) -> Watching {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var watching: Watching?
    executor.execute { [self] in
      watching = try? Watching(count, of: name, in: engine.shard(for: name))
      done.signal()
    }
    done.wait()
    guard let watching else { fatalError("no subscribers") }
    return watching
  }
}
