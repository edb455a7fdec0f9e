import ArrangeModel

/// Completions that ask the server. Where it can't be reached there are none.
enum Completions {
  static func collections(arguments: [String], prefix: String) async -> [String] {
    await ask(arguments) { service in
      var names: [String] = []
      var request = ListCollectionsRequest(pageSize: ListCollectionsRequest.maximumPageSize)
      repeat {
        let page = try await service.collections(request)
        names += page.collections.map(\.name.text).filter { $0.hasPrefix(prefix) }
        request.pageToken = page.nextPageToken
      } while request.pageToken != nil && names.count < ListCollectionsRequest.maximumPageSize
      return names
    }
  }

  static func views(arguments: [String], prefix: String) async -> [String] {
    await ask(arguments) { service in
      var names: [String] = []
      var request = ListViewsRequest(pageSize: ListViewsRequest.maximumPageSize)
      repeat {
        let page = try await service.views(request)
        names += page.views.map(\.name.text).filter { $0.hasPrefix(prefix) }
        request.pageToken = page.nextPageToken
      } while request.pageToken != nil && names.count < ListViewsRequest.maximumPageSize
      return names
    }
  }

  static func strategies(arguments: [String], prefix: String) async -> [String] {
    await ask(arguments) { try await $0.strategies().strategies.map(\.name).filter { $0.hasPrefix(prefix) } }
  }

  private static func ask(
    _ arguments: [String],
    _ question: (any ArrangeService) async throws -> [String]
  ) async -> [String] {
    func option(_ name: String) -> String? {
      if let value = arguments.last(where: { $0.hasPrefix("\(name)=") }) {
        return String(value.dropFirst(name.count + 1))
      }
      guard let index = arguments.lastIndex(of: name), index + 1 < arguments.count else { return nil }
      return arguments[index + 1]
    }
    let address = ServerAddress(
      server: option("--server"),
      token: option("--token"),
      environment: Arrange.environment
    )
    guard let service = try? Arrange.connect(address) else { return [] }
    let answers = (try? await question(service)) ?? []
    await service.close()
    return answers
  }
}
