internal import ArrangeClient
internal import ArrangeModel
internal import Ordering

/// The collections of a load test, which creates, fills and removes them.
struct BenchLists: Sendable {
  /// The prefix of their names.
  static let prefix = "bench-"
  /// The number of items that one transaction inserts.
  static let itemsPerTransaction = 5_000
  /// The length of an item's title, in bytes.
  static let titleLength = 30

  let names: [Identifier]
  /// The initial items of each collection, in order.
  let items: [Identifier]
  /// The fields of items that are inserted during the test.
  let fields: Fields

  /// - Parameter suffix: distinguishes the collections of this run from those of other runs.
  init(_ plan: BenchPlan, suffix: String) {
    let count = plan.operation.needsCollections ? plan.collections : 0
    names = (0..<count).map { number in
      Identifier(unchecked: "\(BenchLists.prefix)\(suffix)\(count > 1 ? "-\(number)" : "")")
    }
    items = count == 0 ? [] : (0..<plan.items).map { Identifier(unchecked: "item-\($0)") }
    fields = BenchLists.fields(of: plan.items)
  }

  /// The fields of the n-th item: a title of ``titleLength`` bytes.
  static func fields(of item: Int) -> Fields {
    let number = String(item)
    let text = "A title of thirty bytes, \(String(repeating: "0", count: max(0, 5 - number.count)))\(number)"
    return (try? Fields([("title", .string(String(text.suffix(titleLength))))])) ?? Fields()
  }

  /// Creates and fills the collections.
  ///
  /// - Parameters:
  ///   - isWanted: whether to continue.
  ///   - progress: called with the number of items so far.
  /// - Returns: the collections' strategy; nil if there are none.
  func make(
    _ strategy: String?,
    with client: ArrangeClient,
    while isWanted: () -> Bool,
    progress: (Int) -> Void
  ) async throws(ArrangeError) -> String? {
    var chosen: String?
    var done = 0
    for name in names {
      guard isWanted() else { return chosen }
      chosen = try await client.create(name, strategy: strategy).strategy
      var first = 0
      while first < items.count, isWanted() {
        let next = min(items.count, first + BenchLists.itemsPerTransaction)
        let elements = (first..<next).map { NewElement(id: items[$0], fields: BenchLists.fields(of: $0)) }
        try await client.apply([.insertItems(elements, to: ItemDestination(section: .empty))], to: name)
        done += next - first
        first = next
        progress(done)
      }
    }
    return chosen
  }

  /// Removes the collections that exist.
  func remove(with client: ArrangeClient) async throws(ArrangeError) {
    var failure: ArrangeError?
    for name in names {
      do { try await client.delete(name) } catch {
        if error.code != .notFound { failure = failure ?? error }
      }
    }
    if let failure { throw failure }
  }
}
