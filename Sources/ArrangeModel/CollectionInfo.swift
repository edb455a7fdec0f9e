extension CollectionInfo {
  /// Identifies the current state of the collection.
  public var state: StateID { StateID(version: version, history: history) }
}
