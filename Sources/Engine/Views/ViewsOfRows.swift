/// The open views with the same rows: they differ only in windows and caps.
///
/// They share the trees of the rows. When several of them follow a commit, the first one edits the rows, and the others
/// take the result. So a thousand of them take the memory and most of the time of one.
///
/// Used on the shard's executor only.
final class ViewsOfRows {
  /// The maximum number of older versions from which the edits are kept: most views are at the same one.
  private static let maximumSteps = 16

  private var views: [ObjectIdentifier: LiveView] = [:]
  /// The versions of the collections that one of them has followed to last, and the rows there.
  private var newest: (versions: [UInt64], parts: [LiveView.Part])?
  /// The edits that lead there, by the versions before.
  private var steps: [[UInt64]: [[LoggedEdit]]] = [:]
  /// How often rows were edited to follow a collection.
  private(set) var followed = 0

  var isEmpty: Bool { views.isEmpty }

  func add(_ view: LiveView) { views[ObjectIdentifier(view)] = view }

  func remove(_ view: LiveView) {
    views[ObjectIdentifier(view)] = nil
    if views.count < 2 { drop() }
  }

  private func drop() {
    newest = nil
    steps = [:]
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
    // Before rows are edited: a reference to them would have the edits copy them.
    if newest?.versions != now { drop() }
    if let newest, let edits = steps[before] { return view.follow(to: newest.parts, by: edits, at: now) }
    followed += 1
    let edits = view.follow()
    if let newest { view.share(newest.parts) } else { newest = (now, view.parts) }
    if steps.count == ViewsOfRows.maximumSteps { steps = [:] }
    steps[before] = edits
  }
}
