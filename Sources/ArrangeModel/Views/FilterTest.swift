/// The test of a condition on the value of an existing field. Constants point into the arena of the filter.
enum FilterTest {
  case exists
  case comparison(Accepted, Fields.RawValue)
  /// With a text that is already case-folded.
  case foldedComparison(Accepted, UnsafeRawBufferPointer)
  case hasPrefix(UnsafeRawBufferPointer)
  case hasFoldedPrefix(UnsafeRawBufferPointer)
  case contains(TextSearch)
  case containsFolded(TextSearch)
  /// With the values in ascending order.
  case isOneOf(UnsafeBufferPointer<Fields.RawValue>)

  /// The comparison results that satisfy a comparison.
  struct Accepted: OptionSet {
    let rawValue: UInt8
    static let less = Accepted(rawValue: 1)
    static let equal = Accepted(rawValue: 2)
    static let greater = Accepted(rawValue: 4)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ comparison: Filter.Comparison) {
      self =
        switch comparison {
        case .equal: .equal
        case .notEqual: [.less, .greater]
        case .less: .less
        case .lessOrEqual: [.less, .equal]
        case .greater: .greater
        case .greaterOrEqual: [.greater, .equal]
        }
    }

    func accepts(_ result: Int) -> Bool { contains(result < 0 ? .less : result > 0 ? .greater : .equal) }
  }

  /// The field and the test of a step; nil for one that combines results.
  static func make(_ step: Filter.Step, in arena: ConstantArena) -> (FieldName, FilterTest)? {
    func name(_ text: String) -> FieldName { FieldName(arena.copy(text)) }
    func folded(_ text: String) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(arena.copy(text.foldedBytes))
    }
    switch step {
    case .exists(let field): return (name(field), .exists)
    case .comparison(let field, let comparison, .string(let text), ignoresCase: true):
      return (name(field), .foldedComparison(Accepted(comparison), folded(text)))
    case .comparison(let field, let comparison, let value, ignoresCase: _):
      return (name(field), .comparison(Accepted(comparison), arena.copy(value)))
    case .hasPrefix(let field, let prefix, ignoresCase: true):
      return (name(field), .hasFoldedPrefix(folded(prefix)))
    case .hasPrefix(let field, let prefix, ignoresCase: false):
      return (name(field), .hasPrefix(arena.copy(prefix)))
    case .contains(let field, let text, ignoresCase: true):
      return (name(field), .containsFolded(TextSearch(for: text.foldedBytes, in: arena)))
    case .contains(let field, let text, ignoresCase: false):
      return (name(field), .contains(TextSearch(for: Array(text.utf8), in: arena)))
    case .isOneOf(let field, let values):
      let sorted = values.map { arena.copy($0) }.sorted { ValueOrder.compareAll($0, $1) < 0 }
      return (name(field), .isOneOf(arena.copy(sorted)))
    case .principal: preconditionFailure("a filter is compiled when it is known who reads")
    case .all, .any, .not: return nil
    }
  }

  /// Whether a value passes.
  func holds(_ value: Fields.RawValue) -> Bool {
    switch self {
    case .exists: return true
    case .comparison(let accepted, let constant):
      return ValueOrder.compare(value, constant).map(accepted.accepts) ?? false
    case .isOneOf(let values): return FilterTest.contains(value, in: values)
    default: break
    }
    guard case .string(let text) = value else { return false }
    switch self {
    case .foldedComparison(let accepted, let constant):
      return accepted.accepts(TextOrder.compare(FoldedBytes(text), PlainBytes(constant)))
    case .hasPrefix(let prefix):
      return text.count >= prefix.count
        && TextOrder.compare(UnsafeRawBufferPointer(rebasing: text[..<prefix.count]), prefix) == 0
    case .hasFoldedPrefix(let prefix):
      var bytes = FoldedBytes(text)
      return prefix.allSatisfy { bytes.next() == Int($0) }
    case .contains(let search): return search.finds(in: PlainBytes(text))
    case .containsFolded(let search): return search.finds(in: FoldedBytes(text))
    default: return false
    }
  }

  private static func contains(
    _ value: Fields.RawValue,
    in values: UnsafeBufferPointer<Fields.RawValue>
  ) -> Bool {
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      let order = ValueOrder.compareAll(values[middle], value)
      if order == 0 { return true }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return false
  }
}

/// A text to search for in others, in time linear in their length in all cases.
///
/// Algorithm: Knuth, Morris, Pratt: Fast Pattern Matching in Strings, 1977. It reads each byte once, so it
/// works on case foldings as they are produced.
struct TextSearch {
  private let pattern: UnsafeBufferPointer<UInt8>
  /// For each number of matching bytes, how many still match after a mismatch.
  private let fallbacks: UnsafeBufferPointer<Int32>

  init(for pattern: [UInt8], in arena: ConstantArena) {
    var fallbacks = [Int32](repeating: 0, count: pattern.count)
    var matching = 0
    for place in pattern.indices.dropFirst() {
      while matching > 0, pattern[matching] != pattern[place] { matching = Int(fallbacks[matching - 1]) }
      if pattern[matching] == pattern[place] { matching += 1 }
      fallbacks[place] = Int32(matching)
    }
    self.pattern = arena.copy(pattern)
    self.fallbacks = arena.copy(fallbacks)
  }

  /// Whether a text contains the pattern. O(length of the text).
  func finds(in text: some TextBytes) -> Bool {
    if pattern.isEmpty { return true }
    var text = text
    var matching = 0
    while true {
      let byte = text.next()
      if byte < 0 { return false }
      while matching > 0, Int(pattern[matching]) != byte { matching = Int(fallbacks[matching - 1]) }
      if Int(pattern[matching]) == byte { matching += 1 }
      if matching == pattern.count { return true }
    }
  }
}
