import ArrangeModel
import Changes
import NIOCore
import Synchronization
import TestSupport
import Testing
import Wire

@testable import ArrangeClient

/// Views: what is asked of a server on the loopback, and what becomes of its answers.
@Suite(.timeLimit(.minutes(5))) struct ViewTests {
  private static let view = ViewDefinition([
    ViewDefinition.Part(.collection(ViewDefinition.Query("board", filter: .exists("title"), cap: 3)))
  ])

  private func client(_ server: LoopbackServer) -> ArrangeClient {
    var configuration = ArrangeClientConfiguration(port: server.port)
    configuration.callTimeout = .seconds(600)
    configuration.retry.initialBackoff = .milliseconds(1)
    return ArrangeClient(configuration)
  }

  // MARK: Stored views

  @Test func viewsAreStoredListedAndDeleted() async throws {
    let stored = Mutex<[Identifier: ViewInfo]>([:])
    try await LoopbackServer.run { peer, frame in
      guard frame.type == .open else { return }
      do {
        let body = try stored.withLock { stored in try Self.answer(frame, &stored) }
        peer.send(body)
      } catch let error as ArrangeError {
        peer.send(ServerFrames.end(frame.stream, error))
      } catch { peer.close() }
    } _: { server in
      let client = client(server)
      for name in ["b", "a", "c"] as [Identifier] {
        let info = try await client.defineView(name, Self.view)
        #expect(info.name == name && info.definition == Self.view)
      }
      #expect(try await client.view("a").definition == Self.view)
      var names: [Identifier] = []
      for try await page in client.viewPages(pageSize: 2) { names += page.views.map(\.name) }
      #expect(names == ["a", "b", "c"])
      try await client.deleteView("b")
      let error = await #expect(throws: ArrangeError.self) { try await client.view("b") }
      #expect(error?.code == .notFound)
      #expect(try await client.views().views.map(\.name) == ["a", "c"])
      await client.close()
    }
  }

  /// What a server answers that keeps views in memory.
  private static func answer(
    _ frame: ReceivedFrame,
    _ stored: inout [Identifier: ViewInfo]
  ) throws -> ByteBuffer {
    switch frame.method {
    case "arrange.v1.Views/Define":
      let request = try frame.decode(DefineViewRequest.self)
      let time = Timestamp(microseconds: 5)
      let info = ViewInfo(name: request.name, definition: request.view, createdAt: time)
      stored[request.name] = info
      return ServerFrames.end(frame.stream, info)
    case "arrange.v1.Views/Get":
      let request = try frame.decode(GetViewRequest.self)
      guard let info = stored[request.name] else { throw ArrangeError(.notFound, "there is no such view") }
      return ServerFrames.end(frame.stream, info)
    case "arrange.v1.Views/List":
      let request = try frame.decode(ListViewsRequest.self)
      let start = Int(request.pageToken?.first ?? 0)
      let rest = stored.values.sorted { $0.name < $1.name }.dropFirst(start)
      let views = Array(rest.prefix(request.pageSize ?? ListViewsRequest.defaultPageSize))
      let next = views.count < rest.count ? [UInt8(start + views.count)] : nil
      return ServerFrames.end(frame.stream, ViewsPage(views: views, nextPageToken: next))
    default:
      let request = try frame.decode(DeleteViewRequest.self)
      stored[request.name] = nil
      return ServerFrames.end(frame.stream, EmptyMessage())
    }
  }

  // MARK: Views that are given with requests

  @Test func pagesOfAViewWithoutAName() async throws {
    try await LoopbackServer.run { peer, frame in
      guard frame.type == .open, let request = try? frame.decode(FetchRequest.self) else { return }
      guard request.view == Self.view, request.collection.isEmpty else { return peer.close() }
      var info = info(.empty)
      info.isView = true
      let next: [UInt8]? = request.pageToken == nil ? [1] : nil
      let section = ElementSnapshot(id: "s", fields: Fields(), contentVersion: 1, key: .empty)
      let slice = SectionSlice(index: 0, section: section, itemCount: 2, firstItem: 0, items: [Self.row("x")])
      peer.send(
        ServerFrames.end(
          frame.stream,
          FetchPage(collection: info, sections: [slice], nextPageToken: next)
        )
      )
    } _: { server in
      let client = client(server)
      var origins: [RowOrigin?] = []
      for try await page in client.pages(of: Self.view) {
        #expect(page.collection.isView && page.collection.name.isEmpty)
        origins += page.sections.flatMap(\.items).map(\.origin)
      }
      let origin = RowOrigin(collection: "board", section: "todo", item: "x")
      #expect(origins == [origin, origin])
      await client.close()
    }
  }

  /// A subscription goes on with the view and the token when the connection is lost, and takes what another definition
  /// changes at the same version.
  @Test func aViewWithoutANameIsFollowed() async throws {
    let tokens = Mutex<[[UInt8]?]>([])
    try await LoopbackServer.run { peer, frame in
      if frame.type == .cancel {
        peer.send(ServerFrames.end(frame.stream, ArrangeError(.cancelled, "cancelled")))
      }
      guard frame.type == .open, let request = try? frame.decode(SubscribeRequest.self) else { return }
      guard request.view == Self.view, request.collection.isEmpty else { return peer.close() }
      let attempt = tokens.withLock { tokens in
        tokens.append(request.resumeToken)
        return tokens.count
      }
      if attempt == 1 {
        peer.send(ServerFrames.data(frame.stream, 1, Self.snapshot))
        peer.close()
      } else {
        peer.send(ServerFrames.data(frame.stream, 1, Self.batch))
      }
    } _: { server in
      let client = client(server)
      var list = SectionedList()
      for try await update in client.updates(of: Self.view) {
        #expect(update.version == 4)
        if case .list(let whole, _) = update.content { list = whole }
        guard case .batch(let batch, let from, let commits) = update.content else { continue }
        #expect(from == 4 && commits == 0)
        try list.apply(batch)
        break
      }
      #expect(list.sections[0].items == [Self.row("y"), Self.row("x")])
      #expect(tokens.withLock { $0 } == [nil, [4]])
      await client.close()
    }
  }

  private static func row(_ item: Identifier) -> ElementSnapshot {
    ElementSnapshot(
      id: Identifier(stringLiteral: "1/\(item)"),
      fields: Fields(),
      contentVersion: 1,
      key: .empty,
      origin: RowOrigin(collection: "board", section: "todo", item: item)
    )
  }

  private static let section = ElementSnapshot(
    id: "1/todo",
    fields: Fields(),
    contentVersion: 1,
    key: .empty,
    origin: RowOrigin(collection: "board", section: "todo")
  )

  /// The list with the item x at version 4.
  private static let snapshot = SubscriptionMessage(
    version: 4,
    epoch: 7,
    resumeToken: [4],
    content: .snapshot(
      SnapshotPage(
        reason: .first,
        page: 0,
        isLast: true,
        size: ListSize(sections: 1, items: 1),
        sections: [SnapshotPage.Run(index: 0, section: section, firstItem: 0, items: [row("x")])]
      )
    )
  )

  /// Another definition shows the item y before it.
  private static let batch: SubscriptionMessage = {
    var batch = ChangeBatch(before: ListSize(sections: 1, items: 1), after: ListSize(sections: 1, items: 2))
    batch.items.inserts = [ItemInsert(at: ListPath(section: 0, item: 0), source: .new(row("y")))]
    let content = SubscriptionMessage.Content.batch(batch, from: 4, commits: 0)
    return SubscriptionMessage(version: 4, epoch: 7, resumeToken: [5], content: content)
  }()

  // MARK: On a screen

  private func update(_ list: SectionedList) -> ListUpdate {
    ListUpdate(version: 4, epoch: 7, resumeToken: [4], content: .list(list, reason: .first))
  }

  private func shown(_ controller: OrderedResultsController) -> OrderedResultsController {
    let list = SectionedList([.init(Self.section, items: [Self.row("x")])])
    _ = controller.changes(by: .update(update(list)))
    return controller
  }

  @Test func aControllerShowsWhatAnotherDefinitionChanges() throws {
    var options = OrderedResultsController.Options()
    options.profile = .exact
    let controller = shown(OrderedResultsController(ArrangeClient(), view: Self.view, options: options))
    guard case .batch(let batch, _, _) = Self.batch.content else { return }
    let update = ListUpdate(
      version: 4,
      epoch: 7,
      resumeToken: [5],
      content: .batch(batch, from: 4, commits: 0)
    )
    #expect(controller.changes(by: .update(update)) == [.changes(batch)])
    #expect(controller.sections[0].items == [Self.row("y"), Self.row("x")])
    #expect(controller.indexPath(for: "1/x") == ListPath(section: 0, item: 1))
    #expect(controller.sections[0].element.origin == Self.section.origin)
    #expect(controller.resumeToken == [5])
  }

  /// A view with two rows, as it was received with a token.
  private func twoRows(_ controller: OrderedResultsController) -> OrderedResultsController {
    _ = controller.changes(by: .update(update(SectionedList([rows("x", "y")]))))
    return controller
  }

  private func rows(_ items: Identifier...) -> SectionedList.Section {
    .init(Self.section, items: items.map { Self.row($0) })
  }

  private static let written = PlacedRows(
    applied: [PlacedCommit(collection: "board", version: 9, history: 1)],
    effects: []
  )

  @Test func rowsOfViewsAreShownInTheGapAndPlaced() throws {
    for source in [
      OrderedResultsController(ArrangeClient(), view: Self.view), .init(ArrangeClient(), "stored"),
    ] {
      let controller = twoRows(source)
      let move = try controller.moveItem(at: ListPath(section: 0, item: 1), to: ListPath(section: 0, item: 0))
      #expect(controller.sections[0].items.map(\.id) == ["1/y", "1/x"])
      let request = try #require(controller.unplaced.first)
      #expect(request.requestID == move.requestID && request.rows == ["1/y"] && request.allow.isEmpty)
      #expect(request.name == controller.collection && request.view == controller.view)
      #expect(request.section == Self.section.id && request.previous == nil && request.next == "1/x")
      #expect(request.seen == [4])
      #expect(controller.changes(by: .placed(move.requestID, .success(Self.written))) == [])
      #expect(controller.hasPendingMoves && controller.unplaced.isEmpty)
      // What others do before the batch comes does not take it back.
      let size = ListSize(sections: 1, items: 2)
      var other = ChangeBatch(before: size, after: ListSize(sections: 1, items: 3))
      other.items.inserts = [ItemInsert(at: ListPath(section: 0, item: 2), source: .new(Self.row("z")))]
      _ = controller.changes(by: .update(change(other, from: 4)))
      #expect(controller.sections[0].items.map(\.id) == ["1/y", "1/x", "1/z"])
      let end = ListSize(sections: 1, items: 3)
      let own = ChangeBatch.moving(
        [Move(from: ListPath(section: 0, item: 1), to: ListPath(section: 0, item: 0))],
        inListOf: end
      )
      #expect(controller.changes(by: .update(change(own, from: 5, own: [move.requestID]))) == [])
      #expect(!controller.hasPendingMoves)
      #expect(controller.sections[0].items.map(\.id) == ["1/y", "1/x", "1/z"])
    }
  }

  private func change(_ batch: ChangeBatch, from: UInt64, own: [RequestID] = []) -> ListUpdate {
    var update = ListUpdate(
      version: from + 1,
      epoch: 7,
      resumeToken: [UInt8(from + 1)],
      content: .batch(batch, from: from, commits: 1)
    )
    update.ownRequestIDs = own
    return update
  }

  @Test func aPlacementThatTakesMoreIsTakenBackInOneBatchWithTheEffects() throws {
    let controller = twoRows(OrderedResultsController(ArrangeClient(), view: Self.view))
    let move = try controller.move(["1/x"], to: ItemDestination(.last))
    let error = ArrangeError(.failedPrecondition, "it takes more", field: "allow[section,sort]")
    let changes = controller.changes(by: .placed(move.requestID, .failure(error)))
    #expect(changes.count == 2 && changes.last == .refused(move.requestID, error))
    #expect(controller.sections[0].items.map(\.id) == ["1/x", "1/y"])
    #expect(error.missingEffects == [.section, .sortFields])
    #expect(ArrangeError(.failedPrecondition, "no", field: "name").missingEffects.isEmpty)
    try controller.move(["1/x"], to: ItemDestination(.last), allow: error.missingEffects)
    #expect(controller.unplaced.map(\.allow) == [[.section, .sortFields]])
  }

  @Test(arguments: [true, false]) func progressThatConfirmsATokenSettlesNothing(isNamed: Bool) throws {
    let controller = twoRows(OrderedResultsController(ArrangeClient(), view: Self.view))
    var placed = Self.written
    if !isNamed { placed.applied[0].collection = .empty }
    let move = try controller.move(["1/x"], to: ItemDestination(.last))
    _ = controller.changes(by: .placed(move.requestID, .success(placed)))
    // It was sent before the rows were placed, and is taken after the answer.
    let progress = ListUpdate(version: 4, epoch: 7, resumeToken: [4], content: .progress)
    #expect(controller.changes(by: .update(progress)) == [])
    #expect(controller.hasPendingMoves)
    #expect(controller.sections[0].items.map(\.id) == ["1/y", "1/x"])
  }

  @Test func aListThatComesBeforeTheAnswerMayHaveThePlacement() throws {
    let controller = twoRows(OrderedResultsController(ArrangeClient(), view: Self.view))
    let move = try controller.move(["1/x"], to: ItemDestination(.last))
    let list = SectionedList([rows("y", "x")])
    let whole = ListUpdate(
      version: 6,
      epoch: 7,
      resumeToken: [6],
      content: .list(list, reason: .tooManyChanges)
    )
    _ = controller.changes(by: .update(whole))
    #expect(controller.hasPendingMoves)
    #expect(controller.changes(by: .placed(move.requestID, .success(Self.written))) == [])
    #expect(!controller.hasPendingMoves)
  }

  @Test(arguments: [true, false]) func whatAViewDoesNotShowIsNotPendingForever(isNamed: Bool) throws {
    let controller = twoRows(OrderedResultsController(ArrangeClient(), view: Self.view))
    var placed = Self.written
    if !isNamed { placed.applied[0].collection = .empty }
    let move = try controller.move(["1/x"], to: ItemDestination(.last))
    #expect(controller.changes(by: .placed(move.requestID, .success(placed))) == [])
    #expect(controller.hasPendingMoves)
    let progress = ListUpdate(version: 5, epoch: 7, resumeToken: [5], content: .progress)
    #expect(controller.changes(by: .update(progress)).count == 1)
    #expect(!controller.hasPendingMoves)
    #expect(controller.sections[0].items.map(\.id) == ["1/x", "1/y"])
    // Where nothing was written, the answer says so.
    let again = try controller.move(["1/x"], to: ItemDestination(.last))
    #expect(controller.changes(by: .placed(again.requestID, .success(PlacedRows(effects: [])))).count == 1)
    #expect(!controller.hasPendingMoves)
  }
}
