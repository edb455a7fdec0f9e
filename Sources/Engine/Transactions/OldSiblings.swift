import ArrangeModel
import Ordering

/// The lists of siblings of an earlier version of an outline, to which items go back one after the other.
struct OldSiblings {
  /// The earlier version.
  let version: CollectionState
  /// The items that have not gone back yet.
  var pending: Set<Element> = []
  /// Keys for items that go back behind another one.
  private var keys: [Element: OrderKey] = [:]

  init(in version: CollectionState) { self.version = version }

  /// Where an item was.
  func slot(of item: Element) -> ListSlot {
    guard let slot = version.slot(of: item) else { preconditionFailure("it was there") }
    return slot
  }

  /// The gap behind the nearest old predecessor of an item that is in a list; else before the nearest old successor, else the
  /// first one. Where items are that are still to go back does not count.
  func gap(for item: Element, in scope: Scope, of state: CollectionState) -> Int {
    let slot = slot(of: item)
    let siblings = version.items(in: slot.scope)
    func place(of index: Int) -> Int? {
      let element = siblings.read(at: index) { $0.element }
      guard !pending.contains(element), let slot = state.slot(of: element), slot.scope == scope else {
        return nil
      }
      return slot.index
    }
    for index in (0..<slot.index).reversed() { if let place = place(of: index) { return place + 1 } }
    for index in slot.index + 1..<siblings.count { if let place = place(of: index) { return place } }
    return 0
  }

  /// A key for an item in a gap: its own one or one that was made for it, if that fits, and otherwise a new one. Those for the
  /// items behind it that go back as well are made at the same time.
  mutating func key(
    for item: Element,
    own: OrderKey?,
    in scope: Scope,
    gap: Int,
    _ editor: inout TransactionEditor
  ) throws(ArrangeError) -> OrderKey {
    guard editor.strategy.keyForm == .stored else { return .empty }
    let lower = gap > 0 ? editor.state.storedKey(in: scope, at: gap - 1) : .empty
    let upper = gap < editor.state.count(in: scope) ? editor.state.storedKey(in: scope, at: gap) : nil
    let made = keys.removeValue(forKey: item)
    for key in [own, made].compactMap(\.self) where lower < key && upper.map({ key < $0 }) ?? true {
      return key
    }
    // If the one that was made does not fit, neither will the others.
    let following = made == nil ? following(item) : []
    let assigned = try editor.assignKeys(1 + following.count, in: scope, gap: gap)
    for (item, key) in zip(following, assigned.dropFirst()) { keys[item] = key }
    return assigned[0]
  }

  /// The items directly behind one that go back as well.
  private func following(_ item: Element) -> [Element] {
    let slot = slot(of: item)
    let siblings = version.items(in: slot.scope)
    var items: [Element] = []
    for index in slot.index + 1..<siblings.count {
      let item = siblings.read(at: index) { $0.element }
      guard pending.contains(item) else { break }
      items.append(item)
    }
    return items
  }

  /// Places an item in a gap of a list: the one that is elsewhere, or else a new one.
  ///
  /// - Parameters:
  ///   - content: a new item; not needed if it is elsewhere.
  ///   - gap: a gap of the list as it is, with the item if that is in it.
  mutating func place(
    _ item: Element,
    content: @autoclosure () -> Element,
    in scope: Scope,
    gap: Int,
    _ editor: inout TransactionEditor
  ) throws(ArrangeError) {
    scope.name(in: &editor)
    guard let slot = editor.state.slot(of: item) else {
      let element = content()
      try editor.charge(WriteCost.ofEdit + element.byteCount)
      let key = try key(for: item, own: nil, in: scope, gap: gap, &editor)
      return editor.attach(element, key: key, in: scope, at: gap)
    }
    try editor.chargeMoves([slot])
    let gap = slot.scope == scope && slot.index < gap ? gap - 1 : gap
    let lifted = editor.lift(slot)
    let key = try key(for: item, own: lifted.key, in: scope, gap: gap, &editor)
    editor.drop(lifted, key: key, in: scope, at: gap)
  }
}
