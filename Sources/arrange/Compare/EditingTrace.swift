import Comparison
import InputText

/// A recorded editing session in JSON: `{"startContent", "endContent", "txns": [{"patches": [[at, removed, "text"]]}]}`.
///
/// Every character, a Unicode scalar, is an item. Each patch is a removal, an insert, or a removal and then an insert.
enum EditingTrace {
  /// The maximum size of a file, in bytes.
  private static let maximumFileSize = 256 << 20

  /// Reads a file, or standard input if the name is `-`.
  static func read(_ file: String) throws -> RecordedEdits {
    let bytes = try Files.read(file, limit: maximumFileSize)
    do {
      return try edits(bytes)
    } catch let error as InputError {
      throw CommandFailure(
        .invalid,
        "\(Files.name(file)), \(TextPosition(of: error.offset, in: bytes)): \(error.message)"
      )
    } catch let error as PlanError {
      throw CommandFailure(.invalid, "\(Files.name(file)): \(error)")
    }
  }

  /// The edits of a trace. Checks that they result in the number of characters of the trace's end.
  static func edits(_ bytes: [UInt8]) throws -> RecordedEdits {
    if bytes.starts(with: [0x1F, 0x8B]) {
      throw InputError(at: 0, "the trace is compressed; write zcat FILE | arrange compare --trace -")
    }
    let trace = try JSONReader.read(bytes)
    guard let transactions = trace["txns"]?.elements else {
      throw InputError(at: trace.offset, "an editing trace has an array \"txns\"")
    }
    var steps: [EditStep] = []
    for transaction in transactions {
      guard transaction["parents"] == nil else {
        throw InputError(
          at: transaction.offset,
          "the trace has several writers, whose positions are those of their own texts; take one that is flat"
        )
      }
      guard let patches = transaction["patches"]?.elements else {
        throw InputError(at: transaction.offset, "a transaction has an array \"patches\"")
      }
      for patch in patches { steps += try self.steps(of: patch) }
    }
    let start = trace["startContent"]?.string?.unicodeScalars.count ?? 0
    let edits = try RecordedEdits(initialCount: start, steps: steps)
    if let end = trace["endContent"]?.string?.unicodeScalars.count, end != edits.finalCount {
      throw InputError(
        at: trace.offset,
        "the patches end with \(edits.finalCount) characters, and \"endContent\" has \(end)"
      )
    }
    return edits
  }

  private static func steps(of patch: JSONNode) throws(InputError) -> [EditStep] {
    guard let parts = patch.elements, parts.count == 3, case .integer(let place) = parts[0].content,
      case .integer(let removed) = parts[1].content, let text = parts[2].string,
      (0...Int64(RecordedEdits.maximumItems)).contains(place),
      (0...Int64(RecordedEdits.maximumItems)).contains(removed)
    else {
      throw InputError(at: patch.offset, "a patch is [position, number of removed characters, new text]")
    }
    var steps: [EditStep] = []
    if removed > 0 { steps.append(.remove(Int(place)..<Int(place + removed))) }
    let inserted = text.unicodeScalars.count
    if inserted > 0 { steps.append(.insert(at: Int(place), count: inserted)) }
    return steps
  }
}
