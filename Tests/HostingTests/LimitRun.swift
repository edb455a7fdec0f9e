import ArrangeModel
import Engine
import NIOCore
import Ordering
import ProtobufCodec
import Testing
import Wire

/// A collection under transactions at their limits, each sent over the wire, with its history read in pages
/// that fit the caller's frame.
struct LimitRun {
  private struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// The number of items after which a new collection is begun.
  private static let maximumItems = 150_000
  /// The smallest frame in which every change of a commit fits.
  private static let frameForHistory = 256 * 1024

  private var random: OrderingRandom
  private let store = MemoryJournal.Store()
  private var engine: TestEngine
  private let arena = Arena(codec: .protobufC)
  private var name: Identifier = ""
  private var number = 0
  private var version: UInt64 = 0
  private var ids: [Identifier] = []
  /// The items of 60,000 bytes.
  private var large: [Identifier] = []
  private var made = 0

  private(set) var done = 0
  private(set) var refused: [StatusCode: Int] = [:]
  private var pages = 0
  /// The size of the last answer.
  private(set) var lastAnswer = 0
  /// The changes of the last transaction in the history.
  private(set) var lastChanges: [HistoryChange] = []

  var summary: String {
    let refusals = refused.map { "\($0.value) \($0.key)" }.sorted().joined(separator: ", ")
    return "\(done) answered in full, refused: \(refusals); \(pages) pages of history"
  }

  init(seed: UInt64) throws {
    random = OrderingRandom(seed: seed)
    engine = try TestEngine(MemoryJournal(store: store))
  }

  mutating func begin(_ strategy: String) async throws {
    if !name.isEmpty {
      let old = name
      let _: Void = try await engine.call(old) { $0.delete(old, reply: $1) }
    }
    number += 1
    name = Identifier(unchecked: "list \(number)")
    try await engine.create(name, strategy)
    (version, ids, large) = (0, [], [])
  }

  // MARK: One transaction

  /// Sends a transaction, and checks that all or nothing of it has happened.
  ///
  /// - Parameter frame: the largest frame of the caller.
  /// - Returns: why it was refused; nil if it was carried out.
  mutating func apply(_ operations: [ArrangeModel.ListOperation], frame: Int) async throws -> ArrangeError? {
    try await apply(operations, largestAnswer: frame - FrameEncoder.maximumHeadBytes)
  }

  mutating func apply(
    _ operations: [ArrangeModel.ListOperation],
    largestAnswer: Int
  ) async throws -> ArrangeError? {
    let sent = ApplyRequest(collection: name, operations: operations)
    let result: ApplyResult
    do throws(ArrangeError) {
      arena.reset()
      var body = ByteBuffer()
      sent.encode(into: &body, using: arena)
      let request = try ApplyRequest.decode(body, using: arena)
      result = try await engine.call(name) { $0.apply(request, largestAnswer: largestAnswer, reply: $1) }
    } catch {
      refused[error.code, default: 0] += 1
      guard [.resourceExhausted, .outOfRange].contains(error.code), error.processed == .notStarted,
        !error.message.isEmpty
      else { throw error }
      try await expectUnchanged()
      return error
    }
    arena.reset()
    lastAnswer = result.packable(in: arena).count
    guard lastAnswer <= largestAnswer else {
      throw Failure(description: "an answer of \(lastAnswer) bytes where \(largestAnswer) fit")
    }
    guard result.version == (result.changed ? version + 1 : version) else {
      throw Failure(description: "version \(result.version) follows \(version)")
    }
    done += 1
    lastChanges = []
    guard result.changed else { return nil }
    version = result.version
    lastChanges = try await history(of: version, largestAnswer: max(largestAnswer, LimitRun.frameForHistory))
    return nil
  }

  private func expectUnchanged() async throws {
    let name = name
    let info: CollectionInfo = try await engine.call(name) { $0.info(name, reply: $1) }
    guard info.version == version else {
      throw Failure(description: "a refused transaction made version \(info.version) of \(version)")
    }
  }

  /// The changes of a commit, read in pages.
  private mutating func history(of version: UInt64, largestAnswer: Int) async throws -> [HistoryChange] {
    let frames = [LimitRun.frameForHistory, largestAnswer]
    let most = frames[Int(random.next() % 2)]
    var whole: HistoryPage?
    while true {
      let from = whole?.commits.last?.nextChange ?? 0
      let request = HistoryRequest(collection: name, from: version, to: version, fromChange: from)
      let page: HistoryPage = try await engine.call(name) {
        $0.history(request, largestAnswer: most, reply: $1)
      }
      pages += 1
      arena.reset()
      let size = page.packable(in: arena).count
      guard size <= most, page.commits.count == 1, !page.commits[0].changes.isEmpty else {
        throw Failure(description: "a page of \(size) bytes where \(most) fit")
      }
      guard page.commits[0].firstChange == from else { throw Failure(description: "a part is missing") }
      if whole == nil { whole = page } else { whole?.append(page) }
      guard let entry = whole?.commits.last, entry.nextChange != nil else { break }
    }
    return whole?.commits[0].changes ?? []
  }

  /// The ids of all items, read in pages that must fit a frame.
  mutating func fetchAll(frame: Int) async throws -> [Identifier] {
    let (name, most) = (name, frame - FrameEncoder.maximumHeadBytes)
    var ids: [Identifier] = []
    var token: [UInt8]?
    repeat {
      let request = FetchRequest(collection: name, pageSize: FetchRequest.maximumPageSize, pageToken: token)
      let page: FetchPage = try await engine.call(name) { $0.fetch(request, largestAnswer: most, reply: $1) }
      arena.reset()
      let size = page.packable(in: arena).count
      guard size <= most else { throw Failure(description: "a page of \(size) bytes where \(most) fit") }
      let items = page.sections.flatMap(\.items)
      guard !items.isEmpty else { throw Failure(description: "an empty page") }
      ids += items.map(\.id)
      token = page.nextPageToken
    } while token != nil
    return ids
  }

  /// Checks that the stored data gives the same collection.
  func checkReload() async throws {
    let name = name
    let here: FetchPage = try await engine.call(name) { $0.fetch(FetchRequest(collection: name), reply: $1) }
    engine.engine.close()
    let other = try TestEngine(MemoryJournal(store: store))
    let info: CollectionInfo = try await other.call(name) { $0.info(name, reply: $1) }
    #expect(info.version == version)
    let page: FetchPage = try await other.call(name) { $0.fetch(FetchRequest(collection: name), reply: $1) }
    #expect(page.sections == here.sections)
  }

  // MARK: Random transactions

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &random) }

  /// A count near a limit, or far below it: the larger, the rarer.
  private mutating func count(_ limit: Int) -> Int {
    switch below(12) {
    case 0: limit - below(3)
    case 1: limit + 1 + below(2)
    default: max(1, limit >> below(12))
    }
  }

  mutating func step() async throws {
    if name.isEmpty || ids.count > LimitRun.maximumItems || below(40) == 0 {
      try await begin(["dense", "fractional", "lexorank"][below(3)])
    }
    let frame = [Frame.largestBeforeHello, 64 * 1024, Frame.defaultMaximumLength, Frame.largestEver][below(4)]
    let before = (ids, large)
    let operations = transaction()
    let refusal = try await apply(operations, frame: frame)
    if refusal != nil {
      (ids, large) = before
      return
    }
    let page = try await self.page(frame)
    guard page.collection.version == version, page.collection.itemCount == ids.count else {
      throw Failure(description: "\(page.collection.itemCount) items, not \(ids.count)")
    }
  }

  /// The first page, which must fit.
  private mutating func page(_ frame: Int) async throws -> FetchPage {
    let most = max(frame, 2 * Fields.maximumEncodedLength) - FrameEncoder.maximumHeadBytes
    let request = FetchRequest(collection: name, pageSize: 1 + below(FetchRequest.maximumPageSize))
    let page: FetchPage = try await engine.call(name) { $0.fetch(request, largestAnswer: most, reply: $1) }
    arena.reset()
    let size = page.packable(in: arena).count
    guard size <= most else { throw Failure(description: "a page of \(size) bytes where \(most) fit") }
    return page
  }

  private mutating func fresh() -> Identifier {
    made += 1
    let text = "\(made)"
    // Some ids are as long as an id may be.
    let id = Identifier(
      unchecked: made % 50 < 5 ? text + String(repeating: "-", count: 128 - text.count) : text
    )
    ids.append(id)
    return id
  }

  private mutating func some(_ count: Int) -> [Identifier] {
    guard !ids.isEmpty else { return [] }
    let start = below(ids.count)
    return Array(ids[start...].prefix(count))
  }

  private mutating func transaction() -> [ArrangeModel.ListOperation] {
    guard ids.count > 10 else {
      return [.insertItems((0..<100).map { _ in NewElement(id: fresh()) }, to: ItemDestination())]
    }
    switch below(8) {
    case 0:
      let new = (0..<count(ApplyRequest.maximumElements / 4)).map { _ in NewElement(id: fresh()) }
      return [.insertItems(new, to: ItemDestination(.first))]
    case 1:
      return (0..<count(ApplyRequest.maximumOperations)).map { _ in
        .insertItems([NewElement(id: fresh())], to: ItemDestination())
      }
    case 2:
      let text = String(repeating: "x", count: 60_000)
      let new = (0..<1 + below(20)).map { _ in NewElement(id: fresh(), fields: ["text": .string(text)]) }
      large += new.compactMap(\.id)
      return [.insertItems(new, to: ItemDestination())]
    case 3 where !large.isEmpty:
      return (0..<count(ApplyRequest.maximumBytes / 60_100)).map { number in
        .updateItems([
          FieldsUpdate(ElementReference(large[number % large.count]), set: ["n": .int(Int64(made + number))])
        ])
      }
    case 4:
      let moved = some(count(ApplyRequest.maximumElements))
      return [
        .moveItems(moved.map { ElementReference($0) }, to: ItemDestination(below(2) == 0 ? .first : .last))
      ]
    case 5:
      let named = some(count(ApplyRequest.maximumElements))
      return [.reorderItems(section: .empty, named.reversed())]
    case 6:
      let key = OrderKey([0x7F])
      let adopted = (0..<count(10_000)).map { _ in AdoptedItem(id: fresh(), key: key, after: ids.first) }
      return [.adoptItems(adopted, section: .empty)]
    default:
      // Everything is removed, in one operation or with its section.
      (ids, large) = ([], [])
      return [.removeSections([ElementReference(.empty)], onlyIfEmpty: false)]
    }
  }
}
