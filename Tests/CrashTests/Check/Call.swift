import ArrangeModel
import Synchronization

/// A call as a client saw it: what it asked, when, and what came back. All that the checker knows of a run.
struct Call: Sendable {
  enum Request: Sendable {
    case write(ApplyRequest)
    case read
    case history
  }

  enum Outcome: Sendable {
    case result(ApplyResult)
    /// Refused because of what the collection holds.
    case refused(StatusCode)
    /// Not done, for a reason that has nothing to do with the content: the server was going or gone.
    case notStarted
    /// Nobody knows whether it was done.
    case unknown
    /// Done, but the first result is no longer kept.
    case expired
    /// A whole collection.
    case content(ListContent)
    /// Only the version of a collection, where the rest of the read failed.
    case version(UInt64)
    case commits(HistoryPage)
    /// What must never be answered.
    case wrong(String)
  }

  let cycle: Int
  let client: Int
  let collection: Identifier
  let request: Request
  /// When it was made and when it was answered: numbers from one clock that counts.
  let invoked: Int
  let completed: Int
  let outcome: Outcome

  /// The version that the answer has shown to be durable.
  var shownVersion: UInt64? {
    switch outcome {
    case .result(let result): result.version
    case .content(let content): content.version
    case .version(let version): version
    case .commits(let page): page.version
    case .refused, .notStarted, .unknown, .expired, .wrong: nil
    }
  }
}

extension Call: CustomStringConvertible {
  var description: String {
    let what: String =
      switch request {
      case .write(let request):
        "\(request.requestID.map { "\($0.bytes.hexadecimal) " } ?? "")"
          + "\(request.ifVersion.map { "if version \($0): " } ?? "")\(request.operations)"
      case .read: "read"
      case .history: "history"
      }
    return "[\(invoked), \(completed)] cycle \(cycle), client \(client), \(collection): \(what) -> \(outcome)"
  }
}

extension [UInt8] {
  var hexadecimal: String { map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
}

/// The content of a collection at one version, put together from the pages of a read.
struct ListContent: Sendable {
  var version: UInt64
  var sections: [(section: ElementSnapshot, items: [ElementSnapshot])] = []
}

/// The calls of a run, and the clock by which they are ordered.
final class Recorder: Sendable {
  private let calls = Mutex<[Call]>([])
  private let clock = Atomic<Int>(0)

  /// A number that is greater than every one before.
  func tick() -> Int { clock.add(1, ordering: .sequentiallyConsistent).newValue }

  func record(_ call: Call) { calls.withLock { $0.append(call) } }

  var all: [Call] { calls.withLock { $0 } }
}

/// What the server did and must not do.
struct Violation: Error, CustomStringConvertible {
  enum Kind: String, Sendable, CaseIterable {
    /// Something acknowledged, or shown, is not there.
    case lost
    /// Something was done twice.
    case doubled
    /// Versions contradict the order in which calls were made and answered.
    case reordered
    /// An answer is not what the operations before it give.
    case wrong
    /// The server does not run, answer or stop as it should.
    case broken
  }

  let kind: Kind
  let message: String
  var calls: [Call] = []

  init(_ kind: Kind, _ message: String, _ calls: Call?...) {
    self.kind = kind
    self.message = message
    self.calls = calls.compactMap { $0 }
  }

  var description: String {
    ([kind.rawValue + ": " + message] + calls.map { "  " + String($0.description.prefix(4_000)) })
      .joined(separator: "\n")
  }
}
