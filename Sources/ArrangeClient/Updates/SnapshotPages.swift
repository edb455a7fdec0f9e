internal import ArrangeModel
internal import Changes

/// Collects the pages of a snapshot.
struct SnapshotPages {
  private var list = SectionedList()
  private var first: (page: SnapshotPage, version: UInt64, epoch: UInt64)?
  private var count = 0

  /// Whether there is no page yet.
  var isEmpty: Bool { first == nil }

  /// Adds the next page.
  ///
  /// The first page starts over, whatever came before: a server that no longer has the older version
  /// continues with a newer one.
  ///
  /// - Returns: false if it does not follow the previous ones.
  mutating func append(_ page: SnapshotPage, version: UInt64, epoch: UInt64) -> Bool {
    if page.page == 0 { self = SnapshotPages() }
    guard page.page == count else { return false }
    if let first {
      guard
        first.version == version, first.epoch == epoch, first.page.size == page.size,
        first.page.reason == page.reason
      else { return false }
    } else {
      var head = page
      head.sections = []
      first = (head, version, epoch)
    }
    count += 1
    for run in page.sections {
      if run.firstItem == 0, run.index == list.sections.count {
        list.sections.append(SectionedList.Section(run.section, items: run.items))
      } else if let last = list.sections.indices.last, run.index == last,
        run.firstItem == list.sections[last].items.count,
        run.section.id == list.sections[last].element.id
      {
        list.sections[last].items += run.items
      } else {
        return false
      }
    }
    return true
  }

  /// The whole list after the last page; nil if its size differs from the announced one.
  mutating func take() -> SectionedList? {
    defer { self = SnapshotPages() }
    return list.size == first?.page.size ? list : nil
  }
}
