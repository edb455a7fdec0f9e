import ArrangeModel
import Changes
import Engine
import NIOCore
import Synchronization
import Wire

/// An open Changes/Subscribe stream. It forwards the notifications of the shard to the connection's event
/// loop; all mutable state is used there only.
final class OpenSubscription: SubscriptionListener, AnswerStream, @unchecked Sendable {
  let stream: UInt32
  let request: SubscribeRequest
  /// The host that evaluates the view; nil for a collection.
  let views: ViewHost?
  /// The shard that sends notifications. A stored view can belong to another shard once it is redefined.
  let shard: Shard
  /// The owner whose turns the work of the subscription uses.
  let turnOwner: WorkOwner
  /// The limits on what the subscription opens.
  let limits: Caller.Limits
  /// Checks whether the subscriber may follow a redefined view. Can be called on any thread.
  private let check: @Sendable (ViewRights) -> ArrangeError?
  /// The requested names that the caller may not see.
  private let hidden: [Identifier]
  private let owner: ConnectionSubscriptions
  /// When it was opened.
  let since: Timestamp
  private let hasEnded = Atomic(false)
  // The rest is used on the connection's event loop only.
  var machine: Subscription
  var times = ServiceTimes()
  var wake: Scheduled<Void>?
  /// Whether its request is answered later.
  var awaitsAnswer = false
  /// Whether it is among the waiting ones of its connection.
  var isWaiting = false

  init(
    _ request: SubscribeRequest,
    _ stream: UInt32,
    hidden: [Identifier],
    turnOwner: WorkOwner,
    limits: Caller.Limits,
    check: @escaping @Sendable (ViewRights) -> ArrangeError?,
    by shard: Shard,
    _ views: ViewHost?,
    at cursor: SubscriptionCursor,
    _ owner: ConnectionSubscriptions
  ) {
    self.request = request
    self.stream = stream
    self.hidden = hidden
    self.turnOwner = turnOwner
    self.limits = limits
    self.check = check
    self.views = views
    self.shard = shard
    self.owner = owner
    since = owner.server.clock.wallTime()
    machine = Subscription(request.options, at: cursor)
  }

  var method: Method { .subscribe }

  /// Whether it has not ended. Can be read on any thread.
  var isOpen: Bool { !hasEnded.load(ordering: .relaxed) }

  /// An error that refers to the requested name.
  func named(_ error: ArrangeError) -> ArrangeError { hidden.isEmpty ? error : error.naming(hidden[0]) }

  func markEnded() { hasEnded.store(true, ordering: .relaxed) }

  func notifyOfNewCommits() {
    if owner.isOnLoop {
      owner.handleNewCommits(self)
    } else {
      owner.onLoop { [self] in owner.handleNewCommits(self) }
    }
  }

  func refusal(of view: ViewRights) -> ArrangeError? { check(view) }

  func recordEnd(_ error: ArrangeError) { owner.onLoop { [self] in owner.end(self, error) } }

  func creditGranted() { owner.handle(self, .room) }

  func healthChanged() {}

  func drain() {
    owner.end(self, ArrangeError(.unavailable, "the server stops; subscribe again with the resume token"))
  }

  func wasEnded() { owner.forget(self) }
}
