import ArrangeModel
import Ordering
import Testing

@testable import Access

@Suite("What patterns of names have in common")
struct PatternInclusionTests {
  /// All names of up to five of these letters: `x` is in no pattern.
  private static let names: [Identifier] = {
    var names: [String] = []
    var last = [""]
    for _ in 0..<5 {
      last = last.flatMap { name in ["a", "b", "/", "x"].map { name + $0 } }
      names += last
    }
    return names.map { Identifier(unchecked: $0) }
  }()

  /// All patterns of up to three of these pieces.
  private static let patterns: [String] = {
    var patterns: [String] = []
    var last = [""]
    for _ in 0..<3 {
      last = last.flatMap { pattern in ["a", "b", "/", "*", "**"].map { pattern + $0 } }
      patterns += last
    }
    return Array(Set(patterns.filter { !$0.contains("***") })).sorted()
  }()

  @Test("is what brute force finds over short names")
  func bruteForce() throws {
    let all = try PatternInclusionTests.patterns.map { text in
      let pattern = try #require(ResolvedPattern(text: text))
      return (text: text, pattern: pattern, names: PatternInclusionTests.names.map { pattern.matches($0) })
    }
    var included = 0
    for one in all {
      for other in all {
        let isIncluded = zip(one.names, other.names).allSatisfy { $0 || !$1 }
        let doMeet = zip(one.names, other.names).contains { $0 && $1 }
        if isIncluded { included += 1 }
        #expect(one.pattern.includes(other.pattern) == isIncluded, "\(one.text) includes \(other.text)")
        #expect(one.pattern.meets(other.pattern) == doMeet, "\(one.text) meets \(other.text)")
      }
    }
    #expect(included > all.count)
  }

  @Test(
    "permits on all names of a pattern what is permitted on each",
    arguments: 0..<300 as Range<UInt64>
  )
  func rights(seed: UInt64) throws {
    var random = OrderingRandom(seed: seed)
    func one<Value>(of values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }
    let grants = try (0..<1 + Int(random.next() % 3)).map { _ in
      let denies = random.next() % 4 == 0
      return Grant(
        on: try NamePattern(one(of: PatternInclusionTests.patterns)),
        may: denies ? [] : one(of: [.manage, .read, [.manage, .read]]),
        never: denies ? .manage : []
      )
    }
    let rights = Rights([Role(name: "r", grants: grants)], for: Principal(unchecked: "p"))
    for _ in 0..<20 {
      let text = one(of: PatternInclusionTests.patterns)
      let pattern = try #require(ResolvedPattern(text: text))
      let matching = PatternInclusionTests.names.filter { pattern.matches($0) }
      if rights.permits(.manage, onAll: text) {
        #expect(matching.allSatisfy { rights.permissions(on: $0).contains(.manage) }, "seed \(seed): \(text)")
      } else if grants.count == 1 {
        #expect(
          !matching.allSatisfy { rights.permissions(on: $0).contains(.manage) },
          "seed \(seed): \(text)"
        )
      }
    }
  }

  @Test("is not said of patterns that are made to take long, and braces stand for themselves")
  func limits() throws {
    let long = "*" + String(repeating: "a*b*/", count: 40) + "**"
    let pattern = try #require(ResolvedPattern(text: long))
    #expect(try #require(ResolvedPattern(text: "**")).includes(pattern))
    _ = pattern.includes(pattern)
    #expect(pattern.meets(pattern))
    #expect(ResolvedPattern(text: "a***") == nil)
    let braces = try #require(ResolvedPattern(text: "{principal}/*"))
    #expect(braces.matches("{principal}/x") && !braces.matches("p/x"))
    #expect(!Rights([], for: Principal(unchecked: "p")).permits(.manage, onAll: "a"))
    #expect(Rights.unlimited(.anonymous).permits(.manage, onAll: "**"))
  }

  @Test("keys of sinks are left to principals by the access file, and a path does not go up")
  func keys() throws {
    let text = """
      roles: { r: [ { on: "a/**", may: [manage] } ] }
      principals:
        ann: { roles: [r] }
      sinks:
        keys: ["file:/keys/{principal}/*", "env:HOOK_*", "file:/shared/**"]
      """
    let policy = try AccessFile.policy(reading: Array(text.utf8))
    let ann = Principal(unchecked: "ann")
    for key in ["file:/keys/ann/a", "env:HOOK_1", "file:/shared/x/y"] {
      #expect(policy.mayUse(sinkKey: key, as: ann), "\(key)")
    }
    for key in [
      "file:/keys/bob/a", "file:/keys/ann/a/b", "env:PATH", "file:/shared/../etc/passwd", "file:/keys/ann/..",
      "file:keys/ann/a", "hook",
    ] {
      #expect(!policy.mayUse(sinkKey: key, as: ann), "\(key)")
    }
    #expect(!policy.mayUse(sinkKey: "file:/keys/a/b/k", as: Principal(unchecked: "a/b")))
    for wrong in ["sinks: {}", "sinks: {keys: [\"x\"]}", "sinks: {keys: [\"file:***\"]}", "sinks: {key: []}"]
    {
      #expect(throws: AccessFileError.self, "\(wrong)") {
        try AccessFile.policy(reading: Array("\(text.split(separator: "sinks:")[0])\(wrong)".utf8))
      }
    }
  }
}
