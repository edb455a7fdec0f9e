import ArrangeModel
import Synchronization

/// Combines the answers of several shards, in order. A collection that was deleted in the meantime is left
/// out.
final class ListGathering: Sendable {
  private struct State {
    var infos: [CollectionInfo?]
    var missing: Int
    var failure: ArrangeError?
  }

  private let state: Mutex<State>
  private let whenDone: @Sendable (Result<[CollectionInfo], ArrangeError>) -> Void

  init(count: Int, whenDone: @escaping @Sendable (Result<[CollectionInfo], ArrangeError>) -> Void) {
    state = Mutex(State(infos: Array(repeating: nil, count: count), missing: count))
    self.whenDone = whenDone
    if count == 0 { whenDone(.success([])) }
  }

  func set(_ index: Int, _ result: Result<CollectionInfo, ArrangeError>) {
    let outcome: Result<[CollectionInfo], ArrangeError>? = state.withLock { state in
      switch result {
      case .success(let info): state.infos[index] = info
      case .failure(let error) where error.code == .notFound: break
      case .failure(let error): state.failure = error
      }
      state.missing -= 1
      guard state.missing == 0 else { return nil }
      return state.failure.map { .failure($0) } ?? .success(state.infos.compactMap(\.self))
    }
    if let outcome { whenDone(outcome) }
  }
}
