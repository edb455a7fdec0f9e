import ArrangeModel
import Changes
import Ordering
import ProtobufCodec
import Testing
import Wire

@testable import Engine

/// A subscriber of a collection or of a view on one node of a simulated cluster. For one thread.
final class SimulatedSubscriber: SubscriptionListener, @unchecked Sendable {
  enum Target: Hashable {
    case collection(Identifier)
    case view(String)
    case storedView(Identifier)
  }

  let target: Target
  private let arena = Arena(codec: .protobufC)
  private(set) var node: SimulatedNode?
  private var shard: Shard?
  private var home: ViewHost?
  private var isOpening = false
  private var isAsking = false
  /// Whether there may be something to show.
  private(set) var hasNews = false
  private(set) var isOpen = false
  private var cursor: SubscriptionCursor?
  private(set) var token: [UInt8]?
  private(set) var list: SectionedList?
  private(set) var version: UInt64 = 0
  private var epoch: UInt64 = 0
  /// Whether the version of the next snapshot may be lower: the versions of a view are counted by each node.
  private var countsAnew = true
  private var pages: [SnapshotPage] = []
  private(set) var end: ArrangeError?
  private(set) var problem: String?
  /// How many messages it got.
  private(set) var messages = 0

  init(_ target: Target) { self.target = target }

  func notifyOfNewCommits() { hasNews = true }

  func recordEnd(_ error: ArrangeError) {
    end = error
    leave()
  }

  private func leave() {
    (node, shard, home, isOpen, isOpening, isAsking) = (nil, nil, nil, false, false, false)
    pages = []
    cursor = nil
    if case .collection = target { countsAnew = false } else { countsAnew = true }
  }

  /// Loses the connection to its node.
  func disconnect() {
    if let home {
      home.unsubscribe(self)
    } else if let shard, case .collection(let name) = target {
      shard.unsubscribe(self, from: name)
    }
    leave()
  }

  var isIdle: Bool { node == nil }

  /// Subscribes at a node, where it resumes, if it can.
  func open(at node: SimulatedNode) throws {
    guard isIdle else { return }
    end = nil
    let cursor = try SubscriptionCursor(token)
    let opened: Reply<Void> = { [self] result in
      guard self.node === node, isOpening else { return }
      isOpening = false
      switch result {
      case .success: (isOpen, hasNews) = (true, true)
      case .failure(let error): recordEnd(error)
      }
    }
    switch target {
    case .collection(let name):
      shard = node.engine.shard(for: name)
      (self.node, self.cursor, isOpening) = (node, cursor, true)
      shard?.subscribe(self, to: name, as: .exact, reply: opened)
    case .view(let text):
      let view = ViewReference(name: nil, definition: try ViewDefinition(parsing: text))
      subscribe(to: view, node, cursor, opened)
    case .storedView(let name):
      guard let view = node.engine.view(named: name, definition: nil, for: .anonymous) else {
        end = .noView(name)
        return
      }
      subscribe(to: view, node, cursor, opened)
    }
  }

  private func subscribe(
    to view: ViewReference,
    _ node: SimulatedNode,
    _ cursor: SubscriptionCursor,
    _ opened: @escaping Reply<Void>
  ) {
    home = node.engine.home(of: view)
    shard = home?.shard
    (self.node, self.cursor, isOpening) = (node, cursor, true)
    home?.subscribe(self, to: view, reply: opened)
  }

  /// The collections that it follows.
  func collections(at node: SimulatedNode) -> [Identifier] {
    switch target {
    case .collection(let name): return [name]
    case .view(let text):
      return (try? ViewDefinition(parsing: text)).map { LiveView.collections(of: $0) } ?? []
    case .storedView(let name):
      let view = node.engine.view(named: name, definition: nil, for: .anonymous)
      return view.map { LiveView.collections(of: $0.definition) } ?? []
    }
  }

  private var name: Identifier {
    switch target {
    case .collection(let name), .storedView(let name): name
    case .view: ""
    }
  }

  /// Asks for the next message, if there may be one.
  func ask() {
    guard isOpen, hasNews, !isAsking, let cursor, let node, let shard else { return }
    (isAsking, hasNews) = (true, false)
    var options = SubscribeRequest.Options()
    options.sendsKeys = false
    let request = SubscribeRequest(collection: name, options: options)
    let encode: MessageEncoder = { [self] message in
      self.arena.temporary { message.packable(in: self.arena).bytes }
    }
    let reply: Reply<SubscriptionAnswer> = { [self] result in
      guard self.node === node, isAsking else { return }
      isAsking = false
      do { try take(result) } catch { problem = problem ?? "\(target): \(error)" }
    }
    if let home {
      home.nextMessage(
        to: self,
        for: request,
        at: cursor,
        sendsProgress: false,
        largestBytes: 1 << 20,
        encode: encode,
        reply: reply
      )
    } else {
      shard.nextMessage(
        for: request,
        at: cursor,
        sendsProgress: false,
        largestBytes: 1 << 20,
        encode: encode,
        reply: reply
      )
    }
  }

  private func take(_ result: Result<SubscriptionAnswer, ArrangeError>) throws {
    switch result {
    case .failure(let error): recordEnd(error)
    case .success(.upToDate(let next)):
      if next.isInSnapshot { hasNews = true }
      // As the state machine of a subscription does: the next batch begins at the version that was sent last.
      if cursor?.resumeToken == next.resumeToken || next.resumeToken == nil { cursor = next }
    case .success(.message(let bytes, _, _, _, let next)):
      messages += 1
      cursor = next
      // There may be more behind this message.
      hasNews = true
      let message = try bytes.withUnsafeBytes { try SubscriptionMessage.decode($0, using: arena) }
      try take(message)
      if let token = message.resumeToken { self.token = token }
    }
  }

  private func take(_ message: SubscriptionMessage) throws {
    switch message.content {
    case .snapshot(let page):
      try take(page)
      guard page.isLast else { return }
      // Another collection of the name begins anew.
      if !countsAnew, message.epoch == epoch, message.version < version {
        throw Wrong("a snapshot of version \(message.version) after \(version)")
      }
      epoch = message.epoch
      countsAnew = false
    case .batch(let batch, let from, _):
      guard from == version, message.epoch == epoch else {
        throw Wrong("a batch from \(from) to \(message.version) at version \(version)")
      }
      guard message.version > from, var folded = list else { throw Wrong("a batch before a snapshot") }
      try batch.check(oldItemCounts: folded.itemCounts)
      try folded.apply(batch)
      list = folded.plain
    case .tree: throw Wrong("the batch of an outline")
    case .progress:
      guard message.version >= version else { throw Wrong("progress back to \(message.version)") }
    }
    version = message.version
  }

  private func take(_ page: SnapshotPage) throws {
    if page.page == 0 { pages = [] }
    guard page.page == pages.count else { throw Wrong("page \(page.page) after \(pages.count)") }
    pages.append(page)
    guard page.isLast else { return }
    var whole = SectionedList()
    for run in pages.flatMap(\.sections) {
      if run.firstItem == 0 {
        whole.sections.append(.init(run.section, items: run.items))
      } else {
        whole.sections[run.index].items += run.items
      }
    }
    list = whole.plain
    pages = []
  }
}

/// What a subscriber must never get.
struct Wrong: Error, CustomStringConvertible {
  let description: String
  init(_ text: String) { description = text }
}
