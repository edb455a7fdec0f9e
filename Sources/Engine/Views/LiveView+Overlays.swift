/// The overlays that parts of a view show.
extension LiveView {
  /// The number of steps of ``WorkSlice`` in which the overlay of a part is replayed; 0 if no entry is involved.
  ///
  /// - Parameters:
  ///   - source: the position of the part's collection among the sources.
  ///   - before: the versions of the sources that the rows show, which the logs cover.
  func stepsOfOverlay(_ rows: QueryRows, _ source: Int, _ before: [UInt64]) -> Int {
    guard let overlay = rows.overlay else { return 0 }
    let (entries, collection) = (sources[overlay.source], sources[source])
    let isAffected =
      entries.version != before[overlay.source]
      || overlay.order.isAffected(by: collection.change(after: before[source]), in: collection.state)
    return isAffected ? WorkSlice.stepsOfEntry * entries.state.itemCount : 0
  }
}
