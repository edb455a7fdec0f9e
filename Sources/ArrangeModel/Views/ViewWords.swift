/// The keywords of the view language, and the notation of names and values.
enum ViewWords {
  /// Words that begin a clause of a part. A line that begins with one continues the previous part.
  static let clauses = ["sections", "flat", "group", "where", "sort", "cap", only, overlay, sum]

  private static let only = "only"
  static let sum = "sum"
  /// What follows a condition if other items of an outline are shown as well.
  static let with = "with"
  /// What follows the field of a group if it is that of the item above.
  static let ofParent = ["of", "parent"]
  /// The clause for an overlay, and the words in it for the reader's own one and its name.
  static let overlay = "overlay"
  static let mine = "mine"
  static let named = "named"

  /// Clauses that earlier versions of the language did not have. Their texts can still be parsed, so a collection may
  /// have such a name.
  private static let laterClauses: Set = [only, overlay, sum]

  /// Words that must be quoted as names of collections.
  static let refusedAsCollections = Set(clauses + ["fixed", "window", "and", "or"]).subtracting(laterClauses)

  /// The clause for the definer's permissions: these words, one after the other, on one line. Either of them
  /// can also be a name.
  static let asDefiner = ["as", "definer"]
  /// What follows it on the same line if rows can be placed with these permissions.
  static let mayMove = ["may", "move"]

  /// The notation for the name of the reader in a condition.
  static let principal = "{principal}"

  /// Words that must be quoted as fields of conditions.
  static let refusedAsFields: Set = [
    "where", "sort", "cap", "and", "or", "not", "exists", "true", "false", "null",
  ]

  /// Words that canonical texts always quote as names, even where it is not necessary.
  private static let quotedWords = refusedAsCollections.union(refusedAsFields).union([
    "all", "any", "by", "declare", "order",
  ])

  /// Whether an unquoted name can contain a byte.
  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// Whether an unquoted name can begin with a byte.
  static func isFirstWordByte(_ byte: UInt8) -> Bool {
    isWordByte(byte) && byte != UInt8(ascii: "-") && byte != UInt8(ascii: ".")
  }

  /// The sign of a comparison.
  static func symbol(_ comparison: Filter.Comparison) -> String {
    switch comparison {
    case .equal: "="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }

  /// An id or the name of a field, quoted if necessary.
  static func name(_ text: String) -> String {
    let isWord =
      text.utf8.first.map(isFirstWordByte) == true && text.utf8.allSatisfy(isWordByte)
      && !quotedWords.contains(text)
    return isWord ? text : quoted(text)
  }

  /// The name of a collection at the beginning of a part, quoted if necessary.
  static func collection(_ text: String) -> String {
    // Unquoted, it could continue the previous part.
    laterClauses.contains(text) ? quoted(text) : name(text)
  }

  /// A value of a field. Each value has one text and each text one value.
  static func value(_ value: FieldValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .int(let number): "\(number)"
    case .double(let number): "\(number == 0 ? 0 : number)"
    case .string(let text): quoted(text)
    case .bytes(let bytes): "hex\"\(Hexadecimal.text(bytes))\""
    case .timestamp(let time): "time\"\(time.text ?? "\(time.microseconds)\(microseconds)")\""
    }
  }

  /// The suffix of a time written as microseconds since 1970, which is used for years before 1 and after
  /// 9999.
  static let microseconds = "us"

  /// A quoted text, as in JSON. Control characters are escaped, so that it is one line for every reader.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
