import Engine
import Journals
import Ordering
import Testing

@Suite("Parts of the SQLite journal")
struct PartsTests {
  @Test("CRC-32C gives the values of RFC 3720 and its neighbours, however the bytes are divided")
  func checksum() {
    func value(_ bytes: [UInt8]) -> UInt32 {
      var checksum = CRC32C()
      checksum.add(bytes)
      return checksum.value
    }
    #expect(value(Array("123456789".utf8)) == 0xE306_9283)
    #expect(value([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
    #expect(value([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
    #expect(value(Array(0..<32)) == 0x46DD_794E)
    #expect(value([]) == 0)
    let bytes = (0..<100).map { UInt8($0 * 7 % 251) }
    for division in 0...100 {
      var checksum = CRC32C()
      checksum.add(Array(bytes[..<division]))
      checksum.add(Array(bytes[division...]))
      #expect(checksum.value == value(bytes), "divided at \(division)")
    }
  }

  @Test("the index of request ids finds every retained version, even with equal hashes")
  func requestIndex() {
    var random = OrderingRandom(seed: 9)
    var index = RequestIndex()
    var hashes: [UInt64: UInt64] = [:]
    #expect(index.candidates(5).isEmpty)
    var oldest: UInt64 = 1
    for version in 1...20_000 as ClosedRange<UInt64> {
      // Few different hashes, so that they meet.
      let hash = UInt64.random(in: 0..<5_000, using: &random) << 44
      index.insert(hash, version: version, oldest: oldest)
      hashes[version] = hash
      oldest = max(oldest, version > 3_000 ? version - 3_000 : 1)
    }
    for version in oldest...20_000 {
      #expect(index.candidates(hashes[version] ?? 0).contains(version), "seed 9, version \(version)")
    }
    #expect(index.count < 10_000, "entries of trimmed versions are never dropped")
  }

  @Test("packed numbers keep their parts")
  func packedNumbers() {
    for number in [0, 1, CommitID.maximumNumber] {
      for version in [0, 1, CommitID.maximumVersion] {
        let id = CommitID(packed: CommitID(number: number, version: version).packed)
        #expect(id.number == number && id.version == version && id.packed >= 0)
      }
    }
    // Damage can be any number, and is not to end the process.
    #expect(CommitID(packed: -1).number < 0 && CommitID(packed: .min).version == 0)
    for series in [1, ChunkID.maximumSeries] {
      for index in [0, ChunkID.maximumIndex] {
        let id = ChunkID(packed: ChunkID(series: series, index: index).packed)
        #expect(id.series == series && id.index == index && id.packed >= 0)
      }
    }
  }

  @Test("a path's directory is resolved like by the system")
  func parents() {
    for (path, parent) in [
      ("/a/b", "/a"), ("/a", "/"), ("/", "/"), ("a", "."), ("a/b/", "a"), ("/a//", "/"), ("./x", "."),
    ] {
      #expect(JournalDirectory.parent(of: path) == parent, "\(path)")
    }
  }
}
