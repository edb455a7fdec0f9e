import ArrangeModel

/// Rules that a batch can break without damage to the list.
extension BatchCheck {
  /// Moves are used where the profile wants them, and deletes with inserts otherwise.
  func checkProfile() throws(Violation) {
    if batch.profile == .uikit {
      if let section = batch.demotedSections.first {
        throw Violation(.profile, at: .newSection(section.to), "a section moves that list views can't move")
      }
      if let move = batch.items.moves.first(where: { $0.from == $0.to }) {
        throw Violation(.profile, at: .newItem(move.to), "an item moves to the path that it had")
      }
    }
    for insert in batch.items.inserts {
      guard case .kept(let path) = insert.source, !batch.sections.deletes.hasSorted(path.section) else {
        continue
      }
      guard batch.profile == .uikit, path == insert.at else {
        throw Violation(.profile, at: .newItem(insert.at), "an item that is kept moves")
      }
    }
  }

  /// Unmoved elements keep their order, and there are as few moves as possible.
  func checkMoves() throws(Violation) {
    let places = ItemMap(sections, items)
    for pair in batch.sections.unmoved where places.sections.forward(pair.from) != pair.to {
      throw Violation(.fewestMoves, at: .newSection(pair.to), "a section that is unmoved is elsewhere")
    }
    for pair in batch.items.unmoved where places.forward(pair.from) != pair.to {
      throw Violation(.fewestMoves, at: .newItem(pair.to), "an item that is unmoved is elsewhere")
    }
    let shape = shape
    if shape.sections.moves.count < batch.sections.moves.count {
      let idle = batch.sections.moves.first { !shape.sections.moves.contains($0) }
      throw Violation(
        .fewestMoves,
        at: idle.map { .newSection($0.to) } ?? .batch,
        "fewer sections need to move"
      )
    }
    if shape.items.moves.count < batch.items.moves.count {
      let idle = batch.items.moves.first { !shape.items.moves.contains($0) }
      throw Violation(.fewestMoves, at: idle.map { .newItem($0.to) } ?? .batch, "fewer items need to move")
    }
    guard shape.sections.moves == batch.sections.moves, shape.items.moves == batch.items.moves else {
      throw Violation(.oneForm, at: .batch, "other elements than those that should be chosen to move do")
    }
  }

  /// Runs are as long as possible, and nothing is superfluous.
  func checkForm() throws(Violation) {
    for insert in batch.sections.inserts where !insert.items.areMaximal {
      throw Violation(.oneForm, at: .newSection(insert.at), "runs that follow each other are one")
    }
    if batch.profile == .uikit, !(batch.sections.unmoved.isEmpty && batch.items.unmoved.isEmpty) {
      throw Violation(.oneForm, at: .batch, "a batch for list views does not say what is unmoved")
    }
  }

  /// If there are order keys, every element of OLD that was placed has one, and no new element has.
  func checkKeys() throws(Violation) {
    guard batch.hasKeys else { return }
    let correspondence = batch.correspondence(sections, items)
    try checkKeys(batch.sections.keys, correspondence.sections) { .newSection($0) }
    try checkKeys(batch.items.keys, correspondence.items) { .newItem($0) }
  }

  private func checkKeys<Place>(
    _ keys: [PlacedKey<Place>],
    _ touched: Pairing<Place>,
    _ place: (Place) -> Violation.Place
  ) throws(Violation) {
    for at in touched.new where keys.search(at, by: \.at) != nil {
      throw Violation(.oneForm, at: place(at), "an element that comes with its key has another one")
    }
    // An element that is kept only for the sake of a list view was not placed.
    guard batch.profile == .exact else { return }
    for pair in touched.pairs where keys.search(pair.to, by: \.at) == nil {
      throw Violation(.oneForm, at: place(pair.to), "an element that came to its place has no key")
    }
  }

  /// Every update changes the content.
  func checkUpdates() throws(Violation) {
    for update in batch.sections.updates where update.before == FieldsFingerprint(update.content) {
      throw Violation(.contents, at: .newSection(update.at), "the update changes nothing")
    }
    for update in batch.items.updates where update.before == FieldsFingerprint(update.content) {
      throw Violation(.contents, at: .newItem(update.at), "the update changes nothing")
    }
  }

  /// The batch derived again from its own changes. Elements that a `uikit` batch deletes and inserts count as
  /// deleted and new here.
  private var shape: Shape {
    var correspondence = batch.correspondence(sections, items)
    if batch.profile == .uikit {
      correspondence.sections.gone = batch.sections.deletes
      correspondence.sections.new = insertedSections
      correspondence.sections.pairs = batch.sections.moves
      correspondence.items.gone = batch.items.deletes
      correspondence.items.new = batch.items.inserts.map(\.at)
      batch.forEachItemOfInsertedSections { path, _ in correspondence.items.new.append(path) }
      correspondence.items.pairs = batch.items.moves
    }
    return Shape(correspondence)
  }
}
