import ArrangeModel
import Changes
import ListModel
import TestSupport
import Wire

/// A broken guarantee.
struct Violation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Reads the whole content of a server and compares it with the expected content.
struct Auditor {
  let connection: RawConnection

  /// Everything that the server holds, read in pages.
  func contents() throws -> Model {
    var model = Model()
    var token: [UInt8]?
    repeat {
      let page = try connection.result(
        .listCollections,
        ListCollectionsRequest(pageToken: token),
        as: CollectionsPage.self
      )
      for info in page.collections { model.lists[info.name] = try list(info.name) }
      token = page.nextPageToken
    } while token != nil
    return model
  }

  /// Reads a list.
  func list(_ name: Identifier) throws -> Model.List {
    var first: CollectionInfo?
    var content = SectionedList()
    var token: [UInt8]?
    repeat {
      let request = FetchRequest(collection: name, pageSize: 300, pageToken: token)
      let page = try connection.result(.fetch, request, as: FetchPage.self)
      let info = first ?? page.collection
      guard info.version == page.collection.version else {
        throw Violation("the pages of \(name) have two versions")
      }
      first = info
      for part in page.sections {
        if content.sections.last?.element.id != part.section.id {
          content.sections.append(.init(part.section))
        }
        content.sections[content.sections.count - 1].items += part.items
      }
      token = page.nextPageToken
    } while token != nil
    guard let first else { throw Violation("\(name) can't be read") }
    let list = NaiveList(content, version: first.version)
    return Model.List(strategy: first.strategy, fields: first.fields, list: list)
  }

  /// Reads the retained commits, which must follow each other without a gap up to the newest.
  ///
  /// - Returns: the request ids by version.
  func history(_ name: Identifier) throws -> [UInt64: RequestID?] {
    var commits: [UInt64: RequestID?] = [:]
    var next: UInt64?
    while true {
      let request = HistoryRequest(collection: name, from: next ?? 1, limit: 1_000)
      let page = try connection.result(.history, request, as: HistoryPage.self)
      var expected = next ?? page.oldestKept
      for commit in page.commits {
        guard commit.version == expected else {
          throw Violation("\(name) has version \(commit.version) where \(expected) belongs")
        }
        commits[expected] = commit.requestID
        expected += 1
      }
      if expected > page.version { return commits }
      guard !page.commits.isEmpty else { throw Violation("\(name) has no commit \(expected)") }
      next = expected
    }
  }

  /// The first difference between the server's content and the expected content; nil if there is none.
  static func difference(_ found: Model, _ wanted: Model) -> String? {
    let names = Set(found.lists.keys).symmetricDifference(wanted.lists.keys)
    if let name = names.sorted().first {
      return found.lists[name] == nil ? "\(name) is missing" : "\(name) is there, but must not be"
    }
    for (name, found) in found.lists.sorted(by: { $0.key < $1.key }) {
      guard let wanted = wanted.lists[name],
        !found.hasSameContent(as: wanted) || found.version != wanted.version
      else { continue }
      if found.version != wanted.version {
        return "\(name) is at version \(found.version), not \(wanted.version)"
      }
      if found.items.map(\.id) != wanted.items.map(\.id) {
        return "the items of \(name) at version \(found.version) are "
          + "\(found.items.map(\.id.text)), not \(wanted.items.map(\.id.text))"
      }
      return "\(name) at version \(found.version) differs in its fields, or those of an item"
    }
    return nil
  }
}

extension RawConnection {
  /// The answer to a step.
  enum StepAnswer {
    case done(ApplyResult?)
    case refused(Status)
    /// The connection ended without an answer.
    case none
  }

  /// Sends a step and waits for its answer.
  func perform(_ step: Step) -> StepAnswer {
    do {
      let end: Received
      switch step {
      case .create(let name, let strategy):
        end = try call(.createCollection, CreateCollectionRequest(name: name, strategy: strategy))
      case .delete(let name): end = try call(.deleteCollection, DeleteCollectionRequest(name: name))
      case .describe(let name, let fields):
        end = try call(.updateCollection, UpdateCollectionRequest(name: name, set: fields))
      case .apply(let request): end = try call(.apply, request)
      }
      guard end.code == .ok else { return .refused(try status(end)) }
      guard case .apply = step else { return .done(nil) }
      return .done(try end.body.withUnsafeBytes { try ApplyResult.decode($0, using: arena) })
    } catch {
      return .none
    }
  }

  private func call(_ method: Method, _ request: some WireMessage) throws -> Received {
    try call(method.name, encode(request))
  }
}
