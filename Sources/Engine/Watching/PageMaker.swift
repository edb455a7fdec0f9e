import ArrangeModel
import Changes

/// Makes the pages of a snapshot as messages that fit a frame.
struct PageMaker {
  /// The maximum number of items of a page of a snapshot.
  private static let pageItems = 5_000
  /// The maximum number of bytes of ids and fields of a page of a snapshot.
  private static let pageBytes = 512 * 1024
  /// The maximum factor between the bytes of a page and those of its ids and fields.
  private static let pageOverhead = 2
  /// The start of a snapshot.
  static let firstPage = PageCursor(section: 0, item: -1, end: nil)

  let epoch: UInt64
  /// The maximum size of a page of more than one element, in bytes.
  let largestBytes: Int
  /// The maximum number of bytes of any message.
  let maximumBytes: Int
  let encode: MessageEncoder

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - number: the number of the page.
  ///   - start: where it begins.
  ///   - token: the resume token of the list, which the last page has.
  /// - Throws: ``StatusCode/resourceExhausted`` if a single element does not fit a message.
  func page(
    _ number: Int,
    of list: some ServedList,
    _ reason: SnapshotReason,
    from start: PageCursor,
    token: [UInt8],
    window: WindowPlace? = nil
  ) throws(ArrangeError) -> PreparedPage {
    try page(
      number,
      of: ListSize(sections: list.sectionCount, items: list.itemCount),
      at: list.version,
      reason,
      token: token,
      window: window
    ) { items, bytes in
      let reader = PageReader(list: list, pageSize: items, byteLimit: bytes)
      let (slices, next) = reader.read(from: start)
      return (slices.map { SnapshotPage.Run($0) }, next)
    }
  }

  /// - Parameters:
  ///   - size: the size of the whole list.
  ///   - version: its version.
  ///   - read: reads up to a number of items, which ends soon after a number of bytes of ids and fields; and where the next page
  ///     begins.
  func page(
    _ number: Int,
    of size: ListSize,
    at version: UInt64,
    _ reason: SnapshotReason,
    token: [UInt8],
    window: WindowPlace? = nil,
    read: (_ items: Int, _ bytes: Int) -> (runs: [SnapshotPage.Run], next: PageCursor?)
  ) throws(ArrangeError) -> PreparedPage {
    var items = PageMaker.pageItems
    var bytes = min(PageMaker.pageBytes, largestBytes / PageMaker.pageOverhead)
    while true {
      let (runs, next) = read(items, bytes)
      let page = SnapshotPage(
        reason: reason,
        page: number,
        isLast: next == nil,
        size: size,
        sections: runs
      )
      var message = SubscriptionMessage(
        version: version,
        epoch: epoch,
        resumeToken: next == nil ? token : nil,
        content: .snapshot(page)
      )
      message.window = window
      let encoded = encode(message)
      if encoded.count <= (items > 1 ? largestBytes : maximumBytes) {
        return PreparedPage(bytes: encoded, next: next)
      }
      guard items > 1 else {
        throw ArrangeError(
          .resourceExhausted,
          "an element takes \(encoded.count) bytes, more than the largest message of \(maximumBytes)"
        )
      }
      // Short ids and fields have a larger overhead in a message.
      items = max(1, min(items, runs.reduce(0) { $0 + max(1, $1.items.count) }) / 2)
      bytes = max(1, bytes / 2)
    }
  }
}

extension SnapshotPage.Run {
  fileprivate init(_ slice: SectionSlice) {
    self.init(index: slice.index, section: slice.section, firstItem: slice.firstItem, items: slice.items)
  }
}
