import ArrangeModel

/// The parents of the items of an outline, each of which comes before those below it.
struct OutlineTrail {
  /// The item before and those above it, from the top down.
  private var path: [Identifier]

  /// - Parameter ancestors: the ids of the items above the first one, from the top down.
  init(_ ancestors: [Identifier] = []) { path = ancestors }

  /// The parent of the next item; nil at the top of its section.
  ///
  /// - Parameter depth: the depth of the item, which is 1 at the top.
  mutating func parent(of id: Identifier, depth: Int) -> Identifier? {
    path.removeLast(max(path.count - max(depth - 1, 0), 0))
    defer { path.append(id) }
    return path.last
  }
}
