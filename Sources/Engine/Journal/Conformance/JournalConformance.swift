import ArrangeModel

/// The conformance suite for implementations of `Journal`.
///
/// ```swift
/// let suite = JournalConformance(seed: 1) { place in try MyJournal(directory: temporary + place) }
/// suite.run()
/// #expect(suite.violations.isEmpty)
/// ```
///
/// It does not depend on a test framework: violations are returned as values.
package final class JournalConformance {
  /// A rule that a journal broke.
  package struct Violation: Sendable, Hashable, CustomStringConvertible {
    /// The name of the check.
    package let check: String
    package let message: String
    /// The seed that repeats it.
    package let seed: UInt64

    package var description: String { "\(check): \(message) (seed \(seed))" }
  }

  /// Opens the journal with a name; creates an empty one if there is none. Its content is kept when the
  /// journal is closed.
  package typealias Opening = (_ place: String) throws(JournalError) -> any Journal

  package let seed: UInt64
  package private(set) var violations: [Violation] = []

  private let opening: Opening
  private var check = ""

  package init(seed: UInt64, opening: @escaping Opening) {
    self.seed = seed
    self.opening = opening
  }

  /// Runs every check, each under a name of its own.
  ///
  /// - Parameter steps: the number of appends in random histories.
  package func run(steps: Int = 600) {
    perform("compare and set", compareAndSet)
    perform("all or nothing", allOrNothing)
    perform("request ids", requestIDs)
    perform("names", names)
    perform("bytes", bytes)
    perform("ranges", ranges)
    perform("trim", trim)
    perform("checkpoints", checkpoints)
    perform("checkpoint order", checkpointOrder)
    perform("unknown collections", unknownCollections)
    perform("reopen", reopen)
    perform("close", close)
    perform("snapshot", snapshot)
    perform("erasure", erasure)
    perform("a version to begin with", beginning)
    perform("random history") { (place) throws(JournalError) in
      try self.randomHistory(place, steps: steps)
    }
  }

  private func perform(
    _ name: String,
    _ body: (String) throws(JournalError) -> Void
  ) {
    check = name
    do {
      try body(name.replacing(" ", with: "-"))
    } catch {
      fail("an error that is none: \(error.code): \(error)")
    }
  }

  func open(_ place: String) throws(JournalError) -> any Journal { try opening(place) }

  func fail(_ message: String) {
    violations.append(Violation(check: check, message: message, seed: seed))
  }

  func expectEqual<Value: Equatable>(_ found: Value, _ wanted: Value, _ what: String) {
    if found != wanted { fail("\(what): \(found) instead of \(wanted)") }
  }

  /// Expects an append to be a conflict that changes nothing.
  func expectConflict(
    _ journal: any Journal,
    _ entries: [JournalEntry],
    _ what: String
  ) throws(JournalError) {
    let before = try JournalSnapshot(of: journal)
    expectError(.conflict, what) { () throws(JournalError) in try journal.append(entries) }
    expect(try JournalSnapshot(of: journal) == before, "\(what): something changed")
  }

  func expect(_ condition: Bool, _ message: String) {
    if !condition { fail(message) }
  }

  func expectError(
    _ code: JournalError.Code,
    _ what: String,
    _ body: () throws(JournalError) -> Void
  ) {
    do {
      try body()
      fail("\(what): no error")
    } catch {
      expect(error.code == code, "\(what): \(error.code) (\(error)) instead of \(code)")
      expect(!error.message.isEmpty, "\(what): an error without a message")
    }
  }
}

/// Short forms for the checks.
extension JournalConformance {
  static func create(_ key: Int64, _ name: Identifier) -> JournalEntry {
    .create(CollectionKey(key), name: name, descriptor: [1, 2, 3])
  }

  static func commit(
    _ key: Int64,
    _ version: UInt64,
    request: [UInt8]? = nil,
    payload: [UInt8]? = nil
  ) -> JournalEntry {
    .commit(
      CommitRecord(
        collection: CollectionKey(key),
        version: version,
        requestID: request,
        payload: payload ?? [UInt8(truncatingIfNeeded: key), UInt8(truncatingIfNeeded: version)]
      )
    )
  }

  static func chunk(
    _ key: Int64,
    _ version: UInt64,
    _ index: Int,
    isLast: Bool = false,
    _ bytes: [UInt8] = [9]
  ) -> JournalEntry {
    .checkpointChunk(
      CollectionKey(key),
      version: version,
      index: index,
      isLast: isLast,
      bytes: bytes + [UInt8(truncatingIfNeeded: version), UInt8(truncatingIfNeeded: index)]
    )
  }
}
