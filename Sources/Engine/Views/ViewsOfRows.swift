/// The open views with the same rows: they differ only in windows and caps.
///
/// They share the trees of the rows. When several of them follow a commit, the first one edits the rows, and the others
/// take the result. So a thousand of them take the memory and most of the time of one.
///
/// Used on the shard's executor only.
final class ViewsOfRows {
  /// A step that one of them has followed.
  private struct Step {
    let before: [UInt64]
    let now: [UInt64]
    let parts: [LiveView.Part]
    let edits: [[LoggedEdit]]
  }

  private var views: [ObjectIdentifier: LiveView] = [:]
  private var newest: Step?
  /// How often rows were edited to follow a collection.
  private(set) var followed = 0

  var isEmpty: Bool { views.isEmpty }

  func add(_ view: LiveView) { views[ObjectIdentifier(view)] = view }

  func remove(_ view: LiveView) {
    views[ObjectIdentifier(view)] = nil
    if views.count < 2 { newest = nil }
  }

  /// A view with whose rows another view over given collections can begin.
  func model(over sources: [ViewSource]) -> LiveView? {
    views.values.first { $0.canShareRows(over: sources) }
  }

  /// Brings a view up to date with its collections. See ``LiveView/follow()``.
  func follow(_ view: LiveView) {
    guard views.count > 1 else {
      view.follow()
      return
    }
    let before = view.feed.log.newest.sources
    let now = view.sources.map(\.version)
    guard before != now else { return }
    if let newest, newest.now == now {
      if newest.before == before { return view.follow(to: newest.parts, by: newest.edits, at: now) }
      followed += 1
      view.follow()
      return view.share(newest.parts)
    }
    newest = nil
    followed += 1
    let edits = view.follow()
    newest = Step(before: before, now: now, parts: view.parts, edits: edits)
  }
}
