/// The figures of a run while it is in progress, operation by operation.
struct Tally: Sendable {
  /// The maximum number of points of a curve.
  static let maximumPoints = 200

  private var keys: [Int] = []
  private var journalBytes: [Int] = []
  private var nanoseconds: [Int] = []
  private var storedKeys = 0
  private var longestKey = 0
  private var refused = 0
  /// The number of inserted and moved items.
  private var items = 0

  private let interval: Int
  private var keySum = 0
  private var journalSum = 0
  private(set) var curves = Curves()

  /// - Parameter operations: the number of operations to come.
  init(operations: Int) {
    interval = max(1, (operations + Tally.maximumPoints - 1) / Tally.maximumPoints)
    keys.reserveCapacity(operations)
    journalBytes.reserveCapacity(operations)
    nanoseconds.reserveCapacity(operations)
  }

  /// Records an operation.
  ///
  /// - Parameters:
  ///   - items: the number of items it inserted or moved.
  ///   - keys: the number of keys it wrote; for ranks the number that changed.
  ///   - stored: the number of keys that are stored.
  ///   - longest: the bytes of the longest of them; 0 if there was none.
  ///   - journalBytes: the bytes written to the journal.
  mutating func record(
    items: Int,
    keys: Int,
    stored: Int,
    longest: Int,
    journalBytes: Int,
    nanoseconds: UInt64
  ) {
    self.items += items
    self.keys.append(keys)
    self.journalBytes.append(journalBytes)
    self.nanoseconds.append(Int(clamping: nanoseconds))
    storedKeys += stored
    longestKey = max(longestKey, longest)
    keySum += keys
    journalSum += journalBytes
    if self.keys.count % interval == 0 { addPoint(operations: interval) }
  }

  /// Records a refused operation.
  mutating func recordRefusal() { refused += 1 }

  /// Records the keys of the initial list.
  mutating func record(initialLongest longest: Int) { longestKey = max(longestKey, longest) }

  private mutating func addPoint(operations: Int) {
    let count = Double(keys.count)
    curves.operations.append(keys.count)
    curves.keys.append(Double(keySum) / count)
    curves.longestKey.append(Double(longestKey))
    curves.journalBytes.append(Double(journalSum) / count)
    curves.nanoseconds.append(medianOf(nanoseconds.suffix(operations).map(Double.init)))
  }

  /// The figures of all operations. O(n log n).
  mutating func figures() -> Figures {
    let rest = keys.count % interval
    if rest > 0 { addPoint(operations: rest) }
    var figures = Figures()
    figures[.operations] = Double(keys.count)
    figures[.refused] = Double(refused)
    let count = Double(max(1, keys.count))
    let keys = Distribution(keys)
    (figures[.keysMean], figures[.keysP99], figures[.keysMost]) = (keys.mean, keys.p99, keys.most)
    figures[.keysStored] = Double(storedKeys) / count
    if items > 0 { figures[.keysPerItem] = Double(keySum) / Double(items) }
    figures[.keyBytesLongest] = Double(longestKey)
    let bytes = Distribution(journalBytes)
    (figures[.journalMean], figures[.journalP99], figures[.journalMost]) = (bytes.mean, bytes.p99, bytes.most)
    let times = Distribution(nanoseconds)
    (figures[.timeMean], figures[.timeP50]) = (times.mean, times.p50)
    (figures[.timeP99], figures[.timeWorst]) = (times.p99, times.most)
    return figures
  }
}

/// The course of figures during a run: the same number of points in each, one for each entry of
/// ``operations``.
package struct Curves: Sendable, Equatable {
  /// The numbers of completed operations.
  package var operations: [Int] = []
  /// The keys for each operation so far.
  package var keys: [Double] = []
  /// The bytes of the longest key so far.
  package var longestKey: [Double] = []
  /// The journal's bytes for each operation so far.
  package var journalBytes: [Double] = []
  /// The median of the nanoseconds of the operations since the point before.
  package var nanoseconds: [Double] = []

  package init() {}
}
