import ArrangeModel
import Ordering
import Testing

@testable import Access

@Suite("Patterns of names")
struct NamePatternTests {
  private func matches(_ pattern: String, _ name: String, for principal: String = "ann") throws -> Bool {
    try NamePattern(pattern).resolved(for: try Principal(principal))?.matches(try Identifier(name)) ?? false
  }

  @Test(
    "match whole names",
    arguments: [
      ("board", "board", true), ("board", "boards", false), ("board", "boar", false), ("*", "board", true),
      ("*", "a/b", false), ("**", "a/b", true), ("board/**", "board/a/b", true), ("board/**", "board", false),
      ("board/*", "board/a", true), ("board/*", "board/a/b", false), ("*/todo", "a/todo", true),
      ("*/todo", "a/b/todo", false), ("**/todo", "a/b/todo", true), ("**/todo", "todo", false),
      ("a*c", "ac", true), ("a*c", "abbc", true), ("a*c", "ab/c", false), ("a**c", "ab/c", true),
      ("*a*", "bab", true), ("users/{principal}/*", "users/ann/x", true),
      ("users/{principal}/*", "users/anna/x", false),
      ("{principal}{principal}", "annann", true), ("é*", "été", true),
    ]
  )
  func example(_ pattern: String, _ name: String, _ isMatch: Bool) throws {
    #expect(try matches(pattern, name) == isMatch)
  }

  /// As in GHSA-p9w5 of another broker: user names that are interpreted as patterns.
  @Test("use the name of a principal literally")
  func principalsAreData() throws {
    #expect(try !matches("users/{principal}/x", "users/bob/x", for: "*"))
    #expect(try !matches("users/{principal}/x", "users/a/b/x", for: "**"))
    #expect(try matches("users/{principal}/x", "users/*/x", for: "*"))
    #expect(try !matches("users/{principal}/**", "users/{principal}/x", for: "ann"))
    // A principal with this name would be within the names of "ann".
    #expect(try !matches("users/{principal}/**", "users/ann/private/x", for: "ann/private"))
  }

  @Test(
    "are refused where they mean nothing",
    arguments: ["", "***", "a{b}", "{principal", "}", "a\u{7}b", String(repeating: "a", count: 129)]
  )
  func refused(_ pattern: String) { #expect(throws: ArrangeError.self) { try NamePattern(pattern) } }

  /// The meaning of a pattern, by exhaustive search.
  private func isMatch(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    let rest = pattern.dropFirst()
    guard first == UInt8(ascii: "*") else { return name.first == first && isMatch(rest, name.dropFirst()) }
    let isAcross = rest.first == first
    let tail = isAcross ? rest.dropFirst() : rest
    if isMatch(tail, name) { return true }
    guard let byte = name.first, isAcross || byte != UInt8(ascii: "/") else { return false }
    return isMatch(pattern, name.dropFirst())
  }

  @Test("match the same names as an exhaustive search", arguments: [1, 2, 3] as [UInt64])
  func random(seed: UInt64) throws {
    var random = OrderingRandom(seed: seed)
    let letters = ["a", "b", "/", "*", "**"]
    for _ in 0..<4_000 {
      let length = Int.random(in: 1...6, using: &random)
      let text = (0..<length).map { _ in letters.randomElement(using: &random)! }.joined()
      guard let pattern = try? NamePattern(text) else { continue }
      let name = String(
        (0..<Int.random(in: 1...7, using: &random)).map { _ in "ab/".randomElement(using: &random)! }
      )
      let found = pattern.resolved(for: .anonymous)?.matches(try Identifier(name))
      #expect(
        found == isMatch(Array(text.utf8)[...], Array(name.utf8)[...]),
        "seed \(seed): \(text) and \(name)"
      )
    }
  }

  @Test("take no longer than their lengths allow")
  func longPattern() throws {
    // An exhaustive search would never end.
    let pattern = String(repeating: "*a", count: 60)
    #expect(try !matches(pattern, String(repeating: "a", count: 127) + "b"))
  }
}
