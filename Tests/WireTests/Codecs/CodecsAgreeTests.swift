import ArrangeModel
import Foundation
import FuzzTargets
import Testing
import Wire

/// The client's codec is written in Swift and the server's in C. Each must decode what the other encodes, and
/// both must agree about all other bytes.
@Suite struct CodecsAgreeTests {
  /// The total number of messages; `Scripts/check-codecs` sets a larger one.
  private static let count =
    ProcessInfo.processInfo.environment["ARRANGE_CODEC_MESSAGES"].flatMap { Int($0) } ?? 20_000

  private static let seed =
    ProcessInfo.processInfo.environment["ARRANGE_TEST_SEED"].flatMap { UInt64($0) } ?? 1

  @Test func everyMessageOfACallIsCompared() {
    let names = Set(ComparedMessage.all.map(\.name))
    for method in Method.allCases {
      let types = [method.requestType, method.responseType].map(\.name)
      #expect(names.isSuperset(of: types), "\(method): CallMessages has not all of \(types)")
    }
  }

  @Test(arguments: ComparedMessage.all.map(\.name))
  func onRandomMessages(_ name: String) throws {
    let message = try #require(ComparedMessage.all.first { $0.name == name })
    let share = max(CodecsAgreeTests.count / ComparedMessage.all.count, 1)
    var (accepted, refused) = (0, 0)
    for number in 0..<UInt64(share) {
      let seed = CodecsAgreeTests.seed &+ number
      var values = RandomValues(seed: seed)
      guard let bytes = message.write(&values) else {
        Issue.record("\(name), seed \(seed): the bytes are not the same")
        return
      }
      guard bytes.withUnsafeBytes({ message.read($0) }) == .accepted else {
        Issue.record("\(name), seed \(seed): a message is not read as the same: \(bytes)")
        return
      }
      // Valid ones, and then damaged ones.
      var damage = Damage(seed: seed)
      let damaged = damage.of(bytes)
      switch damaged.withUnsafeBytes({ message.read($0) }) {
      case .accepted: accepted += 1
      case .refused: refused += 1
      case .different(let outcomes):
        Issue.record("\(name), seed \(seed): \(outcomes) for \(damaged)")
        return
      }
    }
    print("codecs: \(name) \(share) messages; damaged ones: \(accepted) accepted, \(refused) refused")
  }

  /// Bytes found by fuzzers: messages that are refused for every possible reason, and others.
  @Test func onTheCorpus() throws {
    let messages = Dictionary(uniqueKeysWithValues: ComparedMessage.all.map { ($0.name, $0) })
    let corpus = Repository.root.appending(path: "Tests/FuzzTests/Corpus")
    var (accepted, refused) = (0, 0)
    func check(_ message: ComparedMessage, _ bytes: UnsafeRawBufferPointer, _ file: String) {
      switch message.read(bytes) {
      case .accepted: accepted += 1
      case .refused: refused += 1
      case .different(let outcomes): Issue.record("\(message.name): \(outcomes) for \(file)")
      }
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: corpus.appending(path: "messages").path) {
      let input = [UInt8](try Data(contentsOf: corpus.appending(path: "messages/\(name)")))
      try input.withUnsafeBytes { input in
        guard let (type, bytes) = MessageTarget.split(input) else { return }
        check(try #require(messages[type.name], "\(type.name) is not compared"), bytes, name)
      }
    }
    let frame = try #require(messages["Frame"])
    for name in try FileManager.default.contentsOfDirectory(atPath: corpus.appending(path: "frames").path) {
      let input = [UInt8](try Data(contentsOf: corpus.appending(path: "frames/\(name)")))
      input.withUnsafeBytes { check(frame, $0, name) }
    }
    #expect(accepted > 0 && refused > 0)
    print("codecs: corpus \(accepted) accepted, \(refused) refused")
  }

  /// Illegal inputs are refused by both for the same reason, decoded as a message of any type.
  @Test func onIllegalInputs() {
    for input in IllegalInput.all {
      for message in ComparedMessage.all {
        let outcome = input.bytes.withUnsafeBytes { message.read($0) }
        if case .different(let outcomes) = outcome {
          Issue.record("\(message.name): \(outcomes) for '\(input.name)'")
        }
      }
    }
  }
}

/// Damages bytes.
private struct Damage {
  private var random: Seeded

  init(seed: UInt64) { random = Seeded(seed ^ 0x6A09_E667_F3BC_C908) }

  /// Bytes with one to three kinds of damage.
  mutating func of(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.below(3) {
      let place = random.below(bytes.count + 1)
      switch random.below(7) {
      case 0: bytes = Array(bytes.prefix(place))
      case 1: bytes.insert(contentsOf: random.bytes(1 + random.below(4)), at: place)
      case 2: if place < bytes.count { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
      case 3: if place < bytes.count { bytes[place] ^= 1 << UInt8(random.below(8)) }
      case 4:
        // A piece is repeated.
        let end = min(bytes.count, place + random.below(24))
        bytes.insert(contentsOf: bytes[place..<end], at: end)
      case 5: bytes += bytes
      default:
        // An unknown field, or one of another type.
        let tag = UInt8(truncatingIfNeeded: random.next())
        bytes += [tag, UInt8(random.below(4))] + random.bytes(random.below(9))
      }
    }
    return bytes
  }
}
