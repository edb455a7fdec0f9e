import FuzzTargets
import Testing

@Suite("Inputs from fuzzers")
struct CorpusTests {
  /// The maximum size of the inputs of all targets: 1 MiB.
  private static let maximumBytes = 1 << 20

  @Test("cause no failure", arguments: FuzzTarget.allCases)
  func breakNothing(target: FuzzTarget) throws {
    let inputs = try Corpus.inputs(of: target)
    #expect(inputs.count >= 10)
    for input in inputs {
      do { try input.bytes.withUnsafeBytes { try target.run($0) } } catch {
        Issue.record("\(target) \(input.name): \(error)")
      }
    }
  }

  @Test("cause no failure when truncated", arguments: [FuzzTarget.messages, .journal, .imports, .views])
  func cutsBreakNothing(target: FuzzTarget) throws {
    for input in try Corpus.inputs(of: target) {
      for length in stride(from: 0, to: input.bytes.count, by: max(1, input.bytes.count / 16)) {
        do { try input.bytes[..<length].withUnsafeBytes { try target.run($0) } } catch {
          Issue.record("\(target) \(input.name), its first \(length) bytes: \(error)")
        }
      }
    }
  }

  @Test("are few") func areFew() throws {
    let sizes = try FuzzTarget.allCases.map { try Corpus.inputs(of: $0).reduce(0) { $0 + $1.bytes.count } }
    #expect(sizes.reduce(0, +) <= Self.maximumBytes)
  }
}
