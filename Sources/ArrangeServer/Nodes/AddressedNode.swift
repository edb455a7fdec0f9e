import ArrangeModel
import Engine
import Wire

/// The node that a call of another node is meant for, in its metadata: what has its address by now may be another one, which
/// may have read another history from the database.
enum AddressedNode {
  private static let name = "arrange-node"

  static func entry(_ node: NodeRecord) -> Metadata.Entry {
    Metadata.Entry(name: name, value: Array("\(node.id)".utf8))
  }

  static func metadata(_ node: NodeRecord, using arena: Arena) -> [UInt8] {
    Metadata([entry(node)]).encoded(using: arena)
  }

  /// Throws ``ArrangeModel/ArrangeError/notOwned`` if a call is meant for another node. Older nodes do not say which one.
  static func check(_ metadata: Metadata, is own: Int64) throws(ArrangeError) {
    guard let entry = metadata.entries.first(where: { $0.name == name }) else { return }
    if entry.value != Array("\(own)".utf8) { throw .notOwned }
  }
}
