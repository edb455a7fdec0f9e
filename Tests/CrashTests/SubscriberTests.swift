import ArrangeModel
import Changes
import Ordering
import TestSupport
import Testing

/// The checks of a subscriber itself: messages in order pass, and each kind of mistake is found.
@Suite("The checks of subscribers")
struct SubscriberTests {
  private let subscriber = FoldingSubscriber(SubscribeRequest(collection: "list"))

  private static func element(_ id: Identifier) -> ElementSnapshot {
    ElementSnapshot(id: id, fields: Fields(), contentVersion: 1, key: .empty)
  }

  /// A whole list with so many items.
  private static func snapshot(
    _ version: UInt64,
    items count: Int = 0,
    reason: SnapshotReason = .first,
    epoch: UInt64 = 1
  ) -> SubscriptionMessage {
    let items = (0..<count).map { element(Identifier(unchecked: "i\($0)")) }
    let run = SnapshotPage.Run(index: 0, section: element(.empty), firstItem: 0, items: items)
    let size = ListSize(sections: 1, items: count)
    let page = SnapshotPage(reason: reason, page: 0, isLast: true, size: size, sections: [run])
    return SubscriptionMessage(version: version, epoch: epoch, resumeToken: [1], content: .snapshot(page))
  }

  /// A batch that changes nothing in a list with so many items.
  private static func batch(
    _ from: UInt64,
    _ to: UInt64,
    commits: UInt64? = nil,
    items: Int = 0,
    epoch: UInt64 = 1
  ) -> SubscriptionMessage {
    let size = ListSize(sections: 1, items: items)
    let batch = ChangeBatch(before: size, after: size)
    let content = SubscriptionMessage.Content.batch(batch, from: from, commits: commits ?? (to - from))
    return SubscriptionMessage(version: to, epoch: epoch, resumeToken: [1], content: content)
  }

  private static func progress(_ version: UInt64) -> SubscriptionMessage {
    SubscriptionMessage(version: version, epoch: 1, resumeToken: [1], content: .progress)
  }

  @Test("messages that follow each other are applied")
  func passes() throws {
    for message in [
      SubscriberTests.snapshot(3), SubscriberTests.batch(3, 5), SubscriberTests.progress(7),
      SubscriberTests.snapshot(9, reason: .tooManyChanges), SubscriberTests.batch(9, 10),
    ] { try subscriber.take(message) }
    #expect(subscriber.version == 10)
  }

  private static let mistakes: [(String, SubscriptionMessage)] = [
    ("a gap", batch(6, 7)), ("a repeat", batch(4, 6)), ("the same again", batch(3, 5)),
    ("too few commits", batch(5, 7, commits: 1)), ("too many commits", batch(5, 7, commits: 3)),
    ("backwards", progress(4)), ("an older list", snapshot(4, reason: .tooManyChanges)),
    ("a batch for another list", batch(5, 6, items: 1)), ("another history", batch(5, 6, epoch: 2)),
    ("a list of another history without saying so", snapshot(6, reason: .tooManyChanges, epoch: 2)),
  ]

  @Test("a gap, a repeat or a step backwards is found", arguments: SubscriberTests.mistakes.indices)
  func mistake(index: Int) throws {
    let (name, message) = SubscriberTests.mistakes[index]
    try subscriber.take(SubscriberTests.snapshot(3))
    try subscriber.take(SubscriberTests.batch(3, 5))
    #expect(throws: (any Error).self, "\(name)") { try subscriber.take(message) }
  }
}
