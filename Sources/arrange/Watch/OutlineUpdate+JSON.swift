import ArrangeClient
import ArrangeModel
import Changes
import InputText

extension OutlineUpdate {
  /// The update as JSON, in the format that `arrange watch` documents.
  func json(_ elements: ElementJSON) -> JSON {
    var members: JSON.Members = [
      "version": .unsigned(version), "epoch": .string(epoch.epochText),
      "token": .string(Base64.encode(resumeToken)),
    ]
    switch content {
    case .progress: members.append("update", .string("progress"))
    case .outline(let tree, let reason):
      members.append("update", .string("list"))
      members.append("reason", .string(reason.name))
      members.append("sections", SectionedList(tree).json(elements))
    case .batch(let batch, let from, let commits):
      members.append("update", .string("batch"))
      members.append("from", .unsigned(from))
      members.append("commits", .unsigned(commits))
      batch.append(to: &members, elements)
      if !notes.authors.isEmpty { members.append("authors", .array(notes.authors.map(\.json))) }
    }
    return .object(members)
  }
}

extension TreeBatch {
  /// Adds the changes as JSON, in the format that `arrange watch` documents.
  func append(to members: inout JSON.Members, _ elements: ElementJSON) {
    members.append("profile", .string("tree"))
    members.append("before", before.json)
    members.append("after", after.json)
    members.append("sections", json(sections, "section", elements) { $0.json })
    members.append("items", json(items, "item", elements) { json($0) })
  }

  /// A position: that of the section, or the id of the item above, and the index among siblings.
  private func json(_ place: TreePlace) -> JSON {
    switch place.list {
    case .section(let index): .array([.count(index), .count(place.index)])
    case .branch(let owner): .array([.string(owners[owner].id.text), .count(place.index)])
    }
  }

  private func json<Place>(
    _ lists: ChangeLists<Place, TreeInsert<Place>>,
    _ kind: String,
    _ elements: ElementJSON,
    place: (Place) -> JSON
  ) -> JSON {
    var members: JSON.Members = [
      "deletes": .array(lists.deletes.map(place)),
      "inserts": .array(
        lists.inserts.map { insert in
          let rows = insert.rows.map { elements.json($0.element, ["depth": .count($0.depth)]) }
          return .object(["at": place(insert.at), "rows": .array(rows)])
        }
      ),
      "moves": .array(lists.moves.map { .object(["from": place($0.from), "to": place($0.to)]) }),
      "updates": .array(
        lists.updates.map { .object(["at": place($0.at), kind: elements.json($0.content)]) }
      ),
    ]
    if let keys = elements.json(lists.keys, place: place) { members.append("keys", keys) }
    return .object(members)
  }
}
