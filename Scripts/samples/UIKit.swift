// Stand-ins for what samples use of UIKit and Foundation, with the same names and types.

struct IndexPath: Hashable {
  var section: Int
  var item: Int

  init(item: Int, section: Int) { (self.section, self.item) = (section, item) }
  init(row: Int, section: Int) { (self.section, item) = (section, row) }
}

struct IndexSet: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: Int...) {}
  init(_ elements: some Sequence<Int>) {}
}

@MainActor class UIView {}
@MainActor class UICollectionViewCell: UIView {}
@MainActor class UIViewController {
  func viewDidLoad() {}
}

@MainActor class UICollectionView: UIView {
  func insertSections(_ sections: IndexSet) {}
  func deleteSections(_ sections: IndexSet) {}
  func moveSection(_ section: Int, toSection: Int) {}
  func insertItems(at paths: [IndexPath]) {}
  func deleteItems(at paths: [IndexPath]) {}
  func moveItem(at path: IndexPath, to newPath: IndexPath) {}
  func reconfigureItems(at paths: [IndexPath]) {}
  func performBatchUpdates(_ updates: (() -> Void)?) {}
  func reloadData() {}
}

@MainActor class UICollectionViewController: UIViewController {
  var collectionView: UICollectionView! { nil }
  func numberOfSections(in view: UICollectionView) -> Int { 0 }
  func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
  func collectionView(
    _ view: UICollectionView,
    moveItemAt source: IndexPath,
    to target: IndexPath
  ) {}
}

@MainActor class UITableView: UIView {
  enum RowAnimation { case automatic }

  func insertSections(_ sections: IndexSet, with animation: RowAnimation) {}
  func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {}
  func moveSection(_ section: Int, toSection: Int) {}
  func insertRows(at paths: [IndexPath], with animation: RowAnimation) {}
  func deleteRows(at paths: [IndexPath], with animation: RowAnimation) {}
  func moveRow(at path: IndexPath, to newPath: IndexPath) {}
  func reconfigureRows(at paths: [IndexPath]) {}
  func performBatchUpdates(_ updates: () -> Void) { updates() }
}

struct NSDiffableDataSourceSnapshot<Section: Hashable, Item: Hashable> {
  mutating func appendSections(_ sections: [Section]) {}
  mutating func appendItems(_ items: [Item], toSection section: Section? = nil) {}
  mutating func reconfigureItems(_ items: [Item]) {}
}
