internal import Wire

extension ArrangeClient {
  /// All collections, page after page, in ascending order of the bytes of their names.
  public func collectionPages(pageSize: Int? = nil) -> PageSequence<CollectionsPage> {
    PageSequence(client: self) { (client, token) throws(ArrangeError) in
      let page = try await client.collections(pageSize: pageSize, pageToken: token)
      return (page, page.nextPageToken)
    }
  }
}
