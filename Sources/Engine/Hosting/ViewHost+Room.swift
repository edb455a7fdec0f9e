import ArrangeModel

/// What open views may take.
extension ViewHost {
  /// Makes room for a view that is not open yet: lets one go that nobody uses, where there are many.
  ///
  /// - Throws: ``StatusCode/resourceExhausted``.
  func makeRoomForView() throws(ArrangeError) {
    let idle = idleViews(but: nil)
    let isCrowded = idle.count >= ViewHost.mostIdleViews || self.views.count >= shard.options.maximumViews
    if isCrowded, let oldest = idle.first { forget(oldest) }
    guard self.views.count < shard.options.maximumViews else {
      throw ArrangeError(
        .resourceExhausted,
        "\(shard.options.maximumViews) different views are open here, which is the most; close some"
      )
    }
    try makeRoomForRows(of: nil)
  }

  /// Lets views go that nobody uses, and older versions of others, until what is open takes no more than it may.
  ///
  /// - Parameter view: the view that was opened last; nil if one is about to be, for which something must be left.
  /// - Throws: ``StatusCode/resourceExhausted``.
  func makeRoomForRows(of view: LiveView?) throws(ArrangeError) {
    guard let directory = shard.directory else { return }
    let most = shard.options.maximumViewRows
    func isFull() -> Bool { directory.viewRows + (view == nil ? 1 : 0) > most }
    guard isFull() else { return }
    for idle in idleViews(but: view) where isFull() { forget(idle) }
    for view in self.views.values where isFull() {
      view.feed.log.letGo(keeping: ViewLog.fewestSteps)
      noteSize(of: view)
    }
    guard isFull() else { return }
    let what =
      view.map { "this view takes as much as \($0.size) rows" } ?? "there is no room for another view"
    throw ArrangeError(
      .resourceExhausted,
      "\(what), and all open views of the server together take at most \(most); close some, show fewer items, or "
        + "start the server with more max-view-rows"
    )
  }

  /// The views that nobody uses, the one that was not used for the longest time first.
  private func idleViews(but other: LiveView?) -> [LiveView] {
    self.views.values.filter { view in
      view.feed.listeners.isEmpty && view.heldReads.isEmpty && view !== other && view.awaitingFollower == nil
    }
    .sorted { $0.lastUsed < $1.lastUsed }
  }

  /// Counts what a view takes by now.
  func noteSize(of view: LiveView) {
    guard let counted = view.countedSize, let directory = shard.directory else { return }
    let size = view.size
    directory.add(viewRows: size - counted)
    view.countedSize = size
  }
}

extension LiveView {
  /// As how many rows a view counts beside those that it has.
  private static let rowsOfView = 100
  /// As how many rows a section counts, which has a tree of its own.
  private static let rowsOfSection = 8
  /// Of how many bytes of a definition as text what is made of them takes as much as a row.
  private static let textBytesOfRow = 3

  /// What the view takes of memory, counted in rows of up to 48 bytes: its rows, shown or not, the edits that lead back to
  /// older versions, and what is made of its definition. A part that shows a collection as it is has no rows.
  var size: Int {
    let counts = rowCounts
    let rows = counts.items + counts.sections * LiveView.rowsOfSection
    return rows + feed.log.size + text.utf8.count / LiveView.textBytesOfRow + LiveView.rowsOfView
  }
}
