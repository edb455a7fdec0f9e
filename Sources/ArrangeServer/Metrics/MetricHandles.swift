import CoreMetrics
import Measuring
import Synchronization

extension MetricDescription {
  /// A counter.
  ///
  /// - Parameter values: the values of the labels, in order.
  func counter(_ factory: any MetricsFactory, _ values: String...) -> Counter {
    Counter(label: name, dimensions: Array(zip(labels, values)), factory: factory)
  }

  /// A gauge.
  func meter(_ factory: any MetricsFactory, _ values: String...) -> Meter {
    Meter(label: name, dimensions: Array(zip(labels, values)), factory: factory)
  }

  /// A histogram of durations.
  func timer(_ factory: any MetricsFactory, _ values: String...) -> CoreMetrics.Timer {
    CoreMetrics.Timer(label: name, dimensions: Array(zip(labels, values)), factory: factory)
  }

  /// A histogram of counts.
  func recorder(_ factory: any MetricsFactory, _ values: String...) -> Recorder {
    Recorder(label: name, dimensions: Array(zip(labels, values)), factory: factory)
  }
}

/// A counter that follows a total kept elsewhere.
final class TotalCounter: Sendable {
  private let counter: Counter
  private let counted = Mutex<UInt64>(0)

  init(_ counter: Counter) { self.counter = counter }

  /// Sets the total.
  func set(_ total: UInt64) {
    counted.withLock { counted in
      guard total > counted else { return }
      counter.increment(by: total - counted)
      counted = total
    }
  }
}

/// One counter for each case of an enumeration.
struct CounterTable<Key: CaseIterable & Hashable & Sendable & RawRepresentable<String>>: Sendable {
  private let counters: [Key: Counter]

  /// - Parameter metric: a counter with one label, whose values are the raw values.
  init(_ metric: MetricDescription, _ factory: any MetricsFactory) {
    counters = Dictionary(
      uniqueKeysWithValues: Key.allCases.map { ($0, metric.counter(factory, $0.rawValue)) }
    )
  }

  func increment(_ key: Key) { counters[key]?.increment() }
}

/// Why a connection or a call was refused, as a label.
enum RefusalReason: String, CaseIterable {
  /// The server has its maximum number of connections.
  case tooManyConnections = "too_many_connections"
  /// The principal has its maximum number of connections.
  case tooManyOfPrincipal = "too_many_of_principal"
  /// A token or certificate is not valid.
  case unauthenticated
  case tlsHandshake = "tls_handshake"
  /// A client speaks HTTP or TLS to a plain port.
  case foreignProtocol = "foreign_protocol"
  case draining
  /// The caller lacks a permission.
  case permissionDenied = "permission_denied"
  /// The caller has reached a limit.
  case limit
  case unknownMethod = "unknown_method"
  case tooManyCalls = "too_many_calls"
  case tooManySubscriptions = "too_many_subscriptions"
  /// The deadline passed before the call was started.
  case deadlineExceeded = "deadline_exceeded"
}

/// Why a connection ended, as a label.
enum ConnectionEnd: String, CaseIterable {
  /// The client closed it.
  case closed
  /// It was reset, or the peer became unreachable.
  case lost
  /// The client took too long.
  case timeout
  /// The client violated the protocol.
  case violation
  /// It was refused before any call.
  case refused
  /// The client's credentials are no longer valid.
  case unauthenticated
  /// All connections together used too much memory.
  case memory
  /// The server stopped.
  case stopped
}

/// The kind of a message that was sent to a subscriber.
enum MessageKind {
  case batch
  case snapshot
  case progress
}

/// What a subscription waits for, as a label.
enum SubscriptionWait: String, CaseIterable {
  /// The collection is being loaded.
  case opening
  /// New commits.
  case inStep = "in_step"
  /// The next message, which is being made.
  case served
  /// Credit from the client.
  case credit
  /// The client, which does not read its socket.
  case socket
  /// Its turn.
  case turn
  /// The end of the interval that the client asked for.
  case interval
}
