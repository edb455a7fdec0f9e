import ArrangeModel
import Synchronization

/// What brings durable commits to the shards that have views of their collections.
///
/// All commits of a durable step are put into all letter boxes at once, before any of them is answered. So what a shard
/// takes out at once is a moment of the whole journal: no view sees a commit without one of another collection that its
/// client knew of, and who was told that a commit is durable finds it in every view.
final class SourcePublisher: Sendable {
  enum Letter: Sendable {
    case step(SourceStep)
    /// There will be nothing any more.
    case ended(CollectionKey, ArrangeError)

    var collection: CollectionKey {
      switch self {
      case .step(let step): step.collection
      case .ended(let key, _): key
      }
    }
  }

  private let boxes: Mutex<[[Letter]]>
  private let executors: [any ShardExecutor]
  private let directory = Mutex(Shards())

  private struct Shards {
    weak var directory: ShardDirectory?
  }

  /// - Parameter executors: one for each shard.
  init(executors: [any ShardExecutor]) {
    boxes = Mutex(Array(repeating: [], count: executors.count))
    self.executors = executors
  }

  /// Says which shards the boxes are of.
  func connect(to shards: ShardDirectory) { directory.withLock { $0.directory = shards } }

  func publish(_ letters: [(homes: [Int], letter: Letter)]) {
    let homes = boxes.withLock { boxes in
      var woken: [Int] = []
      for (homes, letter) in letters {
        for home in homes {
          if boxes[home].isEmpty { woken.append(home) }
          boxes[home].append(letter)
        }
      }
      return woken
    }
    guard !homes.isEmpty, let shards = directory.withLock({ $0.directory }) else { return }
    for home in homes { executors[home].execute { shards.hosts[home].takeLetters() } }
  }

  /// What has come for a shard.
  func take(_ home: Int) -> [Letter] {
    boxes.withLock { boxes in
      defer { boxes[home] = [] }
      return boxes[home]
    }
  }
}
