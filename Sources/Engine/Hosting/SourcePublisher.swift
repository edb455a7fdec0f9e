import ArrangeModel
import Synchronization

/// Delivers durable commits to the shards that have views of their collections.
///
/// All commits of a durable step are put into all mailboxes at once, before any of them is answered. A shard
/// takes out everything at once, so it sees a consistent moment of the whole journal: no view shows a commit
/// without an earlier one of another collection that its client knew, and once a commit was acknowledged,
/// every view includes it.
final class SourcePublisher: Sendable {
  enum Letter: Sendable {
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
  private struct Box {
    var letters: [Letter] = []
    /// When the first of them became durable, in monotonic nanoseconds; 0 without a meter.
    var time: UInt64 = 0
  }

  private let boxes: Mutex<[Box]>
  private let executors: [any ShardExecutor]
  private let directory = Mutex(Shards())

  private struct Shards {
    weak var directory: ShardDirectory?
  }

  /// - Parameter executors: one for each shard.
  init(executors: [any ShardExecutor]) {
    boxes = Mutex(Array(repeating: Box(), count: executors.count))
    self.executors = executors
  }

  /// Connects the mailboxes to their shards.
  func connect(to shards: ShardDirectory) { directory.withLock { $0.directory = shards } }

  /// - Parameter time: when the commits became durable; 0 if unknown.
  func publish(_ letters: [(homes: [Int], letter: Letter)], at time: UInt64 = 0) {
    let homes = boxes.withLock { boxes in
      var woken: [Int] = []
      for (homes, letter) in letters {
        for home in homes {
          if boxes[home].letters.isEmpty { woken.append(home) }
          if boxes[home].time == 0 { boxes[home].time = time }
          boxes[home].letters.append(letter)
        }
      }
      return woken
    }
    guard !homes.isEmpty, let shards = directory.withLock({ $0.directory }) else { return }
    for home in homes { executors[home].execute { shards.hosts[home].takeLetters() } }
  }

  /// Takes everything out of a shard's mailbox, with the time of its first commit.
  func take(_ home: Int) -> (letters: [Letter], time: UInt64) {
    boxes.withLock { boxes in
      defer { boxes[home] = Box() }
      return (boxes[home].letters, boxes[home].time)
    }
  }
}
