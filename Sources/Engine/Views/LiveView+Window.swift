import ArrangeModel
import Changes

/// The window of a view.
extension LiveView {
  /// The first window of a view; that of an anchor is found when the view has followed its collections.
  static func firstWindow(of definition: ViewDefinition) -> ShownWindow? {
    switch definition.window {
    case nil: nil
    case .items(let items, let section): ShownWindow(section: section, items: items)
    case .around: .nowhere
    }
  }

  /// Whether another view with the same rows over these collections can begin with those of this one.
  func canShareRows(over others: [ViewSource]) -> Bool {
    canFollow && sources.elementsEqual(others, by: ===)
  }

  /// The window after the edits that lead to the current rows.
  ///
  /// - Parameters:
  ///   - edits: the edits of each part; nil if they are not known.
  ///   - parts: the rows.
  ///   - versions: the versions of the collections that the rows show.
  func window(after edits: [[LoggedEdit]]?, _ parts: [Part], at versions: [UInt64]) -> ShownWindow? {
    guard let anchor = WindowAnchor(definition.window), let old = feed.log.newest.window else {
      return feed.log.newest.window
    }
    // A collection may have newer versions than those that were followed apart from the shard.
    guard zip(sources, versions).allSatisfy({ $0.version == $1 || $0.log.covers($1) }) else { return old }
    let states = zip(sources, versions).map { $0.version == $1 ? $0.state : $0.state(at: $1) }
    let list = list(parts, states, version: 0, window: nil)
    guard let edits else { return anchor.window(like: old, in: list) }
    return anchor.window(in: list) ?? anchor.window(after: old, by: edits.map { EditTrace($0) }, in: list)
  }

  /// Puts a window whose anchor is not shown, and never was since the view was opened, where it was before that. The
  /// view must be up to date.
  ///
  /// - Parameter former: the window of a subscriber that returns.
  /// - Returns: whether the content has changed.
  func resumeWindow(_ former: ShownWindow) -> Bool {
    guard let anchor = WindowAnchor(definition.window), feed.log.newest.window?.section == nil else {
      return false
    }
    let list = list(parts, sources.map(\.state), version: 0, window: nil)
    let window = anchor.window(like: former, in: list)
    guard window.section != nil else { return false }
    raise(toOffset: offset + 1)
    feed.log.replaceNewest(window: window)
    return true
  }

  /// The window that a subscriber with a token of this view has; nil if the token is impossible.
  ///
  /// - Returns: what it shows, and the same if the window has an anchor.
  func formerWindow(of token: ViewToken) -> (shown: ShownWindow?, anchored: ShownWindow?)? {
    guard WindowAnchor(definition.window) != nil else { return (feed.log.newest.window, nil) }
    return anchoredWindow(of: token).map { ($0, $0) }
  }

  private func anchoredWindow(of token: ViewToken) -> ShownWindow? {
    guard let anchor = WindowAnchor(definition.window), let window = token.window, window.start <= window.end,
      window.end - window.start <= UInt64(anchor.maximumRows), window.end <= UInt64(Int32.max),
      window.index <= window.end
    else { return nil }
    return ShownWindow(
      section: window.section.map { Int(clamping: $0) },
      items: Int(window.start)..<Int(window.end),
      index: Int(window.index)
    )
  }

  /// Whether a version shows what a subscriber with a token has, if the collections are the same.
  func hasWindow(of token: ViewToken, _ step: ViewLog.Step) -> Bool {
    guard WindowAnchor(definition.window) != nil else { return token.window == nil }
    guard let window = step.window, let former = anchoredWindow(of: token) else { return false }
    return window.hasRange(of: former)
  }
}

extension ViewToken.Window {
  /// The window of a version; nil if it has no anchor.
  init?(_ window: ShownWindow?, of definition: ViewDefinition) {
    guard WindowAnchor(definition.window) != nil, let window else { return nil }
    self.init(
      section: window.section.map { UInt64($0) },
      start: UInt64(window.items.lowerBound),
      end: UInt64(window.items.upperBound),
      index: UInt64(window.index)
    )
  }
}

extension ViewList {
  /// Where the window is, as subscribers are told; nil without one.
  var windowPlace: WindowPlace? {
    guard let window else { return nil }
    let anchor = window.row.flatMap { row in
      parts.first { $0.number == row.part }.map { $0.rowID(of: row.element) }
    }
    guard !parts.contains(where: \.isOpaque) else {
      return anchor.map { WindowPlace(anchor: $0, section: 0, firstItem: 0, sectionItems: 0) }
    }
    guard let section = window.section, let (part, index) = places.place(ofSection: 0) else {
      return WindowPlace(anchor: nil, section: 0, firstItem: 0, sectionItems: 0)
    }
    let count = parts[part].itemCount(section: index)
    return WindowPlace(
      anchor: anchor,
      section: section,
      firstItem: places.items(part: part, of: count).lowerBound,
      sectionItems: min(parts[part].cap, count)
    )
  }
}

extension ViewIdentity {
  /// Identifies a definition without its window and its caps, which only bound what is shown of the rows.
  init(rowsOf definition: ViewDefinition) {
    var whole = definition
    whole.window = nil
    for place in whole.parts.indices {
      guard case .collection(var query) = whole.parts[place].content else { continue }
      query.cap = nil
      whole.parts[place].content = .collection(query)
    }
    self.init(text: whole.text)
  }
}
