import ArrangeModel
import Synchronization

/// What clients believe a collection contains, from reads and answers: like that of real clients, it is
/// usually slightly outdated.
final class Sightings: Sendable {
  struct Known: Sendable {
    var version: UInt64 = 0
    var sections: [Identifier] = []
    /// The items with their sections.
    var items: [(id: Identifier, section: Identifier)] = []
    var contentVersions: [Identifier: UInt64] = [:]
    /// Ids that were in use.
    var gone: [Identifier] = []
  }

  /// The maximum number of remembered ids of removed items.
  private static let maximumGone = 50

  private let known = Mutex(Known())

  var current: Known { known.withLock { $0 } }

  /// Takes in a read of everything.
  func see(_ content: ListContent) {
    known.withLock { known in
      guard content.version >= known.version else { return }
      known.version = content.version
      known.sections = content.sections.map(\.section.id)
      known.items = []
      for (section, items) in content.sections {
        for item in items {
          known.items.append((item.id, section.id))
          known.contentVersions[item.id] = item.contentVersion
        }
      }
    }
  }

  /// Takes in the result of a transaction.
  func see(_ result: ApplyResult, of request: ApplyRequest) {
    known.withLock { known in
      known.version = max(known.version, result.version)
      for (operation, elements) in zip(request.operations, result.operations) {
        for element in elements { known.see(element, operation) }
      }
    }
  }
}

extension Sightings.Known {
  fileprivate mutating func see(_ element: PlacedElement, _ operation: ListOperation) {
    switch operation {
    case .insertItems(_, let to) where element.place != nil:
      items.append((element.id, to.section ?? .empty))
    case .moveItems(_, let to) where element.place != nil:
      guard let section = to.section, let index = items.firstIndex(where: { $0.id == element.id }) else {
        return
      }
      items[index].section = section
    case .removeItems:
      items.removeAll { $0.id == element.id }
      forget(element.id)
    case .insertSections where element.place != nil: sections.append(element.id)
    case .removeSections:
      sections.removeAll { $0 == element.id }
      for item in items where item.section == element.id { forget(item.id) }
      items.removeAll { $0.section == element.id }
    default: break
    }
  }

  private mutating func forget(_ id: Identifier) {
    contentVersions[id] = nil
    gone.append(id)
    if gone.count > 50 { gone.removeFirst() }
  }
}
