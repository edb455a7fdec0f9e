import ArrangeModel
import Synchronization
import arrange

/// Stored views, which show all items of their collections.
extension MemoryService {
  func defineView(_ request: DefineViewRequest) async throws(ArrangeError) -> ViewInfo {
    try use { (state) throws(ArrangeError) in
      guard state.lists[request.name] == nil else {
        throw ArrangeError(.alreadyExists, "a collection has this name", field: "name")
      }
      let info = ViewInfo(
        name: request.name,
        definition: request.view,
        createdAt: Timestamp(microseconds: 1_772_357_400_000_000)
      )
      state.views[request.name] = info
      return info
    }
  }

  func view(_ name: Identifier) async throws(ArrangeError) -> ViewInfo {
    try use { (state) throws(ArrangeError) in
      guard let info = state.views[name] else {
        throw ArrangeError(.notFound, "there is no view \"\(name)\"", field: "name")
      }
      return info
    }
  }

  func views(_ request: ListViewsRequest) async throws(ArrangeError) -> ViewsPage {
    try use { (state) throws(ArrangeError) in
      let views = state.views.values.sorted { $0.name < $1.name }
      // One on each page, so that paging is used.
      let index = request.pageToken.map { Int($0[0]) } ?? 0
      let hasMore = index + 1 < views.count
      return ViewsPage(
        views: Array(views.dropFirst(index).prefix(1)),
        nextPageToken: hasMore ? [UInt8(index + 1)] : nil
      )
    }
  }

  func deleteView(_ name: Identifier) async throws(ArrangeError) {
    _ = try await view(name)
    state.withLock { $0.views[name] = nil }
  }

  /// The views as a list of collections has them.
  static func listedViews(_ state: State) -> [CollectionInfo] {
    state.views.values.map { view in
      var info = CollectionInfo(
        name: view.name,
        strategy: "",
        fields: Fields(),
        version: 0,
        epoch: 0,
        createdAt: view.createdAt,
        sectionCount: 0,
        itemCount: 0,
        isView: true
      )
      for part in view.definition.parts {
        guard case .collection(let query) = part.content, state.lists[query.collection] == nil else {
          continue
        }
        info.problem = "there is no collection \"\(query.collection)\""
      }
      return info
    }
  }

  /// A view shows all items of its collections, part by part, as rows with their origins.
  static func rows(of view: ViewDefinition, in state: State) throws(ArrangeError) -> List {
    let info = CollectionInfo(
      name: .empty,
      strategy: "",
      fields: Fields(),
      version: 9,
      epoch: 7,
      createdAt: Timestamp(microseconds: 0),
      sectionCount: 0,
      itemCount: 0,
      isView: true
    )
    var list = List(info: info)
    for part in view.parts {
      switch part.content {
      case .fixed(let fixed):
        let items = fixed.items.map { Item(id: $0.id, fields: $0.fields) }
        list.sections.append(Section(id: fixed.section.id, fields: fixed.section.fields, items: items))
      case .collection(let query):
        for section in try find(query.collection, in: state).sections {
          var section = section
          section.origin = RowOrigin(collection: query.collection, section: section.id)
          for index in section.items.indices {
            section.items[index].origin = RowOrigin(
              collection: query.collection,
              section: section.id,
              item: section.items[index].id
            )
          }
          list.sections.append(section)
        }
      }
    }
    return list
  }
}
