/// What a strategy did in a workload.
public struct WorkloadOutcome: Sendable, Hashable {
  /// The workload.
  public let workload: OrderingWorkload

  /// The rules that the strategy broke. A workload ends with the first step in which it breaks one.
  public internal(set) var violations: [OrderingViolation] = []

  /// The keys written by each request that inserted something, new ones and rekeys together, sorted once the
  /// workload has ended. The initial list is not counted.
  public internal(set) var keysWritten: [Int] = []

  /// The number of elements that these requests inserted.
  public internal(set) var inserted = 0

  /// The length of the longest key in bytes, including the initial list.
  public internal(set) var longestKey = 0

  /// The number of elements at the end.
  public internal(set) var finalCount = 0

  init(_ workload: OrderingWorkload) { self.workload = workload }

  /// The keys written for each inserted element; 1 if nothing was rekeyed.
  public var keysPerInsert: Double {
    inserted == 0 ? 0 : Double(keysWritten.reduce(0, +)) / Double(inserted)
  }

  /// The maximum number of keys written by one request.
  public var maximumKeys: Int { keysWritten.last ?? 0 }

  /// The number of keys that this percentage of the requests did not exceed.
  public func keys(atPercentile percent: Int) -> Int {
    guard !keysWritten.isEmpty else { return 0 }
    return keysWritten[min(keysWritten.count * percent / 100, keysWritten.count - 1)]
  }
}
