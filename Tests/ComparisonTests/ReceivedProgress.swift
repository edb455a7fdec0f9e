import Synchronization

/// What a comparison told of its progress.
final class ReceivedProgress: Sendable {
  private let tellings = Mutex<[(done: Int, total: Int)]>([])

  func record(_ done: Int, _ total: Int) { tellings.withLock { $0.append((done, total)) } }

  var last: (done: Int, total: Int)? { tellings.withLock { $0.last } }

  /// Whether what is done never went back, and the total stayed.
  var isSteady: Bool {
    tellings.withLock { tellings in
      zip(tellings, tellings.dropFirst()).allSatisfy { $0.done <= $1.done && $0.total == $1.total }
    }
  }
}
