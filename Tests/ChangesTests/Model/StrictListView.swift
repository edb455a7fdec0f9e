import ArrangeModel
import Changes

/// A list view that refuses what real ones fail on. It knows counts and indices, and nothing of the library's checks.
struct StrictListView {
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  let oldCounts: [Int]
  let newCounts: [Int]

  /// Goes through a batch of the profile `uikit` as `performBatchUpdates` does.
  func perform(_ batch: ChangeBatch) throws {
    let (sections, items) = (batch.sections, batch.items)
    let deleted = Set(sections.deletes)
    let inserted = Set(sections.inserts.map(\.at))
    let movedFrom = Set(sections.moves.map(\.from))
    let movedTo = Set(sections.moves.map(\.to))
    try require(deleted.count == sections.deletes.count, "a section is deleted twice")
    try require(inserted.count == sections.inserts.count, "a section is inserted twice")
    try require(movedFrom.count == sections.moves.count, "a section moves twice")
    try require(movedTo.count == sections.moves.count, "two sections move to one index")
    try require(deleted.isDisjoint(with: movedFrom), "a section is deleted and moves")
    try require(inserted.isDisjoint(with: movedTo), "a section is inserted where one moves to")
    try require(
      deleted.union(movedFrom).allSatisfy { oldCounts.indices.contains($0) },
      "no such section before"
    )
    try require(
      inserted.union(movedTo).allSatisfy { newCounts.indices.contains($0) },
      "no such section after"
    )
    try require(sections.moves.allSatisfy { $0.from != $0.to }, "a section moves to its index")
    try require(oldCounts.count - deleted.count + inserted.count == newCounts.count, "numbers of sections")

    let gone = items.deletes + items.moves.map(\.from)
    let come = items.inserts.map(\.at) + items.moves.map(\.to)
    try require(Set(gone).count == gone.count, "an item goes twice")
    try require(Set(come).count == come.count, "two items come to one path")
    try require(items.moves.allSatisfy { $0.from != $0.to }, "an item moves to its path")
    for path in gone {
      try require(oldCounts.indices.contains(path.section), "no such section before")
      try require((0..<oldCounts[path.section]).contains(path.item), "no such item before")
      try require(!deleted.contains(path.section), "an item goes from a deleted section")
      try require(!movedFrom.contains(path.section), "an item goes from a section that moves")
    }
    for path in come {
      try require(newCounts.indices.contains(path.section), "no such section after")
      try require((0..<newCounts[path.section]).contains(path.item), "no such item after")
      try require(!inserted.contains(path.section), "an item comes to an inserted section")
      try require(!movedTo.contains(path.section), "an item comes to a section that moves")
    }

    // Which section is which: what is not named stays in order.
    var origins: [Int: Int] = [:]
    for move in sections.moves { origins[move.to] = move.from }
    let staying = oldCounts.indices.filter { !deleted.contains($0) && !movedFrom.contains($0) }
    let free = newCounts.indices.filter { !inserted.contains($0) && !movedTo.contains($0) }
    try require(staying.count == free.count, "sections are left over")
    for (from, to) in zip(staying, free) { origins[to] = from }
    for (to, from) in origins {
      let count = oldCounts[from] - gone.count { $0.section == from } + come.count { $0.section == to }
      try require(count == newCounts[to], "the number of items in section \(to)")
    }
    for insert in sections.inserts {
      try require(
        insert.items.reduce(0) { $0 + $1.count } == newCounts[insert.at],
        "items of an inserted section"
      )
    }
    // The second call.
    try require(sections.updates.allSatisfy { newCounts.indices.contains($0.at) }, "an update of no section")
    for update in items.updates {
      try require((0..<newCounts[update.at.section]).contains(update.at.item), "an update of no item")
    }
    try require(Set(items.updates.map(\.at)).count == items.updates.count, "an item is updated twice")
  }

  private func require(_ condition: Bool, _ refusal: @autoclosure () -> String) throws {
    if !condition { throw Refusal(description: refusal()) }
  }
}
