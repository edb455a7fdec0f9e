import ArrangeModel
import HTTPTypes

/// The path and the query of a request, decoded strictly: a part of a path may contain any character, also a slash, if it is
/// percent-encoded.
struct CallAddress: Sendable, Equatable {
  /// The maximum length of a query, in bytes: that of a view with three bytes for each.
  static let longestQuery = 48 * 1024

  /// The parts of the path, without the one before them.
  var path: [String]
  /// The parameters of the query by their names.
  var query: [String: String]

  /// - Parameters:
  ///   - target: the path of the request with its query.
  ///   - root: what the path begins with, such as `/v1`.
  /// - Throws: a problem that says which part can't be decoded, or comes twice.
  init(_ target: String, below root: String) throws(Problem) {
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = halves[0].dropFirst(root.count).split(separator: "/", omittingEmptySubsequences: false)
    path = []
    for part in parts.dropFirst() {
      guard let text = CallAddress.decoded(part) else {
        throw Problem(.badRequest, .invalidArgument, "the path is not percent-encoded UTF-8")
      }
      path.append(text)
    }
    query = [:]
    guard halves.count == 2 else { return }
    guard halves[1].utf8.count <= CallAddress.longestQuery else {
      throw Problem(
        .badRequest,
        .invalidArgument,
        "the query has more than \(CallAddress.longestQuery) bytes; give a large view a name"
      )
    }
    for pair in halves[1].split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = CallAddress.decoded(sides[0], isForm: true),
        let value = CallAddress.decoded(sides.count == 2 ? sides[1] : "", isForm: true)
      else {
        throw Problem(.badRequest, .invalidArgument, "the query is not percent-encoded UTF-8")
      }
      guard query.updateValue(value, forKey: name) == nil else {
        throw Problem(.badRequest, .invalidArgument, "\(name) is given twice", field: name)
      }
    }
  }

  /// A percent-encoded text; nil if it is not well-formed.
  ///
  /// - Parameter isForm: whether a plus sign is a blank.
  static func decoded(_ text: Substring, isForm: Bool = false) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
          return nil
        }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where isForm: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
