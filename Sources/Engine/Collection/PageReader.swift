import ArrangeModel
import Changes
import Ordering

/// Where the next page of a read begins and where the read ends, in places of one version.
struct PageCursor: Hashable {
  /// The next section.
  var section: Int
  /// The next item in it; -1 where the section itself has not been told yet.
  var item: Int
  /// Nil where the read goes over all sections; otherwise the end of the items in the one section.
  var end: Int?

  init(section: Int, item: Int, end: Int?) {
    self.section = section
    self.item = item
    self.end = end
  }

  /// The beginning of a window.
  ///
  /// - Throws: ``StatusCode/notFound`` where its section or item is not there.
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

/// What names the next page to the client, who hands it back as it is.
struct FetchToken {
  private static let format: UInt8 = 1

  var epoch: UInt64
  var version: UInt64
  var cursor: PageCursor

  init(epoch: UInt64, version: UInt64, cursor: PageCursor) {
    self.epoch = epoch
    self.version = version
    self.cursor = cursor
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(byte: FetchToken.format)
    writer.write(epoch)
    writer.write(version)
    writer.write(cursor.section)
    writer.write(cursor.item + 1)
    writer.write((cursor.end ?? -1) + 1)
    return writer.bytes
  }

  /// Reads a token; nil where it is none.
  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let format = try? reader.byte(), format == FetchToken.format, let epoch = try? reader.number(),
      let version = try? reader.number(), let section = try? reader.index(), let item = try? reader.index(),
      let end = try? reader.index(), reader.isAtEnd
    else { return nil }
    self.init(
      epoch: epoch,
      version: version,
      cursor: PageCursor(section: section, item: item - 1, end: end == 0 ? nil : end - 1)
    )
  }
}

/// What reads pages of one list. A page has a limited number of items and of sections, and of bytes.
struct PageReader<List: ServedList> {
  /// After how many bytes of ids and fields a page ends, so that it fits a frame.
  private static var maximumBytes: Int { 512 * 1024 }
  /// After how many items the bytes are looked at.
  private static var itemsAtATime: Int { 4 }

  let list: List
  let pageSize: Int
  /// After how many bytes of ids and fields the page ends.
  let byteLimit: Int

  init(list: List, pageSize: Int, byteLimit: Int = PageReader.maximumBytes) {
    self.list = list
    self.pageSize = pageSize
    self.byteLimit = byteLimit
  }

  /// A page from a cursor on, and where the next one begins; nil where there is none.
  func read(from start: PageCursor) -> (slices: [SectionSlice], next: PageCursor?) {
    var cursor = start
    var slices: [SectionSlice] = []
    var room = pageSize
    var bytes = 0
    while cursor.section < list.sectionCount, room > 0, bytes < byteLimit {
      let count = list.itemCount(ofSection: cursor.section)
      let end = min(cursor.end ?? count, count)
      let first = min(max(0, cursor.item), end)
      var items: [ElementSnapshot] = []
      let last = min(end, first + room)
      var position = first
      while position < last, bytes < byteLimit {
        // Few at a time, since each may have as many bytes as an element can.
        let stop = min(last, position + PageReader.itemsAtATime)
        list.forEachItem(ofSection: cursor.section, in: position..<stop) { item in
          bytes += item.byteCount
          items.append(item)
        }
        position = stop
      }
      let section = list.snapshot(ofSection: cursor.section)
      bytes += section.byteCount
      // A section without items counts as one, so that pages of empty sections end as well.
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
  /// How many bytes the id and the fields take together.
  fileprivate var byteCount: Int { id.text.utf8.count + fields.encoded.count }
}
