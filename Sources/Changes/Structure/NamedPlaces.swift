import ArrangeModel

/// The positions that the lists of a batch name, sorted once for all lookups.
///
/// The lists must be ascending; otherwise results are meaningless, but nothing fails.
struct NamedPlaces<Place: Hashable & Comparable & Sendable> {
  /// Moves, ascending by position in NEW, as in the batch.
  let moves: [Move<Place>]
  /// Moves, ascending by position in OLD.
  let movesByOld: [Move<Place>]
  /// Moves and unmoved elements, ascending by position in OLD.
  let pairsByOld: [Move<Place>]
  /// Positions in OLD of deleted and moved elements, ascending.
  let vacated: [Place]
  /// The same, including unmoved elements.
  let leaving: [Place]
  /// Positions in NEW of inserted and moved elements, ascending.
  let taken: [Place]
  /// The same, including unmoved elements.
  let coming: [Place]

  /// O(k log k) for the moves, O(k) for the rest.
  ///
  /// - Parameter placeOf: returns the position of an insert in NEW.
  init<Insert>(_ lists: ChangeLists<Place, Insert>, placeOf: (Insert) -> Place) {
    moves = lists.moves
    movesByOld = moves.sorted { $0.from < $1.from }
    // They keep their order, except across moved sections.
    let unmoved = lists.unmoved
    let stays = unmoved.isStrictlyAscending { $0.from } ? unmoved : unmoved.sorted { $0.from < $1.from }
    pairsByOld = merge(movesByOld, stays) { $0.from < $1.from }
    vacated = merge(lists.deletes, movesByOld.map { $0.from }, by: <)
    leaving = merge(vacated, stays.map { $0.from }, by: <)
    taken = merge(lists.inserts.map(placeOf), moves.map { $0.to }, by: <)
    coming = merge(taken, unmoved.map { $0.to }, by: <)
  }
}

extension ChangeBatch {
  var namedSections: NamedPlaces<Int> { NamedPlaces(sections) { $0.at } }
  var namedItems: NamedPlaces<ListPath> { NamedPlaces(items) { $0.at } }
}
