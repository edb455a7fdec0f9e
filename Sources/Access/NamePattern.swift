package import ArrangeModel

/// The names that a grant applies to: `board/**`, `users/{principal}/*`, `sprint`.
///
/// A name consists of parts separated by slashes. `*` stands for any run of characters within a part,
/// including none; `**` for any run, slashes included; `{principal}` for the caller's name; everything else
/// for itself.
///
/// The name of a principal is not a pattern: a `*` in it matches only itself. If it contains a slash, or is
/// empty, a pattern with `{principal}` matches nothing, since `users/a/b/**` would be among the names that
/// `users/a/**` grants to another principal.
package struct NamePattern: Sendable, Hashable {
  /// The maximum length of a pattern, in bytes, which is that of a name.
  package static let maximumLength = Identifier.maximumLength

  private enum Piece: Sendable, Hashable {
    case byte(UInt8)
    /// `*`
    case withinPart
    /// `**`
    case acrossParts
    case principal
  }

  /// The source text.
  package let text: String
  private let pieces: [Piece]

  /// Parses a pattern.
  ///
  /// - Throws: an error with the code ``StatusCode/invalidArgument`` whose message says what is wrong.
  package init(_ text: String) throws(ArrangeError) {
    let count = text.utf8.count
    guard (1...NamePattern.maximumLength).contains(count) else {
      throw ArrangeError(
        .invalidArgument,
        "a pattern has 1 to \(NamePattern.maximumLength) bytes, this one has \(count)"
      )
    }
    guard !Identifier.hasControlCharacter(text) else {
      throw ArrangeError(.invalidArgument, "a pattern has no control characters")
    }
    self.text = text
    pieces = try NamePattern.pieces(of: text)
  }

  private static func pieces(of text: String) throws(ArrangeError) -> [Piece] {
    let variable = Array("{principal}".utf8)
    var rest = Array(text.utf8)[...]
    var pieces: [Piece] = []
    while let byte = rest.first {
      if rest.starts(with: variable) {
        pieces.append(.principal)
        rest.removeFirst(variable.count)
      } else if byte == UInt8(ascii: "*") {
        let stars = rest.prefix { $0 == byte }.count
        guard stars <= 2 else {
          throw ArrangeError(.invalidArgument, "a pattern has * and **, and no \("***")")
        }
        pieces.append(stars == 1 ? .withinPart : .acrossParts)
        rest.removeFirst(stars)
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") {
        throw ArrangeError(.invalidArgument, "in a pattern the only thing in braces is {principal}")
      } else {
        pieces.append(.byte(byte))
        rest.removeFirst()
      }
    }
    return pieces
  }

  /// The pattern for one principal, with `{principal}` replaced; nil if it can then match nothing.
  func resolved(for principal: Principal) -> ResolvedPattern? {
    var steps: [ResolvedPattern.Step] = []
    for piece in pieces {
      switch piece {
      case .byte(let byte): steps.append(.byte(byte))
      case .withinPart: steps.append(.withinPart)
      case .acrossParts: steps.append(.acrossParts)
      case .principal:
        guard !principal.name.utf8.contains(UInt8(ascii: "/")) else { return nil }
        steps += principal.name.utf8.map { .byte($0) }
      }
    }
    return ResolvedPattern(steps)
  }
}

/// A ``NamePattern`` with all names resolved.
struct ResolvedPattern: Sendable, Hashable {
  enum Step: Sendable, Hashable {
    case byte(UInt8)
    case withinPart
    case acrossParts

    /// Whether it can stand for a byte.
    func admits(_ byte: UInt8) -> Bool {
      switch self {
      case .byte(let own): own == byte
      case .withinPart: byte != UInt8(ascii: "/")
      case .acrossParts: true
      }
    }

    /// Whether it stands for a run, which may be empty.
    var isRun: Bool { if case .byte = self { false } else { true } }
  }

  let steps: [Step]
  /// The common prefix of all matching names.
  let prefix: String

  init(_ steps: [Step]) {
    self.steps = steps
    var bytes: [UInt8] = []
    for case .byte(let byte) in steps.prefix(while: { if case .byte = $0 { true } else { false } }) {
      bytes.append(byte)
    }
    prefix = String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a name matches. O(pattern · name) for every pattern: all possible positions in the pattern after
  /// a byte are followed together, so no pattern causes a long search.
  func matches(_ name: Identifier) -> Bool {
    // possible[i]: the input so far can match the first i steps.
    var possible = [Bool](repeating: false, count: steps.count + 1)
    possible[0] = true
    skipEmptyRuns(&possible)
    for byte in name.text.utf8 {
      var next = [Bool](repeating: false, count: steps.count + 1)
      for (index, step) in steps.enumerated() where possible[index] {
        switch step {
        case .byte(byte): next[index + 1] = true
        case .byte: break
        case .withinPart: if byte != UInt8(ascii: "/") { next[index] = true }
        case .acrossParts: next[index] = true
        }
      }
      skipEmptyRuns(&next)
      possible = next
    }
    return possible[steps.count]
  }

  /// A run may be empty: a position before it implies the one after it.
  private func skipEmptyRuns(_ possible: inout [Bool]) {
    for (index, step) in steps.enumerated() where possible[index] {
      if case .byte = step { continue }
      possible[index + 1] = true
    }
  }
}
