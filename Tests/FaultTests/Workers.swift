import Foundation
import Synchronization

/// Blocking work on separate threads, so that other tests continue.
enum Workers {
  /// The number of concurrent threads.
  static let count = 2

  /// Works on all elements and returns the results in the order of the elements.
  static func map<Element, Value: Sendable>(
    _ elements: [Element],
    _ body: @escaping @Sendable (Element) -> Value
  ) async -> [Value] where Element: Sendable {
    let next = Atomic<Int>(0)
    let results = Mutex<[Int: Value]>([:])
    let shared = Shared(next: next, results: results)
    await withTaskGroup { group in
      for _ in 0..<count {
        group.addTask {
          await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            Thread.detachNewThread {
              while true {
                let index = shared.next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < elements.count else { break }
                let value = body(elements[index])
                shared.results.withLock { $0[index] = value }
              }
              continuation.resume()
            }
          }
        }
      }
    }
    return shared.results.withLock { found in elements.indices.compactMap { found[$0] } }
  }

  private final class Shared<Value: Sendable>: Sendable {
    let next: Atomic<Int>
    let results: Mutex<[Int: Value]>

    init(next: consuming Atomic<Int>, results: consuming Mutex<[Int: Value]>) {
      self.next = next
      self.results = results
    }
  }
}
