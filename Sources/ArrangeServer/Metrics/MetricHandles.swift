import CoreMetrics
import Measuring
import Synchronization

extension MetricDescription {
  /// A handle that counts.
  ///
  /// - Parameter values: of the labels, in their order.
  func counter(_ factory: any MetricsFactory, _ values: String...) -> Counter {
    Counter(label: name, dimensions: Array(zip(labels, values)), factory: factory)
  }

  /// A handle of a number of the moment.
  func meter(_ factory: any MetricsFactory, _ values: String...) -> Meter {
    Meter(label: name, dimensions: Array(zip(labels, values)), factory: factory)
  }

  /// A handle of a histogram of times.
  func timer(_ factory: any MetricsFactory, _ values: String...) -> CoreMetrics.Timer {
    CoreMetrics.Timer(label: name, dimensions: Array(zip(labels, values)), factory: factory)
  }

  /// A handle of a histogram of numbers.
  func recorder(_ factory: any MetricsFactory, _ values: String...) -> Recorder {
    Recorder(label: name, dimensions: Array(zip(labels, values)), factory: factory)
  }
}

/// A counter of what somebody else counts.
final class TotalCounter: Sendable {
  private let counter: Counter
  private let counted = Mutex<UInt64>(0)

  init(_ counter: Counter) { self.counter = counter }

  /// Says how many there were in all.
  func set(_ total: UInt64) {
    counted.withLock { counted in
      guard total > counted else { return }
      counter.increment(by: total - counted)
      counted = total
    }
  }
}

/// One counter for each case of an enumeration.
struct CounterTable<Key: CaseIterable & Hashable & RawRepresentable<String>> {
  private let counters: [Key: Counter]

  /// - Parameter metric: has one label, for the words of the cases.
  init(_ metric: MetricDescription, _ factory: any MetricsFactory) {
    counters = Dictionary(
      uniqueKeysWithValues: Key.allCases.map { ($0, metric.counter(factory, $0.rawValue)) }
    )
  }

  func increment(_ key: Key) { counters[key]?.increment() }
}

/// Why a connection or a call was refused, as a label.
enum RefusalReason: String, CaseIterable {
  /// There are as many connections as the server takes.
  case tooManyConnections = "too_many_connections"
  /// A principal has as many connections as it may have.
  case tooManyOfPrincipal = "too_many_of_principal"
  /// A token or certificate does not hold.
  case unauthenticated
  case tlsHandshake = "tls_handshake"
  /// Somebody speaks HTTP or TLS to a plain port.
  case foreignProtocol = "foreign_protocol"
  case draining
  /// Who calls may not do it, or may not see what it names.
  case permissionDenied = "permission_denied"
  /// Who calls has as much as its limits allow.
  case limit
  case unknownMethod = "unknown_method"
  case tooManyCalls = "too_many_calls"
  case tooManySubscriptions = "too_many_subscriptions"
  /// The time that the caller gave was over before the call had its turn.
  case deadlineExceeded = "deadline_exceeded"
}

/// Why a connection ended, as a label.
enum ConnectionEnd: String, CaseIterable {
  /// The client closed it.
  case closed
  /// It broke: reset, or not reachable any more.
  case lost
  /// The client took too long.
  case timeout
  /// The client broke the rules of the wire.
  case violation
  /// It was refused: nothing was carried out on it.
  case refused
  /// Who the client said it is does not hold any more.
  case unauthenticated
  /// All connections together held too much memory.
  case memory
  /// The server stopped.
  case stopped
}

/// What kind of message a subscriber was sent.
enum MessageKind {
  case batch
  case snapshot
  case progress
}

/// What a subscription waits for, as a label.
enum SubscriptionWait: String, CaseIterable {
  /// Its collection, to be read.
  case opening
  /// News.
  case inStep = "in_step"
  /// Its next message, which is being made.
  case served
  /// The client, to have room for a message.
  case credit
  /// The client, which does not read what it was sent.
  case socket
  /// Other work of the server.
  case turn
  /// The end of the interval that the client asked for.
  case interval
}
