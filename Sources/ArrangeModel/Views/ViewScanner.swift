/// Reads the signs, words and values of the view language, and records what was expected at the current
/// place, for the error message if nothing matches.
///
/// Each attempt to read something looks at the preceding whitespace and at one token, and the number of
/// attempts at one place is bounded: O(size) in total.
struct ViewScanner {
  let bytes: [UInt8]
  var place = 0
  /// The number of open brackets: within them line ends are whitespace.
  private var openBrackets = 0
  /// What was expected at ``expectedPlace``.
  private var expected: [String] = []
  private var expectedPlace = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { place == bytes.count }

  var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  // MARK: Blanks

  /// Skips spaces and a comment, and line ends within brackets or where they do not matter.
  mutating func skipBlanks(lines: Bool = false) {
    while let byte = next {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): place += 1
      case UInt8(ascii: "\n") where lines || openBrackets > 0: place += 1
      case UInt8(ascii: "#"): while let byte = next, byte != UInt8(ascii: "\n") { place += 1 }
      default: return
      }
    }
  }

  /// Skips line ends and semicolons up to the next part; false if there is none.
  mutating func skipToPart() -> Bool {
    repeat { skipBlanks(lines: true) } while skip(";")
    return !isAtEnd
  }

  /// Reads the end of a part.
  mutating func takeEndOfPart() throws(ViewTextError) {
    skipBlanks()
    record("the end of the line")
    guard isAtEnd || next == UInt8(ascii: "\n") || next == UInt8(ascii: ";") else { throw unexpected() }
  }

  // MARK: Signs and words

  mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: sign) else { return false }
    place += 1
    return true
  }

  /// Reads signs that follow immediately.
  mutating func takeNext(_ signs: String) -> Bool {
    guard bytes[place...].starts(with: signs.utf8) else { return false }
    place += signs.utf8.count
    return true
  }

  /// Reads signs if they are next.
  ///
  /// - Parameter what: their name in messages; nil for the signs themselves.
  mutating func take(_ signs: String, for what: String? = nil, beyondLines: Bool = false) -> Bool {
    let start = place
    skipBlanks(lines: beyondLines)
    if takeNext(signs) { return true }
    record(what ?? "'\(signs)'")
    if beyondLines { place = start }
    return false
  }

  /// Reads signs that must be next.
  mutating func expect(_ signs: String) throws(ViewTextError) {
    guard take(signs) else { throw unexpected() }
  }

  /// Reads an opening bracket if one is next.
  mutating func takeOpening(_ bracket: String) -> Bool {
    guard take(bracket, beyondLines: true) else { return false }
    openBrackets += 1
    return true
  }

  /// Reads an opening bracket that must be next.
  mutating func expectOpening(_ bracket: String) throws(ViewTextError) {
    skipBlanks(lines: true)
    guard takeOpening(bracket) else { throw unexpected() }
  }

  /// Reads a closing bracket if it is next.
  mutating func takeClosing(_ bracket: String) -> Bool {
    guard take(bracket) else { return false }
    openBrackets -= 1
    return true
  }

  /// Reads a closing bracket that must be next.
  mutating func expectClosing(_ bracket: String) throws(ViewTextError) {
    guard takeClosing(bracket) else { throw unexpected() }
  }

  /// The end of the word that begins here; nil if there is none.
  var wordEnd: Int? {
    guard let first = next, ViewWords.isFirstWordByte(first) else { return nil }
    return bytes[place...].firstIndex { !ViewWords.isWordByte($0) } ?? bytes.count
  }

  /// Reads one of some words if it is next.
  ///
  /// - Parameters:
  ///   - what: their name in messages; nil for the words themselves.
  ///   - beyondLines: whether it may be at the beginning of a later line. There a word with a colon is the
  ///     name of the next part.
  mutating func take(oneOf words: [String], for what: String? = nil, beyondLines: Bool = false) -> String? {
    let start = place
    skipBlanks()
    if let what { record(what) } else { for word in words { record("'\(word)'") } }
    let isLineEnd = next == UInt8(ascii: "\n")
    if beyondLines { skipBlanks(lines: true) }
    if let end = wordEnd, let word = words.first(where: { bytes[place..<end].elementsEqual($0.utf8) }) {
      let wordStart = place
      place = end
      guard isLineEnd else { return word }
      skipBlanks()
      let isName = next == UInt8(ascii: ":")
      place = isName ? wordStart : end
      if !isName { return word }
    }
    if beyondLines { place = start }
    return nil
  }

  /// Reads a word if it is next.
  mutating func take(word: String, beyondLines: Bool = false) -> Bool {
    take(oneOf: [word], beyondLines: beyondLines) != nil
  }

  /// Reads consecutive words on this line; not recorded for messages.
  mutating func take(wordsInRow words: [String]) -> Bool {
    let start = place
    for word in words {
      skipBlanks()
      guard let end = wordEnd, bytes[place..<end].elementsEqual(word.utf8) else {
        place = start
        return false
      }
      place = end
    }
    return true
  }

  /// Reads a word that must be next.
  mutating func expect(oneOf words: [String]) throws(ViewTextError) -> String {
    guard let word = take(oneOf: words) else { throw unexpected() }
    return word
  }

  /// Reads a word followed by the given signs.
  mutating func take(word: String, before signs: String) -> Bool {
    let start = place
    guard take(word: word) else { return false }
    skipBlanks()
    let isBefore = bytes[place...].starts(with: signs.utf8)
    if !isBefore { place = start }
    return isBefore
  }

  /// Reads the name of a part and its colon; nil if there is none.
  mutating func takePartName() throws(ViewTextError) -> String? {
    let start = place
    guard let end = wordEnd else { return nil }
    place = end
    skipBlanks()
    guard skip(":") else {
      place = start
      return nil
    }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    guard ViewDefinition.Part.isName(name) else {
      throw error(at: start, ViewDefinition.Part.nameDescription)
    }
    return name
  }

  /// Reads a name, which may be quoted and may be on a later line.
  ///
  /// - Parameter refusing: words that must be quoted here.
  mutating func readName(_ what: String, refusing: Set<String> = []) throws(ViewTextError) -> String {
    skipBlanks(lines: true)
    record(what)
    if next == UInt8(ascii: "\"") { return try readQuoted() }
    guard let end = wordEnd else { throw unexpected() }
    let word = String(decoding: bytes[place..<end], as: UTF8.self)
    guard !refusing.contains(word) else {
      throw error(
        at: place,
        "expected \(what), found '\(word)'; a name that is a word of the language stands in quotes"
      )
    }
    place = end
    return word
  }

  /// Reads an id.
  mutating func readIdentifier(
    _ what: String,
    allowingEmpty: Bool = false,
    maximumLength: Int = Identifier.maximumLength,
    refusing: Set<String> = []
  ) throws(ViewTextError) -> Identifier {
    skipBlanks(lines: true)
    let start = place
    let name = try readName(what, refusing: refusing)
    do throws(ArrangeError) {
      return try Identifier(name, allowingEmpty: allowingEmpty, maximumLength: maximumLength)
    } catch {
      throw self.error(at: start, error.message)
    }
  }

  /// Reads a quoted text.
  mutating func readText() throws(ViewTextError) -> String {
    skipBlanks(lines: true)
    record("a text in quotes")
    guard next == UInt8(ascii: "\"") else { throw unexpected() }
    return try readQuoted()
  }

  // MARK: Errors

  /// Records what was expected here.
  mutating func record(_ what: String) {
    if expectedPlace != place {
      expectedPlace = place
      expected = []
    }
    if !expected.contains(what) { expected.append(what) }
  }

  /// The error that nothing expected was found.
  func unexpected() -> ViewTextError {
    let wanted = expectedPlace == place ? expected : []
    let last = wanted.last ?? "something else"
    let others = wanted.dropLast().joined(separator: ", ")
    return error(at: place, "expected \(others.isEmpty ? last : "\(others) or \(last)"), found \(found)")
  }

  /// The text at this place, for messages.
  private var found: String {
    guard let byte = next else { return "the end of the text" }
    if byte == UInt8(ascii: "\n") { return "the end of the line" }
    if let end = wordEnd {
      let word = String(decoding: bytes[place..<end], as: UTF8.self)
      return word.utf8.count <= ViewScanner.longestExcerpt ? "'\(word)'" : "a long word"
    }
    let scalar = String(decoding: bytes[place...].prefix(4), as: UTF8.self).unicodeScalars.first
    guard let scalar, scalar.value >= 0x20, !(0x7F...0xA0 ~= scalar.value) else {
      return "an invisible character"
    }
    return "'\(scalar)'"
  }

  /// The longest word that a message quotes, in bytes.
  private static let longestExcerpt = 32

  /// An error at an offset.
  func error(at place: Int, _ message: String) -> ViewTextError {
    ViewTextError(message, place: position(of: place), field: "view")
  }

  /// The line and the column of an offset. O(size).
  func position(of place: Int) -> ViewTextPlace {
    let before = bytes[..<place]
    let line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return ViewTextPlace(line: line, column: 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 })
  }
}
