import ArrangeModel
import Engine
import Logging

/// This server as a member of the journal that it shares with other nodes.
final class NodeMember: JournalMember {
  private let engine: Engine
  private let nodes: Nodes
  private let logger: Logger

  init(_ engine: Engine, _ nodes: Nodes, logger: Logger) {
    self.engine = engine
    self.nodes = nodes
    self.logger = logger
  }

  func gained(_ slots: SlotSet, _ collections: [CollectionRecord]) {
    logger.info("takes slots", metadata: ["slots": "\(slots.count)", "collections": "\(collections.count)"])
    engine.gained(slots, collections)
  }

  func release(_ slots: SlotSet, whenDone: @escaping @Sendable () -> Void) {
    logger.info("gives slots away", metadata: ["slots": "\(slots.count)"])
    engine.release(slots, whenDone: whenDone)
  }

  func released(_ slots: SlotSet) { engine.released(slots) }

  func catalogChanged(_ changes: [CatalogChange]) { engine.catalogChanged(changes) }

  func nodesChanged(_ records: [NodeRecord]) { nodes.record(records) }
}
