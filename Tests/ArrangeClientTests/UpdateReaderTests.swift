import ArrangeModel
import Changes
import Testing

@testable import ArrangeClient

/// The handling of single messages of a subscription.
@Suite struct UpdateReaderTests {
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

  /// One of the two pages of a list of two sections with three items; the last item is missing.
  private func page(
    _ number: Int,
    version: UInt64 = 4,
    isLast: Bool = false,
    first: Int? = nil
  ) -> SubscriptionMessage {
    var runs = [
      SnapshotPage.Run(index: 0, section: element("s"), firstItem: first ?? 0, items: [element("a")])
    ]
    if number == 1 {
      runs = [
        SnapshotPage.Run(index: 0, section: element("s"), firstItem: first ?? 1, items: [element("b")]),
        SnapshotPage.Run(index: 1, section: element("t"), firstItem: 0, items: []),
      ]
    }
    let page = SnapshotPage(
      reason: .first,
      page: number,
      isLast: isLast,
      size: ListSize(sections: 2, items: 3),
      sections: runs
    )
    return message(version, hasToken: isLast, .snapshot(page))
  }

  private func batch(_ from: UInt64, _ to: UInt64, before: Int = 1, after: Int = 1, epoch: UInt64 = 7)
    -> SubscriptionMessage
  {
    let batch = ChangeBatch(
      before: ListSize(sections: 1, items: before),
      after: ListSize(sections: 1, items: after)
    )
    return message(to, epoch: epoch, .batch(batch, from: from, commits: to &- from))
  }

  /// A reader that has delivered a list with one item at version 4.
  private func reader() -> UpdateReader {
    var reader = UpdateReader()
    let run = SnapshotPage.Run(index: 0, section: element("s"), firstItem: 0, items: [element("a")])
    let page = SnapshotPage(
      reason: .first,
      page: 0,
      isLast: true,
      size: ListSize(sections: 1, items: 1),
      sections: [run]
    )
    guard case .update(let update) = reader.take(message(4, .snapshot(page)), isFirst: true) else {
      Issue.record("there is no list")
      return reader
    }
    #expect(
      update.content == .list(SectionedList([.init(element("s"), items: [element("a")])]), reason: .first)
    )
    #expect(update.resumeToken == [4])
    return reader
  }

  @Test func pagesArePutTogether() {
    var reader = UpdateReader()
    #expect(reader.take(page(0), isFirst: true) == .none)
    var last = page(1, isLast: true)
    guard case .snapshot(var content) = last.content else { return }
    content.sections[1].items = [element("c")]
    last.content = .snapshot(content)
    guard case .update(let update) = reader.take(last, isFirst: false) else {
      Issue.record("there is no list")
      return
    }
    let list = SectionedList([
      .init(element("s"), items: [element("a"), element("b")]), .init(element("t"), items: [element("c")]),
    ])
    #expect(update.content == .list(list, reason: .first))
  }

  @Test func pagesThatDoNotFitAreRefused() {
    for second in [page(2), page(1, version: 5), page(1, first: 2), page(1, isLast: true), batch(4, 5)] {
      var reader = UpdateReader()
      #expect(reader.take(page(0), isFirst: true) == .none)
      #expect(reader.take(second, isFirst: false) == .beginAgain)
      // After that a snapshot begins anew.
      #expect(reader.take(page(0), isFirst: true) == .none)
    }
  }

  @Test func theFirstPageBeginsAgain() {
    var reader = UpdateReader()
    #expect(reader.take(page(0), isFirst: true) == .none)
    for version in [6, 6, 7] as [UInt64] {
      #expect(reader.take(page(0, version: version), isFirst: false) == .none)
    }
    var last = page(1, version: 7, isLast: true)
    guard case .snapshot(var content) = last.content else { return }
    content.sections[1].items = [element("c")]
    last.content = .snapshot(content)
    guard case .update(let update) = reader.take(last, isFirst: false) else {
      Issue.record("there is no list")
      return
    }
    #expect(update.version == 7)
  }

  @Test func aLostConnectionBeginsTheSnapshotAnew() {
    var reader = UpdateReader()
    #expect(reader.take(page(0), isFirst: true) == .none)
    #expect(reader.take(page(0, version: 6), isFirst: true) == .none)
    var other = self.reader()
    #expect(other.take(page(0), isFirst: true) == .none)
    // The server went on from the token instead.
    guard case .update(let update) = other.take(batch(4, 5), isFirst: true) else {
      Issue.record("the batch is refused")
      return
    }
    #expect(update.version == 5)
  }

  @Test func batchesFollowEachOther() {
    var reader = reader()
    #expect(
      reader.take(batch(4, 6), isFirst: true)
        == .update(update(6, from: 4, commits: 2))
    )
    // Version 7 showed nothing, and the server did not say so.
    #expect(reader.take(batch(7, 8), isFirst: false) == .update(update(8, from: 6, commits: 1)))
    #expect(reader.take(batch(7, 9), isFirst: false) == .beginAgain)
  }

  /// A redefined view shows something else at the same version.
  @Test(arguments: [true, false]) func aBatchCanBeOfTheSameVersion(isFirst: Bool) {
    var reader = reader()
    #expect(reader.take(batch(4, 4), isFirst: isFirst) == .update(update(4, from: 4, commits: 0)))
    #expect(reader.take(batch(4, 5), isFirst: false) == .update(update(5, from: 4, commits: 1)))
  }

  /// The versions of a view with its definer's rights are times, and each batch counts as one commit.
  @Test func theServerCountsTheCommits() {
    var reader = reader()
    var message = batch(4, 90)
    guard case .batch(let batch, let from, _) = message.content else {
      Issue.record("it is a batch")
      return
    }
    message.content = .batch(batch, from: from, commits: 1)
    guard case .update(let update) = reader.take(message, isFirst: true),
      case .batch(_, 4, let commits) = update.content
    else {
      Issue.record("the batch is refused")
      return
    }
    #expect(commits == 1)
  }

  private func update(_ version: UInt64, from: UInt64, commits: UInt64) -> ListUpdate {
    let size = ListSize(sections: 1, items: 1)
    return ListUpdate(
      version: version,
      epoch: 7,
      resumeToken: [UInt8(version)],
      content: .batch(ChangeBatch(before: size, after: size), from: from, commits: commits)
    )
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

  @Test func aServerThatNeverFitsIsGivenUp() {
    var reader = reader()
    for _ in 0..<UpdateReader.maximumBeginnings {
      #expect(reader.take(batch(9, 10), isFirst: true) == .beginAgain)
    }
    guard case .fail(let error) = reader.take(batch(9, 10), isFirst: true) else {
      Issue.record("it is asked again")
      return
    }
    #expect(error.code == .internal)
  }

  @Test func progressMovesTheVersionOn() {
    var reader = reader()
    guard case .update(let progress) = reader.take(message(5, .progress), isFirst: false) else {
      Issue.record("progress is refused")
      return
    }
    #expect(progress.content == .progress)
    #expect(reader.take(batch(5, 6), isFirst: true) == .update(update(6, from: 5, commits: 1)))
  }
}
