import ArrangeModel
import Engine
import Wire

/// Pages of names: `Collections/List` and `Views/List`.
extension IncomingCall {
  /// The maximum size of a page of the list of collections, in bytes, even if a frame may be larger.
  private static let listPageBytes = 512 * 1024
  /// The size of the definitions, as text, after which a page of the list of views ends, in bytes.
  private static let viewPageBytes = 256 * 1024

  func listCollections(_ request: ListCollectionsRequest) throws(ArrangeError) {
    let size = request.pageSize ?? ListCollectionsRequest.defaultPageSize
    let names = ShownNames(
      self,
      after: try Identifier.lastName(beforePage: request.pageToken),
      limit: size + 1
    )
    names.find { names in answerPage(names, size: size) }
  }

  /// Answers with a page of collections and views.
  ///
  /// - Parameter names: the names of the page, and one more if there is another page.
  private func answerPage(_ names: [Identifier], size: Int) {
    let page = Array(names.prefix(size))
    let next = names.count > size ? page.last.map { Array($0.text.utf8) } : nil
    let largest = min(largestAnswer, IncomingCall.listPageBytes)
    let gathering = ListGathering(count: page.count) { [reply = reply() as Reply<CollectionsPage>] in
      reply($0.map { CollectionsPage($0, next: next, atMost: largest) })
    }
    for (index, name) in page.enumerated() {
      if let (view, definition) = server.engine.catalog.listing(ofView: name) {
        gathering.set(
          index,
          .success(view.withoutProblem(unless: connection.admission.maySee(sourcesOf: definition)))
        )
      } else {
        nodes.info(of: name) { gathering.set(index, $0) }
      }
    }
  }

  func listViews(_ request: ListViewsRequest) throws(ArrangeError) {
    let size = request.pageSize ?? ListViewsRequest.defaultPageSize
    let names = ShownNames(
      self,
      onlyViews: true,
      after: try Identifier.lastName(beforePage: request.pageToken),
      limit: size + 1
    )
    names.find { names in answerViews(names, size: size) }
  }

  private func answerViews(_ names: [Identifier], size: Int) {
    var views: [ViewInfo] = []
    var bytes = 0
    for name in names.prefix(size) where bytes < IncomingCall.viewPageBytes {
      // It may have been redefined since the names were found.
      guard let view = server.engine.catalog.view(name), connection.admission.maySee(definitionOf: view)
      else {
        continue
      }
      views.append(view)
      bytes += view.definition.text.utf8.count
    }
    let hasMore = views.last.map { last in names.contains { $0 > last.name } } ?? false
    let next = hasMore ? views.last.map { Array($0.name.text.utf8) } : nil
    answer(ViewsPage(views: views, nextPageToken: next))
  }
}

extension Identifier {
  /// The name after which a page begins; nil for the first page.
  fileprivate static func lastName(beforePage token: [UInt8]?) throws(ArrangeError) -> Identifier? {
    guard let token else { return nil }
    guard let text = String(validating: token, as: UTF8.self), let name = try? Identifier(text) else {
      throw ArrangeError(
        .invalidArgument,
        "this is not a page token of this server; start the list again",
        field: "page_token"
      )
    }
    return name
  }
}

extension CollectionInfo {
  /// A copy without the problem of a view, whose text names a collection.
  fileprivate func withoutProblem(unless isShown: Bool) -> CollectionInfo {
    var info = self
    if !isShown { info.problem = "" }
    return info
  }
}
