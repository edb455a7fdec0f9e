extension ArrangeClient {
  /// The number of attempts if edited elements are removed meanwhile.
  private static let handOverAttempts = 10

  /// Hands over offline edits to the server, in one transaction.
  ///
  /// It reads the current list, so that edits of items that somebody else has removed are left out.
  ///
  /// - Returns: the result of the transaction, with the keys that the server chose; nil if nothing is left to
  ///   do.
  @discardableResult
  public func handOver(
    _ edits: OfflineList,
    to collection: Identifier
  ) async throws(ArrangeError) -> ApplyResult? {
    var attempt = 1
    while true {
      var (sections, items) = (Set<Identifier>(), Set<Identifier>())
      var token: [UInt8]?
      repeat {
        let page = try await fetch(FetchRequest(collection: collection, pageToken: token))
        for slice in page.sections {
          sections.insert(slice.section.id)
          items.formUnion(slice.items.map(\.id))
        }
        token = page.nextPageToken
      } while token != nil
      let operations = edits.operations(sections: sections, items: items)
      guard !operations.isEmpty else { return nil }
      do throws(ArrangeError) {
        return try await apply(operations, to: collection)
      } catch {
        // An element was removed after the read.
        guard error.code == .notFound, attempt < ArrangeClient.handOverAttempts else { throw error }
        attempt += 1
      }
    }
  }
}
