import ArrangeModel
import BenchmarkSupport
import Ordering

/// What the benchmarks of both codecs write and read.
enum CodecMessages {
  static let move = ApplyRequest(
    collection: "board",
    operations: [
      .moveItems([ElementReference(BenchmarkList.id(7))], to: ItemDestination(.after(BenchmarkList.id(8))))
    ],
    requestID: RequestID(unchecked: Array(0..<16))
  )
  static let inserts = ApplyRequest(collection: "board", operations: [inserts(100)])
  static let page = page(100)

  private static func inserts(_ count: Int) -> ListOperation {
    .insertItems(
      (0..<count).map { number in
        NewElement(
          id: BenchmarkList.id(number),
          fields: ["title": .string("The title of an item: \(number)")]
        )
      },
      to: ItemDestination()
    )
  }

  private static func page(_ count: Int) -> FetchPage {
    func element(_ number: Int) -> ElementSnapshot {
      ElementSnapshot(
        id: BenchmarkList.id(number),
        fields: ["title": .string("The title of an item: \(number)")],
        contentVersion: 1,
        key: OrderKey(Array("0|i0\(number):".utf8))
      )
    }
    return FetchPage(
      collection: CollectionInfo(
        name: "board",
        strategy: "lexorank",
        fields: [:],
        version: 7,
        epoch: 1,
        createdAt: Timestamp(microseconds: 1),
        sectionCount: 1,
        itemCount: count
      ),
      sections: [
        SectionSlice(
          index: 0,
          section: element(0),
          itemCount: count,
          firstItem: 0,
          items: (0..<count).map(element)
        )
      ],
      nextPageToken: nil
    )
  }
}
