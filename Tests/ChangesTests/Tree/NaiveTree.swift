import ArrangeModel
import Changes
import Ordering

/// An outline in which each list of siblings is a plain array.
struct NaiveTree: Equatable {
  /// The children of all sections and items; nil has the sections.
  var children: [TreeNode?: [TreeNode]] = [nil: []]
  var contents: [TreeNode: Int] = [:]
  /// The order keys, in place of which numbers count how often something was placed.
  var keys: [TreeNode: UInt8] = [:]

  init() {}

  /// What is below something, each before what is below it, with its number of levels.
  func preorder(below node: TreeNode? = nil, level: Int = 0) -> [(node: TreeNode, level: Int)] {
    children[node, default: []].flatMap { [($0, level)] + preorder(below: $0, level: level + 1) }
  }

  var nodes: [TreeNode] { preorder().map(\.node) }

  func subtree(of node: TreeNode) -> [TreeNode] { [node] + preorder(below: node).map(\.node) }

  func parent(of node: TreeNode) -> TreeNode? {
    children.first { $0.value.contains(node) }?.key
  }

  func place(of node: TreeNode) -> NodePlace<TreeNode>? {
    guard let list = children.first(where: { $0.value.contains(node) }) else { return nil }
    return list.value.firstIndex(of: node).map { NodePlace(below: list.key, at: $0) }
  }

  func element(_ node: TreeNode) -> ElementSnapshot {
    ElementSnapshot(
      id: node.id,
      fields: ["content": .int(Int64(contents[node, default: 0]))],
      contentVersion: 1,
      key: OrderKey([keys[node, default: 1]])
    )
  }

  func rows(below node: TreeNode? = nil) -> [TreeRow] {
    preorder(below: node).map { TreeRow(element($0.node), depth: $0.level) }
  }

  func list() throws -> TreeList { try TreeList(rows()) }

  // MARK: Changes

  mutating func insert(_ node: TreeNode, at place: NodePlace<TreeNode>) {
    children[node] = children[node] ?? []
    children[place.parent]?.insert(node, at: place.index)
  }

  mutating func take(_ node: TreeNode) {
    guard let place = place(of: node) else { return }
    children[place.parent]?.remove(at: place.index)
  }

  /// Removes something with all that is below it.
  mutating func remove(_ node: TreeNode) {
    let subtree = subtree(of: node)
    take(node)
    for each in subtree {
      children[each] = nil
      contents[each] = nil
      keys[each] = nil
    }
  }
}

/// Changes an outline at random, and notes what was touched.
struct TreeEditor {
  private(set) var tree = NaiveTree()
  private(set) var touched: Set<TreeNode> = []
  private var random: OrderingRandom
  private var fresh = 0
  private var used: [TreeNode] = []
  /// How many items there are at most.
  private let mostItems: Int

  init(seed: UInt64, mostItems: Int) {
    random = OrderingRandom(seed: seed)
    self.mostItems = mostItems
    for _ in 0..<number(1...3) { insertNew(isSection: true) }
    for _ in 0..<number(0...mostItems) { insertNew(isSection: false) }
  }

  /// The outline after so many changes at most, and what they touched.
  mutating func step(most: Int) -> (tree: NaiveTree, touched: Set<TreeNode>) {
    touched = []
    for _ in 0..<number(0...most) { change() }
    return (tree, touched)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func change() {
    let nodes = tree.nodes
    let isSection = number(0...9) == 0
    let some = nodes.filter { if case .section = $0 { isSection } else { !isSection } }
    guard let node = some.randomElement(using: &random) else { return insertNew(isSection: isSection) }
    switch number(0...12) {
    case 0...4:
      tree.take(node)
      put(node)
    case 5...6: insertNew(isSection: isSection)
    case 7:
      guard !isSection || some.count > 1 else { return }
      touched.formUnion(tree.subtree(of: node))
      tree.remove(node)
    case 8 where !isSection: promote(node)
    case 9:
      guard let gone = used.filter({ tree.children[$0] == nil }).randomElement(using: &random) else { return }
      tree.children[gone] = []
      put(gone)
    case 10: touched.insert(node)
    default:
      tree.contents[node] = number(0...2)
      touched.insert(node)
    }
  }

  private mutating func promote(_ node: TreeNode) {
    guard let place = tree.place(of: node) else { return }
    for child in tree.children[node, default: []].reversed() {
      tree.take(child)
      tree.insert(child, at: place)
      note(child)
    }
    touched.insert(node)
    tree.remove(node)
  }

  private mutating func insertNew(isSection: Bool) {
    if !isSection, tree.nodes.count > mostItems { return }
    fresh += 1
    let id = Identifier(unchecked: isSection ? "S\(fresh)" : "i\(fresh)")
    let node: TreeNode = isSection ? .section(id) : .item(id)
    tree.children[node] = []
    put(node)
    if !isSection { used.append(node) }
  }

  /// Puts what is in no list anywhere but below itself.
  private mutating func put(_ node: TreeNode) {
    let below = Set(tree.subtree(of: node))
    var homes: [TreeNode?] = [nil]
    if case .item = node { homes = tree.nodes.filter { !below.contains($0) } }
    guard let home = homes.randomElement(using: &random) else { return }
    let index = number(0...tree.children[home, default: []].count)
    tree.insert(node, at: NodePlace(below: home, at: index))
    note(node)
  }

  private mutating func note(_ node: TreeNode) {
    touched.insert(node)
    tree.keys[node, default: 1] &+= 1
  }
}
