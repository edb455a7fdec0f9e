import ArrangeModel
import Changes
import Ordering

/// Outlines and their batches in few words, as `Tests/Enumeration/outline_vectors.py` writes them.
enum TreeText {
  /// The outline of a text such as `S(ab(c))T`: ids of one letter, those of sections capital ones, and what is below something
  /// in brackets.
  static func list(_ text: some StringProtocol) throws -> TreeList {
    var rows: [TreeRow] = []
    var depth = 0
    for letter in text {
      switch letter {
      case "(": depth += 1
      case ")": depth -= 1
      default: rows.append(TreeRow(element(letter), depth: depth))
      }
    }
    return try TreeList(rows)
  }

  static func element(_ letter: Character) -> ElementSnapshot {
    ElementSnapshot(id: Identifier(unchecked: String(letter)), fields: [:], contentVersion: 1, key: .empty)
  }

  /// Sections and items by their letters.
  static func nodes(_ text: some StringProtocol) -> [TreeNode] {
    text.map { letter in
      let id = Identifier(unchecked: String(letter))
      return letter.isUppercase ? .section(id) : .item(id)
    }
  }

  static func place(_ place: NodePlace<TreeNode>) -> String {
    "\(place.parent?.id.text ?? "").\(place.index)"
  }

  static func rows(_ rows: [TreeRow]) -> String {
    rows.map { "\($0.element.id.text)\($0.depth)" }.joined(separator: ",")
  }

  static func call(_ call: OutlineCall) -> String {
    switch call {
    case .insert(let rows, let at): "+\(place(at)):\(self.rows(rows))"
    case .move(let source, let target): "\(place(source))>\(place(target))"
    case .remove(let at): "-\(place(at))"
    }
  }

  static func change(_ change: RowChange) -> String {
    switch change {
    case .insert(let rows, let at): "+\(at):\(self.rows(rows))"
    case .move(let count, let source, let target, let deeper): "\(source)*\(count)>\(target)^\(deeper)"
    case .remove(let count, let at): "-\(at)*\(count)"
    }
  }

  /// A batch between two outlines: deletes, inserts, moves, what is unmoved, and the owners by their ids.
  static func batch(_ batch: TreeBatch, from old: TreeList, to new: TreeList) -> String {
    func text(_ place: TreePlace, _ list: TreeList) -> String {
      switch place.list {
      case .section(let index):
        "\(list.node(at: NodePlace(below: nil, at: index))?.id.text ?? "?").\(place.index)"
      case .branch(let owner): "\(batch.owners[owner].id.text).\(place.index)"
      }
    }
    var parts = batch.sections.deletes.map { "-.\($0)" } + batch.items.deletes.map { "-\(text($0, old))" }
    parts += batch.sections.inserts.map { "+.\($0.at):\(rows($0.rows))" }
    parts += batch.items.inserts.map { "+\(text($0.at, new)):\(rows($0.rows))" }
    parts += batch.sections.moves.map { ".\($0.from)>.\($0.to)" }
    parts += batch.items.moves.map { "\(text($0.from, old))>\(text($0.to, new))" }
    parts += batch.sections.unmoved.map { ".\($0.from)=.\($0.to)" }
    parts += batch.items.unmoved.map { "\(text($0.from, old))=\(text($0.to, new))" }
    for owner in batch.owners.sorted(by: { $0.id < $1.id }) {
      let places = [owner.from.map { text($0, old) }, owner.to.map { text($0, new) }]
      parts.append("@\(owner.id.text):\(places.map { $0 ?? "" }.joined(separator: ">"))")
    }
    return parts.joined(separator: " ")
  }
}
