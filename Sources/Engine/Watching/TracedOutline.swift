package import ArrangeModel
package import Changes

/// Two versions of an outline; the older one is computed from the edits since then.
package struct TracedOutline: TreeVersionPair {
  private let trace: OutlineTrace
  private let new: ListAtVersion

  /// - Parameters:
  ///   - log: a log that covers the version.
  ///   - version: the older version.
  ///   - new: the newer version.
  package init(_ log: ChangeLog, after version: UInt64, to new: ListAtVersion) {
    trace = log.outlineTrace(after: version, to: new.state)
    self.new = new
  }

  /// - Parameters:
  ///   - edits: those of each commit that leads from the older version to the newer one.
  ///   - new: the newer version.
  package init(edits: some Sequence<[Edit]>, to new: ListAtVersion) {
    trace = OutlineTrace(edits.flatMap { LoggedEdits($0) }, to: new.state)
    self.new = new
  }

  /// The batch for a subscriber who has collapsed something, or nothing. O(k (log n + depth)) for k edits, and what
  /// ``FoldedOutline`` takes if something is collapsed.
  func derive(_ folding: TreeFolding, threshold: Int) -> TreeDerivation {
    guard !folding.isEmpty else { return TreeBatch.derive(self, touched: touched, threshold: threshold) }
    let folded = FoldedOutline(self, folding)
    return TreeBatch.derive(folded, touched: folded.touched, counted: folded.counted, threshold: threshold)
  }

  var nodes: [OutlineTrace.Node] { trace.nodes }
  /// The newer version.
  var state: CollectionState { new.state }
  func number(ofItem element: Element) -> Int? { trace.number(ofItem: element) }

  /// What was touched, by number.
  package var touched: [Touched<Int>] {
    trace.nodes.indices.compactMap { number in
      let node = trace.nodes[number]
      return node.touch.isEmpty ? nil : Touched(node.isSection ? .section : .item, number, node.touch)
    }
  }

  package var after: ListSize { ListSize(sections: new.sectionCount, items: new.itemCount) }

  package var before: ListSize {
    let (size, growth) = (after, trace.growth)
    return ListSize(sections: size.sections - growth.sections, items: size.items - growth.items)
  }

  package func oldPlace(of number: Int) -> NodePlace<Int>? { trace.nodes[number].old }
  package func newPlace(of number: Int) -> NodePlace<Int>? { trace.nodes[number].new }
  package func id(of number: Int) -> Identifier { trace.nodes[number].element?.id ?? .empty }

  package func newCount(below number: Int?) -> Int {
    guard let number else { return new.sectionCount }
    let node = trace.nodes[number]
    guard let place = node.new, let element = node.element else { return 0 }
    if node.isSection { return new.state.itemCount(section: place.index) }
    return new.state.branches?.branch(of: element, hash: element.idHash)?.children.count ?? 0
  }

  package func oldCount(below number: Int?) -> Int {
    newCount(below: number) - trace.growth(below: number)
  }

  package func snapshot(of number: Int) -> ElementSnapshot {
    let node = trace.nodes[number]
    guard let place = node.new, let element = node.element else {
      preconditionFailure("what is asked for is in the newer version")
    }
    return node.isSection ? new.snapshot(ofSection: place.index) : snapshot(ofItem: element)
  }

  /// An item of the newer version. O(log n).
  func snapshot(ofItem element: Element?) -> ElementSnapshot {
    guard let element, let slot = new.state.slot(of: element) else {
      preconditionFailure("what is asked for is in the newer version")
    }
    return new.snapshot(new.state.item(at: slot), rank: slot.index)
  }

  package func hasSameContent(_ number: Int) -> Bool {
    guard let before = trace.nodes[number].before, let element = element(of: number) else { return true }
    return before.hasSameFields(as: element)
  }

  package func oldContent(of number: Int) -> FieldsFingerprint {
    FieldsFingerprint(trace.nodes[number].before?.fields ?? Fields())
  }

  package var hasKeys: Bool { new.hasKeys }

  /// A section or an item of the newer version.
  private func element(of number: Int) -> Element? {
    let node = trace.nodes[number]
    guard let place = node.new, let element = node.element else { return nil }
    if node.isSection { return new.state.section(at: place.index).element }
    return new.state.slot(of: element).map { new.state.item(at: $0).element }
  }
}
