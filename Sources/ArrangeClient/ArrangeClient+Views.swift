internal import Wire

extension ArrangeClient {
  /// All stored views, page after page, in ascending order of the bytes of their names.
  public func viewPages(pageSize: Int? = nil) -> PageSequence<ViewsPage> {
    PageSequence(client: self) { (client, token) throws(ArrangeError) in
      let page = try await client.views(pageSize: pageSize, pageToken: token)
      return (page, page.nextPageToken)
    }
  }
}
