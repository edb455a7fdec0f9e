import ArrangeModel

/// The constraints on the order of versions that follow from the times of calls and answers.
struct RealTimeOrder {
  /// The answers that showed a version, by their times, each with the newest version shown up to then.
  private var shown: [(moment: Int, version: UInt64, call: Call)] = []
  /// For each version the latest time at which it, or an earlier one, was requested, and the version
  /// requested then.
  private var made: [(moment: Int, index: Int)] = []

  init(calls: [Call], made moments: [Int]) {
    var newest: (version: UInt64, call: Call)?
    for call in calls.sorted(by: { $0.completed < $1.completed }) {
      guard let version = call.shownVersion else { continue }
      if newest == nil || version > newest!.version { newest = (version, call) }
      shown.append((call.completed, newest!.version, newest!.call))
    }
    for (index, moment) in moments.enumerated() {
      if let last = made.last, last.moment > moment {
        made.append(last)
      } else {
        made.append((moment, index))
      }
    }
  }

  /// The newest version that an answer showed before a time.
  func newestShown(before moment: Int) -> (version: UInt64, call: Call)? {
    var (low, high) = (0, shown.count)
    while low < high {
      let middle = (low + high) / 2
      if shown[middle].moment < moment { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? (shown[low - 1].version, shown[low - 1].call) : nil
  }

  /// The one of the versions with smaller indices that was requested last.
  func lastMade(before index: Int) -> (moment: Int, index: Int)? { index > 0 ? made[index - 1] : nil }

  /// The newest version up to which everything was requested before a time.
  func newestPossible(before moment: Int) -> UInt64 {
    var (low, high) = (0, made.count)
    while low < high {
      let middle = (low + high) / 2
      if made[middle].moment < moment { low = middle + 1 } else { high = middle }
    }
    return UInt64(low)
  }
}
