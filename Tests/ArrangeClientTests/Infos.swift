import ArrangeModel

/// What a server tells of a collection, in the tests.
func info(_ name: Identifier, version: UInt64 = 1) -> CollectionInfo {
  CollectionInfo(
    name: name,
    strategy: "dense",
    fields: Fields(),
    version: version,
    epoch: 7,
    createdAt: Timestamp(microseconds: 0),
    sectionCount: 0,
    itemCount: 0
  )
}
