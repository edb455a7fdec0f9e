/// A kind of workload. The names are those of plans and of the command line.
package enum WorkloadKind: String, Sendable, Hashable, CaseIterable {
  case append
  case prepend
  case hotGap = "hot-gap"
  case following
  case zigzag
  case crowded
  case places
  case bell
  case blocks
  case hotBlocks = "hot-blocks"
  case gathering
  case randomInsert = "random-insert"
  case randomMove = "random-move"
  case shuffle
  case sort
  case manyWriters = "many-writers"
  case offlineMerge = "offline-merge"
  case trace

  /// A one-sentence description for reports.
  package var summary: String {
    switch self {
    case .append: "each item goes to the end of the list"
    case .prepend: "each item goes to the start of the list"
    case .hotGap: "each item goes to the same place in the middle, before the one inserted last"
    case .following: "each item goes behind the one inserted last, in the middle of the list"
    case .zigzag: "each item goes between the two inserted last"
    case .crowded: "items go anywhere among those inserted, which all went into one gap"
    case .places: "items go to any of a few places in the middle of the list"
    case .bell: "items go around the middle of the list, most of them within three places"
    case .blocks: "blocks of items go to the middle of the list"
    case .hotBlocks: "blocks of items go to the same place in the middle, before the block inserted last"
    case .gathering: "items from anywhere move to the middle of the list, many at once"
    case .randomInsert: "items go anywhere"
    case .randomMove: "any item moves to any other place"
    case .shuffle: "the whole list is put into a random order, as one operation"
    case .sort: "the whole list is sorted, by one field and by another in turn, as one operation each"
    case .manyWriters:
      "writers that do not see each other each draw a key for the same gap; equal keys are then made anew"
    case .offlineMerge:
      "writers that are offline each insert a run of items into the same gap; then all are merged by key"
    case .trace: "the edits that people made, as they were recorded"
    }
  }

  /// Whether several writers make keys independently.
  package var hasWriters: Bool { self == .manyWriters || self == .offlineMerge }

  /// Whether each operation inserts or moves several items at once.
  package var hasBlocks: Bool { self == .blocks || self == .hotBlocks || self == .gathering }

  /// Whether each operation names the whole list.
  package var isReorder: Bool { self == .shuffle || self == .sort }

  /// Whether items are inserted between others, so that gaps get narrow.
  var isSqueezing: Bool {
    switch self {
    case .hotGap, .following, .zigzag, .crowded, .places, .bell, .blocks, .hotBlocks, .randomInsert, .trace:
      true
    case .gathering, .append, .prepend, .randomMove, .shuffle, .sort, .manyWriters, .offlineMerge: false
    }
  }

  /// The minimum number of items.
  package var minimumItems: Int {
    switch self {
    case .randomMove, .shuffle, .sort, .manyWriters, .offlineMerge: 2
    default: 0
    }
  }

  var standardItems: Int {
    if self == .gathering { return 2_000 }
    return hasWriters || isReorder ? 1_000 : 10_000
  }

  /// The default number of operations; for a recording all of them.
  var standardOperations: Int {
    if self == .trace { return Workload.operationsRange.upperBound }
    return isReorder ? 20 : 10_000 / standardBlock
  }

  var standardWriters: Int {
    switch self {
    case .manyWriters: 100
    case .offlineMerge: 5
    default: 1
    }
  }

  /// The default number of items that an operation inserts or moves at once.
  var standardBlock: Int {
    switch self {
    case .blocks, .hotBlocks: 10
    case .gathering: 50
    default: 1
    }
  }

  var standardPlaces: Int { self == .places ? 5 : 1 }

  var standardRun: Int { self == .offlineMerge ? 10 : 1 }
}
