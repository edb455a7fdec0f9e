package import ArrangeModel
package import Changes

/// A list at one version that is read in pages and from which batches are derived.
package protocol ServedList: ListVersion, Sendable {
  var version: UInt64 { get }
  /// O(log n).
  func index(ofSection id: Identifier) -> Int?
  /// O(log n).
  func path(ofItem id: Identifier) -> ListPath?
  /// Calls a closure with the items of a range of a section in their order. O(log n + length).
  func forEachItem(ofSection section: Int, in range: Range<Int>, _ body: (ElementSnapshot) -> Void)
  /// The list with order keys or without them.
  func withKeys(_ hasKeys: Bool) -> Self
}
