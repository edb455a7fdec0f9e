import ArrangeModel
import Changes

/// The view from the point of view of a subscription.
struct WatchedView: WatchedList {
  let view: LiveView

  var feed: ChangeFeed<ViewList, ViewLog> { view.feed }
  var epoch: UInt64 { LiveView.epoch }
  var cursorEpoch: UInt64 { view.number }
  var newestVersion: UInt64 { view.version }

  func newestList() -> ViewList { view.list }

  func covers(_ version: UInt64) -> Bool { view.covers(version) }

  func list(at version: UInt64, from newer: ViewList) -> ViewList { view.list(at: version, from: newer) }

  func isUnchanged(since version: UInt64) -> Bool {
    feed.log.hasNoEdits(after: version) && feed.log.step(at: version)?.window == feed.log.newest.window
  }

  func window(of list: ViewList) -> WindowPlace? { list.windowPlace }

  func derive(
    from version: UInt64,
    to newest: ViewList,
    profile: ChangeBatch.Profile,
    threshold: Int
  ) -> Derivation {
    let traces = feed.log.traces(after: version, through: newest.version)
    let window = feed.log.step(at: version)?.window
    let pair = TracedView(traces, from: window, to: newest) {
      view.isOpaque ? .init() : view.oldPlaces(ofPart: $0, at: version)
    }
    return ChangeBatch.derive(pair, touched: pair.touched, profile: profile, threshold: threshold)
  }

  func notes(_ wanted: CommitNotes.Wanted, after version: UInt64, through last: UInt64) -> CommitNotes {
    var notes = CommitNotes()
    guard !wanted.isNothing, !view.isOpaque, let from = feed.log.step(at: version),
      let to = feed.log.step(at: last)
    else {
      return notes
    }
    for (place, source) in view.sources.enumerated() where source.log.covers(from.sources[place]) {
      source.log.add(wanted, after: from.sources[place], through: to.sources[place], to: &notes)
    }
    return notes
  }

  func resumeToken(at version: UInt64) -> [UInt8] {
    guard let step = feed.log.step(at: version) else {
      preconditionFailure("a version that the log does not have")
    }
    if let token = step.token { return token.bytes }
    return ViewToken(
      view: view.identity,
      offset: step.version - step.sources.reduce(0, +),
      window: ViewToken.Window(step.window, of: view.definition),
      sources: zip(view.sources, step.sources).map { source, version in
        .init(epoch: source.epoch, version: version, in: source.state.lineage.era(of: version))
      }
    ).bytes
  }

  /// The eras of the collections are in the token.
  func era(of version: UInt64) -> Lineage.Era? { nil }

  /// For an opaque view the number of commits is not disclosed; it also depends on how they were followed.
  func commitCount(from version: UInt64) -> UInt64 { view.isOpaque ? 1 : newestVersion - version }

  var hidesTouched: Bool { view.isOpaque }

  static var isView: Bool { true }
}
