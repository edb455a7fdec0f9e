extension TreeShape {
  /// Calls a closure with the other positions in NEW that a batch names, in the order in which NEW is shown.
  ///
  /// - Parameters:
  ///   - spots: the positions that the shape was made of.
  ///   - section: gets the index of a section, and that of the position.
  ///   - item: gets the position of an item, and its index.
  @usableFromInline
  func forEachOther(_ spots: [Spot], section: (Int, Int) -> Void, item: (TreePlace, Int) -> Void) {
    for number in others {
      let spot = spots[number]
      if spot.list == ListTable.root { section(spot.index, number) } else { item(newPlace(spot), number) }
    }
  }
}
