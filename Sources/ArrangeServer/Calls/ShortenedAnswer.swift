import ArrangeModel
import Wire

/// An answer that can be shortened if it does not fit the maximum frame size of the caller.
protocol ShortenedAnswer: WireMessage {
  /// The answer with about half of its content; nil if nothing can be left out.
  var shortened: Self? { get }
}

extension Explanation: ShortenedAnswer {
  /// `writeCount` still tells the number of writes; the gaps are those of the first operations.
  var shortened: Explanation? {
    guard !writes.isEmpty || !gaps.isEmpty else { return nil }
    var answer = self
    answer.writes = Array(writes.prefix(writes.count / 2))
    answer.gaps = Array(gaps.prefix(gaps.count / 2))
    return answer
  }
}

extension KeyReport: ShortenedAnswer {
  /// `problemCount` still tells the number of problems.
  var shortened: KeyReport? {
    guard !problems.isEmpty else { return nil }
    var answer = self
    answer.problems = Array(problems.prefix(problems.count / 2))
    return answer
  }
}

extension ViewsPage: ShortenedAnswer {
  /// The next page begins with what is left out.
  var shortened: ViewsPage? {
    guard views.count > 1 else { return nil }
    let first = Array(views.prefix(views.count / 2))
    return ViewsPage(views: first, nextPageToken: first.last.map { Array($0.name.text.utf8) })
  }
}

extension OverlayPage: ShortenedAnswer {
  /// The next page begins with what is left out.
  var shortened: OverlayPage? {
    guard entries.count > 1 else { return nil }
    return OverlayPage(info: info, entries: Array(entries.prefix(entries.count / 2)))
  }
}

extension CollectionsPage {
  /// A page with as many collections as fit into `largestBytes` bytes, but at least one. The next page begins
  /// with the first that is left out.
  init(_ collections: [CollectionInfo], next: [UInt8]?, atMost largestBytes: Int) {
    var bytes = next?.count ?? 0
    let end = collections.firstIndex { info in
      bytes += info.largestEncoding
      return bytes > largestBytes
    }
    guard let end, end < collections.count else {
      self.init(collections: collections, nextPageToken: next)
      return
    }
    let fitting = Array(collections.prefix(max(1, end)))
    let isWhole = fitting.count == collections.count
    self.init(
      collections: fitting,
      nextPageToken: isWhole ? next : fitting.last.map { Array($0.name.text.utf8) }
    )
  }
}
