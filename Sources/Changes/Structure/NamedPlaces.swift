import ArrangeModel

/// The places that the lists of a batch name, sorted once for all who look for something among them.
///
/// The lists must be ascending; of others comes nothing that makes sense, and no failure.
struct NamedPlaces<Place: Hashable & Comparable & Sendable> {
  /// What moves, ascending by NEW place, as in the batch.
  let moves: [Move<Place>]
  /// What moves, ascending by OLD place.
  let movesByOld: [Move<Place>]
  /// What moves and what is unmoved, ascending by OLD place.
  let pairsByOld: [Move<Place>]
  /// OLD places of what is deleted or moves, ascending.
  let vacated: [Place]
  /// The same with what is unmoved.
  let leaving: [Place]
  /// NEW places of what is inserted or moves, ascending.
  let taken: [Place]
  /// The same with what is unmoved.
  let coming: [Place]

  /// O(k log k) for the moves, O(k) for the rest.
  ///
  /// - Parameter placeOf: where an insert is in NEW.
  init<Insert>(_ lists: ChangeLists<Place, Insert>, placeOf: (Insert) -> Place) {
    moves = lists.moves
    movesByOld = moves.sorted { $0.from < $1.from }
    // Those keep their order, but for sections that move.
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
