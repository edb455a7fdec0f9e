import ArrangeModel
import Changes
import Ordering

extension RandomValues {
  mutating func folding() -> TreeFolding {
    let items = list(0...3) { TreeNode.item($0.identifier()) }
    let sections = list(0...2) { TreeNode.section($0.flag() ? .empty : $0.identifier()) }
    return TreeFolding(Set(items + sections), isLazy: flag())
  }

  /// Makes a run of a snapshot that of an outline.
  mutating func indent(_ run: inout SnapshotPage.Run) {
    run.depths = run.items.map { _ in number(1...256) }
    run.hidden = list(0...2) { values in
      let row = values.flag() || run.items.isEmpty ? nil : values.number(0...run.items.count - 1)
      return SnapshotPage.HiddenRows(row: row, values.branchCounts())
    }
  }

  private mutating func branchCounts() -> BranchCounts {
    BranchCounts(children: index(), descendants: index())
  }

  private mutating func treePlace() -> TreePlace {
    let list = number(0...1_000_000)
    return TreePlace(in: flag() ? .section(list) : .branch(list), at: index())
  }

  private mutating func rows(isSection: Bool) -> [TreeRow] {
    let first = TreeRow(element(empty: isSection), depth: 0)
    return [first] + list(0...3) { TreeRow($0.element(empty: false), depth: $0.number(0...300)) }
  }

  /// A batch that can be written, though it fits no outline.
  mutating func treeBatch() -> TreeBatch {
    var batch = TreeBatch(before: listSize(), after: listSize())
    batch.owners = list(0...3) { values in
      ListOwner(
        id: values.identifier(),
        from: values.maybe { $0.treePlace() },
        to: values.maybe { $0.treePlace() }
      )
    }
    batch.sections.deletes = list(0...3) { $0.index() }
    batch.sections.moves = list(0...2) { Move(from: $0.index(), to: $0.index()) }
    batch.sections.unmoved = list(0...2) { Move(from: $0.index(), to: $0.index()) }
    batch.sections.inserts = list(0...2) { TreeInsert(at: $0.index(), rows: $0.rows(isSection: true)) }
    batch.sections.updates = list(0...2) { values in
      Update(
        at: values.index(),
        content: values.element(empty: true),
        before: FieldsFingerprint(rawValue: values.word())
      )
    }
    batch.sections.keys = list(0...2) {
      PlacedKey(at: $0.index(), key: $0.key(), placementVersion: $0.word())
    }
    batch.items.deletes = list(0...3) { $0.treePlace() }
    batch.items.moves = list(0...2) { Move(from: $0.treePlace(), to: $0.treePlace()) }
    batch.items.unmoved = list(0...2) { Move(from: $0.treePlace(), to: $0.treePlace()) }
    batch.items.inserts = list(0...3) { TreeInsert(at: $0.treePlace(), rows: $0.rows(isSection: false)) }
    batch.items.updates = list(0...2) { values in
      Update(
        at: values.treePlace(),
        content: values.element(empty: false),
        before: FieldsFingerprint(rawValue: values.word())
      )
    }
    batch.items.keys = list(0...2) {
      PlacedKey(at: $0.treePlace(), key: $0.key(), placementVersion: $0.word())
    }
    batch.counts = list(0...3) { values in
      NodeCounts(
        at: values.flag() ? .section(values.index()) : .item(values.treePlace()),
        values.branchCounts()
      )
    }
    return batch
  }
}
