import ArrangeModel

/// The newest transactions with a request id that changed nothing, with their answers: a retry of one of them gets the
/// first answer, although there is no commit that has its request id.
///
/// They are stored with the description of the collection, so a transaction that changes something neither reads nor
/// writes them. Their number is limited, because each of them writes the others again.
struct UnchangedRequests: Sendable, Hashable {
  /// The maximum number of requests; the oldest ones are forgotten first.
  static let maximumCount = 64
  /// The maximum bytes of all of them together.
  static let maximumBytes = 8 * 1024
  /// The maximum bytes of one answer. Of a longer one only the version is kept.
  static let maximumAnswer = 2 * 1024

  /// What is known of one request.
  struct Answer: Sendable, Hashable {
    var fingerprint: RequestFingerprint
    /// The version of the collection, and its incarnation.
    var version: UInt64
    var incarnation: UInt64
    /// The places of the elements that the operations named; nil if they are too many to be kept.
    var operations: [[PlacedElement]]?
    /// The report of an undo; nil for any other request. Without it, versions before 0.5.0 read no further.
    var report: [UInt8]?
  }

  private struct Request: Sendable, Hashable {
    var key: RequestKey
    var answer: [UInt8]

    var byteCount: Int { key.bytes.count + answer.count }
  }

  /// Oldest first.
  private var requests: [Request] = []

  init() {}

  var isEmpty: Bool { requests.isEmpty }

  /// Whether a request is among them. O(number of requests).
  func contains(_ key: RequestKey) -> Bool { requests.contains { $0.key == key } }

  /// The answer to a request; nil if it is not among them.
  func answer(to key: RequestKey) throws(ArrangeError) -> Answer? {
    guard let request = requests.last(where: { $0.key == key }) else { return nil }
    return try Answer(encoded: request.answer)
  }

  /// Adds a request, and forgets the oldest ones if there are too many.
  mutating func remember(_ key: RequestKey, _ answer: Answer) {
    var answer = answer
    var encoded = answer.encoded
    if encoded.count > UnchangedRequests.maximumAnswer {
      (answer.operations, answer.report) = (nil, nil)
      encoded = answer.encoded
    }
    requests.append(Request(key: key, answer: encoded))
    var bytes = requests.reduce(0) { $0 + $1.byteCount }
    while requests.count > UnchangedRequests.maximumCount || bytes > UnchangedRequests.maximumBytes {
      bytes -= requests.removeFirst().byteCount
    }
  }

  // MARK: Coding

  func encode(to writer: inout ByteWriter) {
    writer.write(requests.count)
    for request in requests {
      writer.write(bytes: request.key.bytes)
      writer.write(bytes: request.answer)
    }
  }

  init(from reader: inout ByteReader) throws(ArrangeError) {
    for _ in 0..<(try reader.count()) {
      requests.append(Request(key: RequestKey(stored: try reader.run()), answer: try reader.run()))
    }
  }
}

extension UnchangedRequests.Answer {
  fileprivate var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.write(fingerprint.value)
    writer.write(version)
    writer.write(incarnation)
    writer.write(byte: operations == nil ? 0 : 1)
    if let operations { writer.write(results: operations) }
    if let report { writer.write(bytes: report) }
    return writer.bytes
  }

  fileprivate init(encoded: [UInt8]) throws(ArrangeError) {
    var reader = ByteReader(encoded)
    fingerprint = RequestFingerprint(stored: try reader.number())
    version = try reader.number()
    incarnation = try reader.number()
    operations = try reader.flag() ? try reader.results() : nil
    report = reader.isAtEnd ? nil : try reader.run()
    guard reader.isAtEnd else { throw .damagedJournal("an answer is longer than it says") }
  }
}
