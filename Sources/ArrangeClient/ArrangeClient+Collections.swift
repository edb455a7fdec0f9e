internal import ClientWire

extension ArrangeClient {
  /// Creates an empty collection.
  ///
  /// - Parameters:
  ///   - collection: the name.
  ///   - strategy: the name of the ordering strategy; nil for the server's default.
  ///   - fields: fields of the collection itself, such as a title.
  /// - Throws: ``ArrangeModel/StatusCode/alreadyExists`` if the name is taken,
  ///   ``ArrangeModel/StatusCode/invalidArgument`` for a strategy that the server does not have.
  @discardableResult
  public func create(
    _ collection: Identifier,
    strategy: String? = nil,
    fields: Fields = Fields()
  ) async throws(ArrangeError) -> CollectionInfo {
    try await session.call(
      .createCollection,
      CreateCollectionRequest(name: collection, strategy: strategy, fields: fields)
    )
  }

  /// The description of a collection, without its content.
  public func info(_ collection: Identifier) async throws(ArrangeError) -> CollectionInfo {
    try await session.call(.getCollection, GetCollectionRequest(name: collection))
  }

  /// A page of the list of collections, in ascending order of the bytes of their names.
  ///
  /// - Parameters:
  ///   - pageSize: the maximum number of collections in the page; nil for the server's default.
  ///   - pageToken: ``ArrangeModel/CollectionsPage/nextPageToken`` of the previous page; nil for the first
  ///     page.
  public func collections(
    pageSize: Int? = nil,
    pageToken: [UInt8]? = nil
  ) async throws(ArrangeError) -> CollectionsPage {
    try await session.call(
      .listCollections,
      ListCollectionsRequest(pageSize: pageSize, pageToken: pageToken)
    )
  }

  /// All collections, page after page, in ascending order of the bytes of their names.
  public func collectionPages(pageSize: Int? = nil) -> PageSequence<CollectionsPage> {
    PageSequence(client: self) { (client, token) throws(ArrangeError) in
      let page = try await client.collections(pageSize: pageSize, pageToken: token)
      return (page, page.nextPageToken)
    }
  }

  /// Changes the fields of the collection itself. Its content and its version do not change.
  ///
  /// - Parameters:
  ///   - collection: the collection.
  ///   - set: fields to set.
  ///   - remove: names of fields to remove, except those in `set`.
  ///   - replaceAll: whether all fields not named by `set` are removed.
  @discardableResult
  public func update(
    _ collection: Identifier,
    set: Fields,
    remove: [String] = [],
    replaceAll: Bool = false
  ) async throws(ArrangeError) -> CollectionInfo {
    try await session.call(
      .updateCollection,
      UpdateCollectionRequest(name: collection, set: set, remove: remove, replaceAll: replaceAll)
    )
  }

  /// Permanently deletes a collection with its content and its history.
  public func delete(_ collection: Identifier) async throws(ArrangeError) {
    let _: EmptyMessage = try await session.call(
      .deleteCollection,
      DeleteCollectionRequest(name: collection)
    )
  }
}
