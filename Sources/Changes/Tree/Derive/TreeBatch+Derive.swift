public import ArrangeModel

extension TreeBatch {
  /// Derives the batch that takes the older of two versions of an outline to the newer one.
  ///
  /// Sections and items are identified by their handles, even if one was removed and inserted again in between.
  ///
  /// - Parameters:
  ///   - pair: the versions.
  ///   - touched: every section and item that was inserted, removed or placed, or whose fields were updated; each one once.
  ///     What is below an item that moved is not touched by that. What is touched without a net change does no harm. What was
  ///     below something that is gone may be omitted, if it is gone as well.
  ///   - counted: what is collapsed in NEW and has not as much below it as in OLD.
  ///   - threshold: the maximum number of changes, as ``TreeBatch/count`` counts them; nil for no limit. An excess is noticed
  ///     before contents are read.
  ///   - namesUnmoved: whether the batch names what was touched and need not move. It has the same effect without, and as few
  ///     moves, but its compositions with others can have more moves than necessary.
  ///
  /// O(k (log k + depth)) and as many look-ups.
  @inlinable
  package static func derive<Pair: TreeVersionPair>(
    _ pair: Pair,
    touched: some Collection<Touched<Pair.Node>>,
    counted: [(node: Pair.Node, counts: BranchCounts)] = [],
    threshold: Int? = nil,
    namesUnmoved: Bool = true
  ) -> TreeDerivation {
    var reader = TreeDerivationReader(pair, threshold: threshold, namesUnmoved: namesUnmoved)
    guard reader.read(touched) else { return .tooManyChanges }
    return reader.makeBatch(counted)
  }
}

/// Looks up what was touched in two versions of an outline, and makes a batch of it.
@usableFromInline
struct TreeDerivationReader<Pair: TreeVersionPair> {
  @usableFromInline let pair: Pair
  @usableFromInline let threshold: Int
  @usableFromInline let namesUnmoved: Bool
  @usableFromInline var numbering: ListNumbering<Pair>
  @usableFromInline var entries: [TreeShape.Entry] = []
  /// What the entries are.
  @usableFromInline var nodes: [Pair.Node] = []
  /// What is in both versions with other contents, and what else was placed and is in both.
  @usableFromInline var updated: [Pair.Node] = []
  @usableFromInline var placed: [Pair.Node] = []
  /// A lower bound of the number of changes.
  @usableFromInline var certainChanges = 0

  @inlinable
  init(_ pair: Pair, threshold: Int?, namesUnmoved: Bool) {
    self.pair = pair
    self.namesUnmoved = namesUnmoved
    self.threshold = threshold ?? .max
    numbering = ListNumbering(pair)
  }

  /// - Returns: false if there are certainly more changes than the threshold.
  @inlinable
  mutating func read(_ touched: some Collection<Touched<Pair.Node>>) -> Bool {
    for each in touched {
      let (old, new) = (pair.oldPlace(of: each.element), pair.newPlace(of: each.element))
      if old != nil, new != nil {
        if each.touch.contains(.content), !pair.hasSameContent(each.element) {
          updated.append(each.element)
          certainChanges += 1
        }
        guard each.touch.contains(.position) else { continue }
        if pair.hasKeys { placed.append(each.element) }
      } else if old == nil, new == nil {
        continue
      } else if old == nil {
        certainChanges += 1
      }
      guard certainChanges <= threshold else { return false }
      entries.append(
        TreeShape.Entry(old: old.map { numbering.spot($0) }, new: new.map { numbering.spot($0) })
      )
      nodes.append(each.element)
    }
    return certainChanges <= threshold
  }

  @inlinable
  mutating func makeBatch(_ counted: [(node: Pair.Node, counts: BranchCounts)]) -> TreeDerivation {
    let named = updated + placed + counted.map(\.node)
    let others = named.compactMap { node in pair.newPlace(of: node).map { numbering.spot($0) } }
    let countedFrom = updated.count + placed.count
    for index in entries.indices where entries[index].old == nil {
      entries[index].list = numbering.numbers[nodes[index]]
    }
    guard isExplained() else { return .unexplained }
    let shape = TreeShape(numbering.table, entries, others: others, namesUnmoved: namesUnmoved)
    guard shape.isComplete else { return .unexplained }
    let changes = certainChanges + shape.deletes.count + shape.moves.count
    if changes > threshold { return .tooManyChanges }

    var batch = TreeBatch(before: pair.before, after: pair.after)
    shape.fill(
      &batch,
      id: { list in numbering.nodes[list].map { pair.id(of: $0) } ?? .empty },
      element: { entry in pair.snapshot(of: nodes[entry]) }
    )
    shape.forEachOther(
      others,
      section: { index, number in
        if number < updated.count {
          batch.sections.updates.append(makeUpdate(of: updated[number], at: index))
        } else if number >= countedFrom {
          batch.counts.append(NodeCounts(at: .section(index), counted[number - countedFrom].counts))
        } else {
          batch.sections.keys.append(PlacedKey(at: index, pair.snapshot(of: placed[number - updated.count])))
        }
      },
      item: { place, number in
        if number < updated.count {
          batch.items.updates.append(makeUpdate(of: updated[number], at: place))
        } else if number >= countedFrom {
          batch.counts.append(NodeCounts(at: .item(place), counted[number - countedFrom].counts))
        } else {
          batch.items.keys.append(PlacedKey(at: place, pair.snapshot(of: placed[number - updated.count])))
        }
      }
    )
    return .batch(batch)
  }

  @inlinable
  func makeUpdate<Place>(of node: Pair.Node, at place: Place) -> Update<Place> {
    Update(at: place, content: pair.snapshot(of: node), before: pair.oldContent(of: node))
  }

  /// Whether each list has as many untouched children in both versions, and those of what is new have none.
  @inlinable
  func isExplained() -> Bool {
    for (index, entry) in entries.enumerated() where entry.old == nil && entry.list == nil {
      if pair.newCount(below: nodes[index]) > 0 { return false }
    }
    var touched = [Int](repeating: 0, count: numbering.nodes.count)
    var isTouched = [Bool](repeating: false, count: numbering.nodes.count)
    for entry in entries {
      if let old = entry.old {
        touched[old.list] -= numbering.table.lists[old.list].isInBoth ? 1 : 0
        isTouched[old.list] = true
      }
      if let new = entry.new {
        touched[new.list] += 1
        isTouched[new.list] = true
      }
    }
    for (list, node) in numbering.nodes.enumerated() where isTouched[list] {
      let isThere = list == ListTable.root || numbering.table.lists[list].new != nil
      guard isThere else { continue }
      let before = numbering.table.lists[list].isInBoth ? pair.oldCount(below: node) : 0
      if before + touched[list] != pair.newCount(below: node) { return false }
    }
    return true
  }
}
