import ArrangeModel
import Changes
import Engine
import NIOCore
import Synchronization
import Wire

/// An open Changes/Subscribe stream: it brings what the shard tells to the connection's event loop, on which alone what changes
/// is touched.
final class OpenSubscription: SubscriptionListener, AnswerStream, @unchecked Sendable {
  let stream: UInt32
  let request: SubscribeRequest
  /// What evaluates the view that is followed; nil where it is a collection.
  let views: ViewHost?
  /// The shard that tells of news: a stored view that gets another definition can have another one then.
  let shard: Shard
  /// With whose work that for the subscription takes turns.
  let turnOwner: WorkOwner
  /// How large what it opens may be.
  let limits: Caller.Limits
  /// Finds out whether the subscriber may follow what is defined anew. It can be called on any thread.
  private let judge: @Sendable (ViewRights) -> ArrangeError?
  /// The names that were asked for and may not be seen.
  private let hidden: [Identifier]
  private let owner: ConnectionSubscriptions
  private let hasEnded = Atomic(false)
  // The rest is touched on the connection's event loop only.
  var machine: Subscription
  var times = ServiceTimes()
  var wake: Scheduled<Void>?
  /// Whether the answer to its question comes later.
  var awaitsAnswer = false
  /// Whether it waits until fewer questions are open.
  var isWaitingToAsk = false

  init(
    _ request: SubscribeRequest,
    _ stream: UInt32,
    hidden: [Identifier],
    turnOwner: WorkOwner,
    limits: Caller.Limits,
    judge: @escaping @Sendable (ViewRights) -> ArrangeError?,
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
    self.judge = judge
    self.views = views
    self.shard = shard
    self.owner = owner
    machine = Subscription(request.options, at: cursor)
  }

  var method: Method { .subscribe }

  /// Whether it has not ended. May be asked on any thread.
  var isOpen: Bool { !hasEnded.load(ordering: .relaxed) }

  /// An error, said of the name that was asked for.
  func named(_ error: ArrangeError) -> ArrangeError { hidden.isEmpty ? error : error.naming(hidden[0]) }

  func noteItsEnd() { hasEnded.store(true, ordering: .relaxed) }

  func noteNews() {
    if owner.isOnLoop {
      owner.tellNews(self)
    } else {
      owner.onLoop { [self] in owner.tellNews(self) }
    }
  }

  func refusal(of view: ViewRights) -> ArrangeError? { judge(view) }

  func noteEnd(_ error: ArrangeError) { owner.onLoop { [self] in owner.end(self, error) } }

  func creditCame() { owner.tell(self, .room) }

  func healthChanged() {}

  func drain() {
    owner.end(self, ArrangeError(.unavailable, "the server stops; subscribe again and go on with the token"))
  }

  func wasEnded() { owner.forget(self) }
}
