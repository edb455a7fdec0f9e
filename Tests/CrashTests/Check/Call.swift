import ArrangeModel
import Synchronization

/// A call as a client saw it: the request, the times and the answer. The checker knows nothing else about a
/// run.
struct Call: Sendable {
  enum Request: Sendable {
    case write(ApplyRequest)
    case read
    case history
    /// A message of a subscription: it was sent some time after the one before had come.
    case watch
  }

  enum Outcome: Sendable {
    case result(ApplyResult)
    /// Refused because of the content of the collection.
    case refused(StatusCode)
    /// Not done, for a reason that is independent of the content: the server was stopping or had stopped.
    case notStarted
    /// It is unknown whether it was done.
    case unknown
    /// Done, but the first result is no longer kept.
    case expired
    /// A whole collection.
    case content(ListContent)
    /// Only the version of a collection; the rest of the read failed.
    case version(UInt64)
    /// What a subscriber shows after a message.
    case shown(version: UInt64, ListFingerprint)
    case commits(HistoryPage)
    /// An answer that the server must never give.
    case wrong(String)
  }

  let cycle: Int
  let client: Int
  let collection: Identifier
  let request: Request
  /// The times of the call and of its answer, from one logical clock.
  let invoked: Int
  let completed: Int
  let outcome: Outcome
  /// The error that the caller got.
  var failure: ArrangeError?

  /// The version that the answer proves to be durable.
  var shownVersion: UInt64? {
    switch outcome {
    case .result(let result): result.version
    case .content(let content): content.version
    case .version(let version), .shown(let version, _): version
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
      case .watch: "watch"
      }
    let answer: String =
      switch outcome {
      // Whole lists in full would take most of the time of a record.
      case .content(let content):
        "version \(content.version): "
          + content.sections.map { "\($0.section.id.text):\($0.items.map(\.id.text))" }.joined(separator: " ")
      case .commits(let page): "commits \(page.commits.map(\.version)) of \(page.version)"
      case .unknown, .notStarted: "\(outcome)\(failure.map { ": \($0)" } ?? "")"
      default: "\(outcome)"
      }
    return "[\(invoked), \(completed)] cycle \(cycle), client \(client), \(collection): \(what) -> \(answer)"
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

/// The calls of a run, and the logical clock that orders them.
final class Recorder: Sendable {
  private let calls = Mutex<[Call]>([])
  private let clock = Atomic<Int>(0)

  /// A number that is greater than every one before.
  func tick() -> Int { clock.add(1, ordering: .sequentiallyConsistent).newValue }

  func record(_ call: Call) { calls.withLock { $0.append(call) } }

  var all: [Call] { calls.withLock { $0 } }
}

/// A violation of the server's guarantees.
struct Violation: Error, CustomStringConvertible {
  enum Kind: String, Sendable, CaseIterable {
    /// An acknowledged or visible change is missing.
    case lost
    /// A change was applied twice.
    case doubled
    /// Versions contradict the real-time order of the calls.
    case reordered
    /// An answer differs from the result of the operations before it.
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
