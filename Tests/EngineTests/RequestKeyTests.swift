import ArrangeModel
import Ordering
import Testing

@testable import Engine

@Suite("The author of a request id")
struct RequestKeyTests {
  private static let authors: [Principal?] = [
    nil, .anonymous, Principal(unchecked: "a"), Principal(unchecked: "ab"), Principal(unchecked: "\u{FF}"),
    Principal(unchecked: String(repeating: "x", count: Principal.maximumLength)),
  ]

  /// Ids that look like keys, among others.
  private static func ids(_ random: inout OrderingRandom) -> [RequestID] {
    let alphabet: [UInt8] = [0x00, 0x61, 0x62, 0xC3, 0xBF, 0xFF]
    return (0..<60).map { _ in
      RequestID(
        unchecked: (0..<Int.random(in: 1...5, using: &random)).map { _ in
          alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
        }
      )
    }
  }

  @Test(
    "two requests have one key exactly where id and author are the same",
    arguments: 0..<20 as Range<UInt64>
  )
  func different(seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    let ids = Self.ids(&random)
    var owners: [RequestKey: (RequestID, Principal)] = [:]
    for author in Self.authors {
      for id in ids {
        let key = RequestKey(id, of: author)
        let owner = (id, author ?? .anonymous)
        if let other = owners[key] { #expect(other == owner, "seed \(seed)") }
        owners[key] = owner
        #expect(RequestKey(stored: key.bytes).requestID(of: author) == id, "seed \(seed)")
      }
    }
  }

  @Test("a key is not decoded as one of another author")
  func others() {
    let id = RequestID(unchecked: [1, 2])
    for author in Self.authors {
      for other in Self.authors where other != .anonymous && other != nil && other != author {
        #expect(RequestKey(id, of: author).requestID(of: other) == nil)
      }
    }
  }

  @Test("ids of servers without authors are decoded unchanged", arguments: 0..<20 as Range<UInt64>)
  func earlier(seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    for id in Self.ids(&random) where id.bytes.prefix(2) != [0xFF, 0x00] {
      #expect(RequestKey(stored: id.bytes).requestID(of: nil) == id, "seed \(seed)")
    }
  }
}
