import ArrangeModel
import Changes
import Testing

@testable import ArrangeClient

/// The handling of single messages of a subscription to an outline.
@Suite struct OutlineReaderTests {
  private func element(_ id: Identifier) -> ElementSnapshot {
    ElementSnapshot(id: id, fields: Fields(), contentVersion: 1, key: .empty)
  }

  private func message(
    _ version: UInt64,
    epoch: UInt64 = 7,
    hasToken: Bool = true,
    _ content: SubscriptionMessage.Content
  ) -> SubscriptionMessage {
    SubscriptionMessage(
      version: version,
      epoch: epoch,
      resumeToken: hasToken ? [UInt8(version)] : nil,
      content: content
    )
  }

  private typealias Run = SnapshotPage.Run

  /// The first of two pages of `s(a(b) c)`, or one that differs.
  private func first(_ change: (inout Run) -> Void = { _ in }) -> SubscriptionMessage {
    var run = Run(
      index: 0,
      section: element("s"),
      firstItem: 0,
      items: [element("a"), element("b")],
      depths: [1, 2]
    )
    change(&run)
    return page(0, isLast: false, run)
  }

  /// The second of them.
  private func second(_ change: (inout Run) -> Void = { _ in }) -> SubscriptionMessage {
    var run = Run(index: 0, section: element("s"), firstItem: 2, items: [element("c")], depths: [1])
    change(&run)
    return page(1, isLast: true, run)
  }

  private func page(
    _ number: Int,
    version: UInt64 = 4,
    items: Int = 3,
    isLast: Bool,
    _ run: Run
  ) -> SubscriptionMessage {
    let page = SnapshotPage(
      reason: .first,
      page: number,
      isLast: isLast,
      size: ListSize(sections: 1, items: items),
      sections: [run]
    )
    return message(version, hasToken: isLast, .snapshot(page))
  }

  private func batch(
    _ from: UInt64,
    _ to: UInt64,
    before: Int = 3,
    after: Int = 3,
    epoch: UInt64 = 7
  ) -> SubscriptionMessage {
    let batch = TreeBatch(
      before: ListSize(sections: 1, items: before),
      after: ListSize(sections: 1, items: after)
    )
    return message(to, epoch: epoch, .tree(batch, from: from, commits: to &- from))
  }

  /// A reader that has delivered the outline at version 4.
  private func reader(_ folding: TreeFolding = TreeFolding()) -> OutlineReader {
    var reader = OutlineReader(folding)
    #expect(reader.take(first(), isFirst: true) == .none)
    if case .update = reader.take(second(), isFirst: false) { return reader }
    Issue.record("there is no outline")
    return reader
  }

  @Test func pagesArePutTogether() throws {
    var reader = OutlineReader(TreeFolding())
    #expect(reader.take(first(), isFirst: true) == .none)
    guard case .update(let update) = reader.take(second(), isFirst: false),
      case .outline(let shown, .first) = update.content
    else {
      Issue.record("there is no outline")
      return
    }
    let rows = shown.list.rows.map { "\($0.depth)\($0.element.id)" }
    #expect(rows == ["0s", "1a", "2b", "1c"])
    #expect(update.version == 4 && update.resumeToken == [4] && shown.counts.isEmpty)
  }

  @Test func whatIsCollapsedHasItsCounts() {
    let folding = TreeFolding([.item("a")])
    let counts = BranchCounts(children: 2, descendants: 5)
    let run = Run(
      index: 0,
      section: element("s"),
      firstItem: 0,
      items: [element("a"), element("c")],
      depths: [1, 1],
      hidden: [SnapshotPage.HiddenRows(row: 0, counts)]
    )
    var reader = OutlineReader(folding)
    guard case .update(let update) = reader.take(page(0, items: 2, isLast: true, run), isFirst: true),
      case .outline(let shown, _) = update.content
    else {
      Issue.record("there is no outline")
      return
    }
    #expect(shown.counts == [.item("a"): counts] && shown.descendantCount(of: .section("s")) == 7)
    // What is not collapsed has no counts, nor has what shows its children.
    for other in [TreeFolding(), TreeFolding([.item("c")])] {
      var reader = OutlineReader(other)
      #expect(reader.take(page(0, items: 2, isLast: true, run), isFirst: true) == .beginAgain)
    }
    var shows = run
    shows.depths = [1, 2]
    reader = OutlineReader(folding)
    #expect(reader.take(page(0, items: 2, isLast: true, shows), isFirst: true) == .beginAgain)
  }

  @Test func pagesThatDoNotFitAreRefused() {
    let wrong = [
      second { $0.firstItem = 1 }, second { $0.index = 1 }, second { $0.section = element("t") },
      second { $0.depths = [] }, second { $0.depths = [0] }, second { $0.depths = [4] },
      second { $0.items = [element("a")] },
      page(2, isLast: true, Run(index: 0, section: element("s"), firstItem: 2, items: [], depths: [])),
      page(
        1,
        version: 5,
        isLast: true,
        Run(index: 0, section: element("s"), firstItem: 2, items: [element("c")], depths: [1])
      ),
      page(
        1,
        items: 4,
        isLast: true,
        Run(index: 0, section: element("s"), firstItem: 2, items: [element("c")], depths: [1])
      ),
      batch(4, 5), message(4, .progress),
    ]
    for (number, message) in wrong.enumerated() {
      var reader = OutlineReader(TreeFolding())
      #expect(reader.take(first(), isFirst: true) == .none)
      #expect(reader.take(message, isFirst: false) == .beginAgain, "\(number)")
      // After that a snapshot begins anew.
      #expect(reader.take(first(), isFirst: true) == .none)
    }
  }

  @Test func aLostConnectionBeginsTheSnapshotAnew() {
    var reader = reader()
    #expect(reader.take(first(), isFirst: true) == .none)
    // The server went on from the token instead.
    guard case .update(let update) = reader.take(batch(4, 5), isFirst: true) else {
      Issue.record("the batch is refused")
      return
    }
    #expect(update.version == 5)
  }

  @Test func batchesFollowEachOther() {
    var reader = reader()
    for (batch, isFirst, from) in [(batch(4, 6), true, 4), (batch(7, 8), false, 6)] as [(_, _, UInt64)] {
      guard case .update(let update) = reader.take(batch, isFirst: isFirst),
        case .batch(_, from, _) = update.content
      else {
        Issue.record("\(batch)")
        return
      }
    }
    #expect(reader.take(batch(7, 9), isFirst: false) == .beginAgain)
  }

  @Test func whatDoesNotFollowIsRefused() {
    for (message, isFirst) in [
      (batch(5, 6), true), (batch(3, 6), false), (batch(4, 3), false), (batch(4, 5, before: 2), false),
      (batch(4, 5, epoch: 8), false), (message(3, .progress), false),
      (message(5, hasToken: false, .progress), false),
    ] {
      var reader = reader()
      #expect(reader.take(message, isFirst: isFirst) == .beginAgain, "\(message)")
    }
  }

  @Test func progressMovesTheVersionOn() {
    var reader = reader()
    guard case .update(let progress) = reader.take(message(6, .progress), isFirst: false) else {
      Issue.record("progress is refused")
      return
    }
    #expect(progress.content == .progress && progress.version == 6)
    #expect(reader.take(batch(5, 7), isFirst: true) == .beginAgain)
  }

  @Test func theFormOfFlatListsIsRefused() {
    let size = ListSize(sections: 1, items: 3)
    var reader = reader()
    let flat = message(5, .batch(ChangeBatch(before: size, after: size), from: 4, commits: 1))
    guard case .fail(let error) = reader.take(flat, isFirst: false) else {
      Issue.record("it is taken")
      return
    }
    #expect(error.code == .failedPrecondition && error.message.contains("updates(of:)"))
    var other = UpdateReader()
    guard case .fail(let problem) = other.take(batch(4, 5), isFirst: true) else {
      Issue.record("it is taken")
      return
    }
    #expect(problem.message.contains("updates(ofOutline:)"))
  }

  @Test func aServerThatNeverFitsIsGivenUp() {
    var reader = reader()
    for _ in 0..<UpdateReader.maximumBeginnings {
      #expect(reader.take(message(9, hasToken: false, .progress), isFirst: true) == .beginAgain)
    }
    guard case .fail(let error) = reader.take(message(9, hasToken: false, .progress), isFirst: true) else {
      Issue.record("it is asked again")
      return
    }
    #expect(error.code == .internal)
  }
}
