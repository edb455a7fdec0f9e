import ArrangeClient

/// A list with optimistic moves, and what a list view would show of it.
@MainActor
final class Screen {
  private let controller: OrderedResultsController
  private(set) var reports: [JSON] = []
  private var shown = SectionedList()
  private var ended: JSON?
  private var following: Task<Void, Never>?

  init(_ controller: OrderedResultsController) {
    self.controller = controller
    following = Task { await follow() }
  }

  private func follow() async {
    do {
      while let change = try await controller.next() { try take(change) }
    } catch let error as ArrangeError {
      end(JSON(error))
    } catch {
      end(["code": "FOLD", "message": .string("\(error)")])
    }
  }

  private func end(_ error: JSON) {
    ended = error
    reports.append(["kind": "ended"])
  }

  private func take(_ change: ListChange) throws {
    switch change {
    case .changes(let batch):
      try shown.apply(batch)
      reports.append(["kind": "changes"])
    case .reload:
      shown = SectionedList(controller.sections)
      reports.append(["kind": "reload"])
    case .refused(let id, let error):
      reports.append(["kind": "refused", "request_id": .bytes(id.bytes), "error": JSON(error)])
    case .connection(let state):
      reports.append(["kind": JSON(state)])
    }
  }

  func move(_ items: [Identifier], to destination: ItemDestination) throws -> JSON {
    let move = try controller.move(items, to: destination)
    if let changes = move.changes { try shown.apply(changes) }
    return ["changed": .bool(move.changes != nil), "request_id": .bytes(move.requestID.bytes)]
  }

  func isSettled(at version: Int) -> Bool {
    (controller.version.map { $0 >= UInt64(version) } ?? false) && !controller.hasPendingMoves
  }

  func look() -> JSON {
    var members: [String: JSON] = [
      "loaded": .bool(controller.isLoaded), "pending": .bool(controller.hasPendingMoves),
      "list": JSON(SectionedList(controller.sections)), "screen": JSON(shown), "reports": .array(reports),
    ]
    if let version = controller.version { members["version"] = .int(Int(version)) }
    if let ended { members["ended"] = ended }
    return .object(members)
  }

  func unfollow() { following?.cancel() }
}
