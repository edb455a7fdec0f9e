import CLibPQ

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A statement with the values of its parameters.
struct PostgresCall: Sendable, Hashable {
  let statement: PostgresStatement
  var parameters = PostgresParameters()

  init(_ statement: PostgresStatement, _ parameters: PostgresParameters = PostgresParameters()) {
    self.statement = statement
    self.parameters = parameters
  }

  /// A statement without parameters that is made once.
  init(_ text: String) { self.init(PostgresStatement(text)) }
}

/// The text of a statement.
struct PostgresStatement: Sendable, Hashable {
  let text: String
  /// The name under which the server keeps it prepared, per connection; nil if it is parsed anew for each call.
  var name: String?

  init(_ text: String, name: String? = nil) {
    self.text = text
    self.name = name
  }
}

/// A connection to PostgreSQL, without blocking calls of the library: every wait has an end.
///
/// It is in pipeline mode: all calls of a ``run(_:)`` go out together, and are one transaction unless they say
/// BEGIN and COMMIT themselves. It is used by one thread at a time: whoever holds the lock of its owner.
final class PostgresConnection: @unchecked Sendable {
  /// How long the calls of a connection may take.
  struct Limits: Sendable, Hashable {
    /// Connecting, in milliseconds, with all addresses of the host.
    var connect = 10_000
    /// A statement on the server, in milliseconds.
    var statement = 30_000
    /// How long a statement may wait for a lock, in milliseconds.
    var lock = 10_000
    /// A ``PostgresConnection/run(_:)`` altogether, in milliseconds. Afterwards the connection is given up.
    var run = 120_000
  }

  /// How long a peer may leave data unacknowledged, in milliseconds.
  static let peerMilliseconds = 20_000
  /// When an idle connection is probed, in seconds, how often, and how many probes may be lost.
  static let idleProbe = (after: 10, every: 3, count: 3)

  /// How long a server may take to say whether it takes connections, in seconds.
  private static let pingSeconds = 5

  private let handle: OpaquePointer
  var limits: Limits
  /// Whether the connection can't be used any more.
  private(set) var isLost = false

  /// The version of the server, such as 150018.
  var serverVersion: Int { Int(libpq_server_version(handle)) }
  /// The process id of the server's end.
  var backend: Int32 { libpq_backend_pid(handle) }

  /// Connects.
  init(_ address: PostgresAddress, _ limits: Limits = Limits()) throws(PostgresFailure) {
    // What the connection string says counts before what stands ahead of it.
    var options: [(String, String)] = [
      ("keepalives", "1"), ("keepalives_idle", "\(PostgresConnection.idleProbe.after)"),
      ("keepalives_interval", "\(PostgresConnection.idleProbe.every)"),
      ("keepalives_count", "\(PostgresConnection.idleProbe.count)"),
      ("tcp_user_timeout", "\(PostgresConnection.peerMilliseconds)"),
      ("target_session_attrs", "read-write"), ("fallback_application_name", address.applicationName),
      ("dbname", address.text), ("client_encoding", "UTF8"),
    ]
    // The library looks for one if there is none.
    if address.isWithoutPassword { options.append(("password", "none")) }
    guard let handle = PostgresConnection.with(options, libpq_connect_start) else {
      throw PostgresFailure(.lost, "there is no memory for a connection")
    }
    self.handle = handle
    self.limits = limits
    libpq_ignore_notices(handle)
    let end = ContinuousClock.now + .milliseconds(limits.connect)
    var events = Int16(POLLOUT)
    guard Int(libpq_status(handle)) != LIBPQ_CONNECTION_BAD else { throw .lost(handle) }
    connecting: while true {
      try wait(for: events, until: end, "the server does not answer")
      switch Int(libpq_connect_poll(handle)) {
      case LIBPQ_POLLING_OK: break connecting
      case LIBPQ_POLLING_READING: events = Int16(POLLIN)
      case LIBPQ_POLLING_WRITING: events = Int16(POLLOUT)
      default: throw .connecting(handle)
      }
    }
    guard libpq_set_nonblocking(handle) == 0, libpq_enter_pipeline_mode(handle) == 1 else {
      throw .lost(handle)
    }
  }

  deinit { libpq_finish(handle) }

  /// Whether the server takes connections now. If one can't be made all the same, the reason is in the settings, and waiting
  /// does not help. Blocks for a few seconds at most.
  static func isTakingConnections(_ address: PostgresAddress) -> Bool {
    let options = [("dbname", address.text), ("connect_timeout", "\(pingSeconds)")]
    return [LIBPQ_PING_OK, LIBPQ_PING_NO_ATTEMPT].contains(Int(with(options, libpq_ping)))
  }

  /// Calls a function of the library with options. What stands behind the connection string counts more than what it says.
  private static func with<Result>(
    _ options: [(String, String)],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let words = options.map { (strdup($0.0), strdup($0.1)) }
    defer {
      for (keyword, value) in words {
        free(keyword)
        free(value)
      }
    }
    let keywords = words.map { UnsafePointer($0.0) } + [nil]
    let values = words.map { UnsafePointer($0.1) } + [nil]
    return body(keywords, values)
  }

  /// Waits until the socket can be read or written.
  private func wait(
    for events: Int16,
    until end: ContinuousClock.Instant,
    _ message: String
  ) throws(PostgresFailure) {
    while true {
      let left = end - ContinuousClock.now
      let milliseconds = left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000
      guard milliseconds > 0 else { throw lose(PostgresFailure(.lost, message)) }
      var polled = pollfd(fd: libpq_socket(handle), events: events, revents: 0)
      let count = poll(&polled, 1, CInt(clamping: milliseconds + 1))
      if count > 0 { return }
      if count < 0, errno != EINTR { throw lose(.lost(handle)) }
    }
  }

  private func lose(_ failure: PostgresFailure) -> PostgresFailure {
    isLost = true
    return failure
  }

  /// Runs statements. Without a BEGIN among them they are one transaction, which is durable when this returns.
  ///
  /// - Returns: the rows of each.
  /// - Throws: the first error. None of them took effect then, unless the connection was lost.
  func run(_ calls: [PostgresCall]) throws(PostgresFailure) -> [PostgresRows] {
    guard !isLost else { throw PostgresFailure(.lost, "the connection was lost") }
    for call in calls { try send(call) }
    return try finish(calls.count)
  }

  func run(_ call: PostgresCall) throws(PostgresFailure) -> PostgresRows { try run([call])[0] }

  /// Has the server prepare statements, which all have names.
  func prepare(_ statements: [PostgresStatement]) throws(PostgresFailure) {
    for statement in statements {
      guard let name = statement.name, libpq_send_prepare(handle, name, statement.text) == 1 else {
        throw lose(.lost(handle))
      }
    }
    _ = try finish(statements.count)
  }

  /// Sends rows with COPY … FROM STDIN, as part of a transaction that was begun.
  ///
  /// - Parameter next: adds the next bytes of the data; it is called until it adds none.
  func copy(
    _ statement: String,
    _ next: (inout [UInt8]) -> Void
  ) throws(PostgresFailure) {
    guard !isLost else { throw PostgresFailure(.lost, "the connection was lost") }
    let end = ContinuousClock.now + .milliseconds(limits.run)
    // Data can't be sent in pipeline mode.
    guard libpq_exit_pipeline_mode(handle) == 1,
      libpq_send_query(handle, statement, 0, nil, nil, nil) == 1
    else { throw lose(.lost(handle)) }
    var failure = try receiveCopyResult(until: end)
    if failure == nil {
      var bytes: [UInt8] = []
      while true {
        bytes.removeAll(keepingCapacity: true)
        next(&bytes)
        if bytes.isEmpty { break }
        try put(until: end) { handle in
          bytes.withUnsafeBytes {
            libpq_put_copy_data(handle, $0.baseAddress?.assumingMemoryBound(to: CChar.self), CInt($0.count))
          }
        }
      }
      try put(until: end) { libpq_put_copy_end($0) }
      failure = try receiveCopyResult(until: end)
    }
    guard libpq_enter_pipeline_mode(handle) == 1 else { throw lose(.lost(handle)) }
    if let failure { throw failure }
  }

  /// Gives data to the library and waits until it is sent.
  private func put(
    until end: ContinuousClock.Instant,
    _ body: (OpaquePointer) -> CInt
  ) throws(PostgresFailure) {
    while true {
      let given = body(handle)
      guard given >= 0 else { throw lost(nil) }
      if given == 1 { break }
      try wait(for: Int16(POLLOUT), until: end, "the server takes no data")
      guard libpq_flush(handle) >= 0 else { throw lost(nil) }
    }
    while true {
      let state = libpq_flush(handle)
      guard state >= 0 else { throw lost(nil) }
      if state == 0 { return }
      // What the server says meanwhile is read, so that neither waits for the other.
      try wait(for: Int16(POLLOUT) | Int16(POLLIN), until: end, "the server takes no data")
      guard libpq_consume_input(handle) == 1 else { throw lost(nil) }
    }
  }

  /// Receives the answer to the statement, up to where data is awaited, or to its end.
  ///
  /// - Returns: the error of the server.
  private func receiveCopyResult(until end: ContinuousClock.Instant) throws(PostgresFailure)
    -> PostgresFailure?
  {
    var failure: PostgresFailure?
    while true {
      do throws(PostgresFailure) { try waitForResult(until: end) } catch { throw lost(failure ?? error) }
      guard let result = libpq_get_result(handle) else {
        guard isOpen else { throw lost(failure) }
        return failure
      }
      defer { libpq_clear(result) }
      switch Int(libpq_result_status(result)) {
      case LIBPQ_COPY_IN: return nil
      case LIBPQ_COMMAND_OK, LIBPQ_TUPLES_OK: break
      default: if failure == nil { failure = PostgresFailure(result: result) }
      }
    }
  }

  /// Ends a transaction.
  ///
  /// - Returns: the results of its statements.
  private func finish(_ count: Int) throws(PostgresFailure) -> [PostgresRows] {
    guard libpq_pipeline_sync(handle) == 1 else { throw lose(.lost(handle)) }
    let end = ContinuousClock.now + .milliseconds(limits.run)
    let results = try receive(count, until: end)
    guard results.count == count else {
      throw lose(PostgresFailure(.lost, "\(results.count) results of \(count) statements"))
    }
    return results
  }

  private func send(_ call: PostgresCall) throws(PostgresFailure) {
    let (parameters, statement) = (call.parameters, call.statement)
    let lengths = parameters.ranges.map { CInt($0?.count ?? 0) }
    let sent = parameters.bytes.withUnsafeBytes { bytes in
      // An empty value needs a place, too: without one it is NULL.
      let empty = UnsafePointer<CChar>(bitPattern: 1)
      let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let values = parameters.ranges.map { range in
        range.map { base?.advanced(by: $0.lowerBound) ?? empty } ?? nil
      }
      if let name = statement.name {
        return libpq_send_prepared(handle, name, CInt(values.count), values, lengths)
      }
      return libpq_send_query(handle, statement.text, CInt(values.count), nil, values, lengths)
    }
    guard sent == 1 else { throw lose(.lost(handle)) }
  }

  /// Receives all results up to the end of a transaction of `count` statements.
  private func receive(
    _ count: Int,
    until end: ContinuousClock.Instant
  ) throws(PostgresFailure) -> [PostgresRows] {
    var results: [PostgresRows] = []
    var failure: PostgresFailure?
    var ends = 0
    while true {
      do throws(PostgresFailure) { try waitForResult(until: end) } catch { throw lost(failure ?? error) }
      guard let result = libpq_get_result(handle) else {
        // The results of each statement end with none. So do those of a closed connection.
        ends += 1
        guard ends <= count, isOpen else { throw lost(failure) }
        continue
      }
      switch Int(libpq_result_status(result)) {
      case LIBPQ_COMMAND_OK, LIBPQ_TUPLES_OK: results.append(PostgresRows(result))
      case LIBPQ_PIPELINE_SYNC:
        libpq_clear(result)
        if let failure { throw failure }
        return results
      case LIBPQ_PIPELINE_ABORTED: libpq_clear(result)
      default:
        if failure == nil { failure = PostgresFailure(result: result) }
        libpq_clear(result)
        guard isOpen else { throw lost(failure) }
      }
    }
  }

  /// Whether the library has not noticed that the connection was closed.
  private var isOpen: Bool { Int(libpq_status(handle)) == LIBPQ_CONNECTION_OK }

  /// The loss of the connection, with what the server said before.
  private func lost(_ failure: PostgresFailure?) -> PostgresFailure {
    guard let failure, !failure.message.isEmpty else { return lose(.lost(handle)) }
    return lose(PostgresFailure(.lost, failure.message))
  }

  private func waitForResult(until end: ContinuousClock.Instant) throws(PostgresFailure) {
    var isFlushed = false
    while true {
      if !isFlushed {
        let state = libpq_flush(handle)
        guard state >= 0 else { throw lost(nil) }
        isFlushed = state == 0
      }
      if isFlushed, libpq_is_busy(handle) == 0 { return }
      let events = Int16(POLLIN) | (isFlushed ? 0 : Int16(POLLOUT))
      try wait(
        for: events,
        until: end,
        "the server took longer than \(limits.run) ms to answer"
      )
      guard libpq_consume_input(handle) == 1 else { throw lost(nil) }
    }
  }
}
