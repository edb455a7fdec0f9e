import ArrangeModel

/// Limits for open views.
extension ViewHost {
  /// Makes room for a view that is not open yet: closes an unused one if there are many.
  ///
  /// - Throws: ``StatusCode/resourceExhausted``.
  func makeRoomForView() throws(ArrangeError) {
    let idle = idleViews(but: nil)
    let isCrowded = idle.count >= ViewHost.maximumIdleViews || self.views.count >= shard.options.maximumViews
    if isCrowded, let oldest = idle.first { forget(oldest) }
    guard self.views.count < shard.options.maximumViews else {
      throw ArrangeError(
        .resourceExhausted,
        "\(shard.options.maximumViews) different views are open here, which is the limit; close some"
      )
    }
    try makeRoomForRows(of: nil)
  }

  /// Closes unused views, and drops older versions of others, until the open ones are within the limit.
  ///
  /// - Parameter view: the view opened last; nil if one is about to be opened, for which some room must be
  ///   left.
  /// - Throws: ``StatusCode/resourceExhausted``.
  func makeRoomForRows(of view: LiveView?) throws(ArrangeError) {
    guard let directory else { return }
    let most = shard.options.maximumViewRows
    func isFull() -> Bool { directory.viewRows + (view == nil ? 1 : 0) > most }
    guard isFull() else { return }
    for idle in idleViews(but: view) where isFull() { forget(idle) }
    for view in self.views.values where isFull() {
      view.feed.log.trim(keeping: ViewLog.fewestSteps)
      recordSize(of: view)
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

  /// The unused views, least recently used first.
  private func idleViews(but other: LiveView?) -> [LiveView] {
    self.views.values.filter { view in
      view.feed.listeners.isEmpty && view.heldReads.isEmpty && view !== other && view.awaitingFollower == nil
    }
    .sorted { $0.lastUsed < $1.lastUsed }
  }

  /// Updates the size of a view.
  func recordSize(of view: LiveView) {
    guard let counted = view.countedSize, let directory else { return }
    let size = view.size
    directory.add(viewRows: size - counted)
    view.countedSize = size
  }
}

extension LiveView {
  /// The number of rows that a view counts in addition to its rows.
  private static let rowsOfView = 100
  /// The number of rows that a section counts, which has a tree of its own.
  private static let rowsOfSection = 8
  /// The number of bytes of a definition's text whose compiled form takes as much as a row.
  private static let textBytesOfRow = 3

  /// The memory of the view, counted in rows of up to 48 bytes: its rows, shown or not, the edits that lead
  /// back to older versions, and its compiled definition. A part that shows a collection unchanged has no
  /// rows.
  var size: Int {
    let counts = rowCounts
    let rows = counts.items + counts.sections * LiveView.rowsOfSection
    return rows + feed.log.size + text.utf8.count / LiveView.textBytesOfRow + LiveView.rowsOfView
  }
}
