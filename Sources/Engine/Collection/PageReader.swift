import ArrangeModel
import Changes
import Ordering

/// The start of the next page of a read and the end of the read, as positions in one version.
struct PageCursor: Hashable {
  /// The next section.
  var section: Int
  /// The next item in it; -1 if the section itself was not returned yet.
  var item: Int
  /// Nil if the read covers all sections; otherwise the end of the items in the one section.
  var end: Int?
  /// In a snapshot of an outline, in which ``item`` counts rows: the indices of what the next row is below, and its own.
  var path: [Int] = []

  init(section: Int, item: Int, end: Int?) {
    self.section = section
    self.item = item
    self.end = end
  }

  /// The beginning of a window.
  ///
  /// - Throws: ``StatusCode/notFound`` if its section or item does not exist.
  init(_ window: FetchRequest.Window, in list: some ServedList) throws(ArrangeError) {
    switch window {
    case .all: self.init(section: 0, item: -1, end: nil)
    case .section(let id, let range):
      guard let section = list.index(ofSection: id) else {
        throw ArrangeError(.notFound, "there is no section \"\(id)\"", field: "window.section")
      }
      let count = list.itemCount(ofSection: section)
      let start = min(max(0, range.lowerBound), count)
      self.init(section: section, item: start, end: max(start, min(range.upperBound, count)))
    case .around(let id, let before, let after):
      guard let path = list.path(ofItem: id) else {
        throw ArrangeError(.notFound, "there is no item \"\(id)\"", field: "window.around")
      }
      let count = list.itemCount(ofSection: path.section)
      let start = max(0, path.item - max(0, before))
      let (end, overflow) = (path.item + 1).addingReportingOverflow(max(0, after))
      self.init(section: path.section, item: start, end: overflow ? count : min(count, end))
    }
  }
}

/// The token for the next page, which the client returns unchanged.
struct FetchToken {
  private static let format: UInt8 = 3
  /// The format of tokens that name an incarnation without the beginning of its era.
  private static let formatWithoutEra: UInt8 = 2
  /// The format of tokens without an incarnation.
  private static let formatWithoutIncarnation: UInt8 = 1
  /// The maximum size of a token with its field in a message, in bytes.
  static let longest = 64

  var epoch: UInt64
  var version: UInt64
  /// The incarnation of the version; nil in tokens of older servers. See ``Lineage``.
  var incarnation: UInt64?
  /// The first version of its era; 0 in tokens of older servers.
  var since: UInt64
  var cursor: PageCursor

  init(epoch: UInt64, version: UInt64, incarnation: UInt64?, since: UInt64 = 0, cursor: PageCursor) {
    self.epoch = epoch
    self.version = version
    self.incarnation = incarnation
    self.since = since
    self.cursor = cursor
  }

  /// What the token says of the era of its version; nil if it says nothing.
  var era: Lineage.Era? { incarnation.map { Lineage.Era(first: since, incarnation: $0) } }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    let format = since == 0 ? FetchToken.formatWithoutEra : FetchToken.format
    writer.write(byte: incarnation == nil ? FetchToken.formatWithoutIncarnation : format)
    writer.write(epoch)
    writer.write(version)
    writer.write(cursor.section)
    writer.write(cursor.item + 1)
    writer.write((cursor.end ?? -1) + 1)
    if let incarnation {
      writer.write(incarnation)
      if since > 0 { writer.write(since) }
    }
    return writer.bytes
  }

  /// Decodes a token; nil if it is invalid.
  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let format = try? reader.byte(),
      [FetchToken.format, FetchToken.formatWithoutEra, FetchToken.formatWithoutIncarnation].contains(format),
      let epoch = try? reader.number(), let version = try? reader.number(),
      let section = try? reader.index(), let item = try? reader.index(), let end = try? reader.index()
    else { return nil }
    let incarnation = format == FetchToken.formatWithoutIncarnation ? nil : try? reader.number()
    let since = format == FetchToken.format ? try? reader.number() : 0
    guard reader.isAtEnd, let since, (incarnation == nil) == (format == FetchToken.formatWithoutIncarnation)
    else { return nil }
    self.init(
      epoch: epoch,
      version: version,
      incarnation: incarnation,
      since: since,
      cursor: PageCursor(section: section, item: item - 1, end: end == 0 ? nil : end - 1)
    )
  }
}

/// Reads pages of one list. A page has a limited number of items, sections and bytes, and fits a message.
struct PageReader<List: ServedList> {
  /// The bytes of ids and fields after which a page ends.
  private static var maximumBytes: Int { 512 * 1024 }
  /// The number of items after which the bytes are checked.
  private static var itemsAtATime: Int { 4 }

  let list: List
  let pageSize: Int
  /// The bytes of ids and fields after which the page ends.
  let byteLimit: Int
  /// The maximum size of the page in a message; only a single element that does not fit may exceed it.
  let messageLimit: Int

  init(
    list: List,
    pageSize: Int,
    byteLimit: Int = PageReader.maximumBytes,
    messageLimit: Int = .max
  ) {
    self.list = list
    self.pageSize = pageSize
    self.byteLimit = byteLimit
    self.messageLimit = messageLimit
  }

  /// The page that begins at a cursor, and the start of the next one; nil if there is none.
  func read(from start: PageCursor) -> (slices: [SectionSlice], next: PageCursor?) {
    var cursor = start
    var slices: [SectionSlice] = []
    var room = pageSize
    var bytes = 0
    var message = 0
    while cursor.section < list.sectionCount, room > 0, bytes < byteLimit {
      let count = list.itemCount(ofSection: cursor.section)
      let end = min(cursor.end ?? count, count)
      let first = min(max(0, cursor.item), end)
      let section = list.snapshot(ofSection: cursor.section)
      message += section.largestEncoding
      // An element that does not fit begins the next page.
      guard slices.isEmpty || message <= messageLimit else { return (slices, cursor) }
      var items: [ElementSnapshot] = []
      let last = min(end, first + room)
      var position = first
      var isFull = false
      while position < last, bytes < byteLimit, !isFull {
        // Only a few at a time, since each may have the maximum size of an element.
        let stop = min(last, position + PageReader.itemsAtATime)
        list.forEachItem(ofSection: cursor.section, in: position..<stop) { item in
          message += item.largestEncoding
          isFull = isFull || message > messageLimit && !(slices.isEmpty && items.isEmpty)
          guard !isFull else { return }
          bytes += item.byteCount
          items.append(item)
        }
        position = first + items.count
      }
      guard !isFull || !items.isEmpty else { return (slices, cursor) }
      // Added only now, so that a section is returned together with its first item.
      bytes += section.byteCount
      // An empty section counts as one item, so that pages of empty sections end as well.
      room -= max(1, items.count)
      slices.append(
        SectionSlice(
          index: cursor.section,
          section: section,
          itemCount: count,
          firstItem: first,
          items: items
        )
      )
      guard position == end else {
        cursor.item = position
        return (slices, cursor)
      }
      if cursor.end != nil { return (slices, nil) }
      cursor = PageCursor(section: cursor.section + 1, item: -1, end: nil)
    }
    return (slices, cursor.section < list.sectionCount ? cursor : nil)
  }
}

extension ElementSnapshot {
  /// The size of the id and the fields.
  fileprivate var byteCount: Int { id.text.utf8.count + fields.encoded.count }
}
