extension ArrangeClient {
  /// How often edits are made anew because what they are about was removed meanwhile.
  private static let handOverAttempts = 10

  /// Takes edits that were made offline to the server, in one transaction.
  ///
  /// It reads what the list has now, so that what was done to items that somebody else has removed is left out.
  ///
  /// - Returns: what the transaction did, with the keys that the server chose; nil if nothing is left to do.
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
        // Something was removed after it was read.
        guard error.code == .notFound, attempt < ArrangeClient.handOverAttempts else { throw error }
        attempt += 1
      }
    }
  }
}
