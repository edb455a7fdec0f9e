package import ArrangeModel
package import Changes
import Ordering
package import Wire

/// A subscriber that applies its messages, over any number of connections, and checks every message by
/// itself.
///
///     let subscriber = FoldingSubscriber(SubscribeRequest(collection: "board"))
///     try subscriber.open(on: RawConnection(port: port))
///     while subscriber.version < version { try subscriber.next() }
package final class FoldingSubscriber {
  /// How long a test waits for a message before it fails. A server that forgets a subscriber still sends PINGs.
  private static let patience = Duration.seconds(60)

  package enum Event {
    case message(SubscriptionMessage)
    /// The stream has ended.
    case end(Status)
    /// The connection was closed.
    case gone
  }

  package let request: SubscribeRequest
  package private(set) var connection: RawConnection?
  package private(set) var stream: UInt32 = 0
  /// The list with the content of each element; nil before the first snapshot is complete.
  package private(set) var list: SectionedList?
  package private(set) var version: UInt64 = 0
  package private(set) var token: [UInt8]?
  /// The received request ids of its own.
  package private(set) var ownRequestIDs: [RequestID] = []
  /// How many messages of each kind came.
  package private(set) var snapshots: [SnapshotReason: Int] = [:]
  package private(set) var batches = 0
  package private(set) var progress = 0
  private var epoch: UInt64?
  private var pages: [SnapshotPage] = []
  private var received: UInt64 = 0
  private var credit: UInt64 = 0
  private var grants: UInt64 = 0
  /// Why the server closed the connection, if it said so.
  private var farewell: Status?

  package init(_ request: SubscribeRequest) {
    self.request = request
    token = request.resumeToken
  }

  /// Begins, or resumes after the last message.
  ///
  /// - Parameters:
  ///   - credit: the initial credit.
  ///   - grants: the credit granted after each message.
  package func open(on connection: RawConnection, credit: UInt64 = 2, grants: UInt64 = 1) throws {
    self.connection = connection
    (received, self.credit, self.grants) = (0, credit, grants)
    (pages, farewell) = ([], nil)
    var request = request
    request.resumeToken = token
    stream = try connection.open(Method.subscribe.name, connection.encode(request), credit: credit)
  }

  /// Makes room for more messages.
  package func grant(_ more: UInt64) throws {
    credit += more
    try connection?.send(Frame(.credit, stream: stream, credit: credit))
  }

  /// Disconnects without notice.
  package func drop() { connection = nil }

  /// Waits for the next message and applies it.
  ///
  /// - Throws: ``Failure`` where nothing comes, or what comes can't be.
  @discardableResult
  package func next() throws -> Event {
    guard let connection else { throw Failure("not connected") }
    let deadline = ContinuousClock.now + FoldingSubscriber.patience
    while ContinuousClock.now < deadline {
      guard let frame = try connection.receive() else {
        self.connection = nil
        return .gone
      }
      if let event = try take(frame, on: connection) { return event }
    }
    throw Failure("the server sends PINGs and nothing else")
  }

  /// Waits some time for the next message, and applies it; nil if none comes.
  ///
  /// - Throws: ``Failure`` where what comes can't be.
  package func next(within milliseconds: Int) throws -> Event? {
    guard let connection else { throw Failure("not connected") }
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    repeat {
      switch try connection.receive(within: milliseconds) {
      case .frame(let frame): if let event = try take(frame, on: connection) { return event }
      case .nothing: return nil
      case .gone:
        self.connection = nil
        return .gone
      }
    } while ContinuousClock.now < deadline
    return nil
  }

  /// Takes a frame of the connection; nil if it is none of the subscription's.
  private func take(_ frame: RawConnection.Received, on connection: RawConnection) throws -> Event? {
    switch frame.type {
    case .data where frame.stream == stream:
      received += 1
      guard frame.sequence == received, received <= credit else {
        throw Failure("message \(frame.sequence) after \(received - 1) with credit for \(credit)")
      }
      let message = try frame.body.withUnsafeBytes {
        try SubscriptionMessage.decode($0, using: connection.arena)
      }
      try take(message)
      // A lost connection is reported by the next read.
      if grants > 0 { try? grant(grants) }
      return .message(message)
    case .end where frame.stream == stream: return .end(try connection.status(frame))
    case .goAway:
      farewell = try connection.status(frame)
      return nil
    case .ping:
      try? connection.send(Frame(.pong, sequence: frame.sequence))
      return nil
    default: return nil
    }
  }

  /// Reads until it has a version.
  ///
  /// - Throws: ``Failure`` where the subscription ends before.
  package func catchUp(to version: UInt64) throws {
    while self.version < version || list == nil {
      switch try next() {
      case .message: continue
      case .end(let status): throw Failure("the subscription ended: \(status)")
      case .gone: throw Failure("the connection was lost\(farewell.map { ": \($0)" } ?? "")")
      }
    }
  }

  // MARK: Folding

  /// Applies a message.
  ///
  /// - Throws: ``Failure`` where it can't follow what came before.
  package func take(_ message: SubscriptionMessage) throws {
    if let epoch, message.epoch != epoch {
      guard case .snapshot(let page) = message.content, page.reason == .epochChanged || page.page > 0 else {
        throw Failure("another epoch without a word")
      }
    }
    switch message.content {
    case .snapshot(let page): try take(page, of: message.version)
    case .batch(let batch, let from, let commits):
      guard from == version, message.version > from, commits == message.version - from, pages.isEmpty else {
        throw Failure("a batch from \(from) to \(message.version) of \(commits) commits at \(version)")
      }
      guard batch.count <= request.options.reloadThreshold, batch.profile == request.options.profile else {
        throw Failure("a batch of \(batch.count) changes for \(batch.profile)")
      }
      guard var list else { throw Failure("a batch before a list") }
      try batch.check(oldItemCounts: list.itemCounts)
      try list.apply(batch)
      self.list = list
      version = message.version
      batches += 1
    case .tree: throw Failure("the batch of an outline")
    case .progress:
      guard list != nil, message.version >= version else { throw Failure("progress to \(message.version)") }
      version = message.version
      progress += 1
    }
    ownRequestIDs += message.ownRequestIDs
    epoch = message.epoch
    if let token = message.resumeToken { self.token = token }
  }

  private func take(_ page: SnapshotPage, of version: UInt64) throws {
    if page.page == 0 {
      pages = []
      guard version >= self.version || page.reason == .epochChanged else {
        throw Failure("a list of version \(version) after \(self.version)")
      }
      snapshots[page.reason, default: 0] += 1
    }
    guard page.page == pages.count else { throw Failure("page \(page.page) after \(pages.count)") }
    pages.append(page)
    guard page.isLast else { return }
    var list = SectionedList()
    for run in pages.flatMap(\.sections) {
      if run.firstItem == 0, run.index == list.sections.count {
        list.sections.append(.init(run.section, items: run.items))
      } else if run.index == list.sections.count - 1, run.firstItem == list.sections[run.index].items.count {
        list.sections[run.index].items += run.items
      } else {
        throw Failure("a page goes on with \(run.firstItem) of section \(run.index)")
      }
    }
    guard list.size == page.size else { throw Failure("a snapshot of \(list.size), not \(page.size)") }
    self.list = list
    self.version = version
    pages = []
  }
}

extension SectionedList {
  /// What a list view shows: the list without keys and content versions.
  package var shown: SectionedList {
    func shown(_ element: ElementSnapshot) -> ElementSnapshot {
      ElementSnapshot(id: element.id, fields: element.fields, contentVersion: 0, key: .empty)
    }
    return SectionedList(sections.map { Section(shown($0.element), items: $0.items.map(shown)) })
  }
}

extension RawConnection {
  /// Reads a whole collection, in pages of one version.
  package func list(_ collection: Identifier) throws -> (version: UInt64, list: SectionedList) {
    var list = SectionedList()
    var token: [UInt8]?
    var version: UInt64 = 0
    repeat {
      let page: FetchPage = try result(
        .fetch,
        FetchRequest(collection: collection, pageSize: 5_000, pageToken: token)
      )
      version = page.collection.version
      for slice in page.sections {
        if slice.firstItem == 0 {
          list.sections.append(.init(slice.section, items: slice.items))
        } else {
          list.sections[slice.index].items += slice.items
        }
      }
      token = page.nextPageToken
    } while token != nil
    return (version, list)
  }
}
