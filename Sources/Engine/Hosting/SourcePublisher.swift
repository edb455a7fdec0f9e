import ArrangeModel
import Synchronization

/// Reads the mailbox of a shard.
protocol MailboxReader: AnyObject, Sendable {
  /// Takes everything out of the mailbox. Called on the shard's executor.
  func drainMailbox()
}

/// Delivers durable commits to the shards that have views of their collections.
///
/// All commits of a durable step are put into all mailboxes at once, before any of them is answered. A shard
/// takes out everything at once, so it sees a consistent moment of the whole journal: no view shows a commit
/// without an earlier one of another collection that its client knew, and once a commit was acknowledged,
/// every view includes it.
final class SourcePublisher: Sendable {
  enum Event: Sendable {
    case step(SourceStep)
    /// No more commits will follow.
    case ended(CollectionKey, ArrangeError)

    var collection: CollectionKey {
      switch self {
      case .step(let step): step.collection
      case .ended(let key, _): key
      }
    }
  }

  /// The mailbox of one shard.
  private struct Mailbox {
    var events: [Event] = []
    /// When the first of them became durable, in monotonic nanoseconds; 0 without a meter.
    var time: UInt64 = 0
  }

  private let mailboxes: Mutex<[Mailbox]>
  private let executors: [any ShardExecutor]
  private let readers = Mutex<[Reader]>([])

  private struct Reader {
    weak var reader: (any MailboxReader)?
  }

  /// - Parameter executors: one for each shard.
  init(executors: [any ShardExecutor]) {
    mailboxes = Mutex(Array(repeating: Mailbox(), count: executors.count))
    self.executors = executors
  }

  /// Connects the mailboxes to those who read them, one for each shard.
  func connect(to readers: [any MailboxReader]) {
    self.readers.withLock { $0 = readers.map { Reader(reader: $0) } }
  }

  /// - Parameter time: when the commits became durable; 0 if unknown.
  func publish(_ events: [(shardIndices: [Int], event: Event)], at time: UInt64 = 0) {
    let shardIndices = mailboxes.withLock { mailboxes in
      var woken: [Int] = []
      for (shardIndices, event) in events {
        for shardIndex in shardIndices {
          if mailboxes[shardIndex].events.isEmpty { woken.append(shardIndex) }
          if mailboxes[shardIndex].time == 0 { mailboxes[shardIndex].time = time }
          mailboxes[shardIndex].events.append(event)
        }
      }
      return woken
    }
    guard !shardIndices.isEmpty else { return }
    let readers = readers.withLock { readers in
      shardIndices.map { readers.isEmpty ? nil : readers[$0].reader }
    }
    for (shardIndex, reader) in zip(shardIndices, readers) {
      guard let reader else { continue }
      executors[shardIndex].execute { reader.drainMailbox() }
    }
  }

  /// Takes everything out of a shard's mailbox, with the time of its first commit.
  func take(_ shardIndex: Int) -> (events: [Event], time: UInt64) {
    mailboxes.withLock { mailboxes in
      defer { mailboxes[shardIndex] = Mailbox() }
      return (mailboxes[shardIndex].events, mailboxes[shardIndex].time)
    }
  }
}
