extension TagSpace {
  /// The nearest scale at which room is compared, in elements for one new key. Each further scale is twice as
  /// large as the one before.
  private static let nearestScale = 32

  /// How much farther apart elements must be at a larger scale for room to be brought from there: 16 times,
  /// as a logarithm to base 2 in parts of 256.
  private static let travelGain = 4 * 256

  /// How much more for each doubling of the distance, in the same unit.
  private static let travelCost = 96

  /// One step of bringing room nearer to a gap where it is scarce, by moving elements away from the gap.
  ///
  /// The average distances between the elements next to the gap are compared at scales of 32, 64, 128
  /// elements and so on. If they are small at one scale and many times as large at a larger one, room is
  /// scarce up to some position between the two. The elements on the near side of it move outwards, which
  /// brings that position nearer, and the next request continues from there. So room from a distance of n
  /// elements arrives after about n divided by ``TagSpread/maximumMoved`` requests. This begins while there is
  /// still enough room for those requests.
  ///
  /// - Parameters:
  ///   - most: how many elements may move.
  ///   - near: the elements that already get new tags.
  func step(
    _ most: Int,
    _ request: RoomRequest,
    besides near: Range<Int>,
    tagAt: (Int) throws(OrderingError) -> UInt64
  ) throws(OrderingError) -> [TagRun] {
    guard let transfer = try transfer(request, tagAt: tagAt) else { return [] }
    let wanted = transfer.spacing - transfer.spacing / 8
    var (scarce, roomy) = (transfer.to, transfer.from)
    while roomy - scarce > 1 {
      let middle = scarce + (roomy - scarce) / 2
      if let part = try roomiestPart(of: middle, request, tagAt: tagAt), part.spacing >= wanted {
        roomy = middle
      } else {
        scarce = middle
      }
    }
    guard let part = try roomiestPart(of: roomy, request, tagAt: tagAt) else { return [] }
    // Most of the room is passed on towards the gap.
    let window = TagWindow(part.range, request, in: part.bounds, spacing: widestStepSpacing, forGap: 6)
    guard let window else { return [] }
    return try moves(of: window, most, besides: near, tagAt: tagAt)
  }

  /// From where room should be brought, if at all: the scales at both ends of the way, and the distance of
  /// elements at the farther one.
  private func transfer(
    _ request: RoomRequest,
    tagAt: (Int) throws(OrderingError) -> UInt64
  ) throws(OrderingError) -> (from: Int, to: Int, spacing: UInt64)? {
    var transfer: (from: Int, to: Int, spacing: UInt64)?
    var scarcest: (size: Int, value: Int)?
    var gain = TagSpace.travelGain
    var size = TagSpace.nearestScale * request.count
    var cost = 0
    while true {
      guard let spacing = try roomiestPart(of: size, request, tagAt: tagAt)?.spacing else { return transfer }
      let value = binaryLogarithm(spacing) - cost
      if let scarcest, value - scarcest.value >= gain {
        gain = value - scarcest.value + 1
        transfer = (size, scarcest.size, spacing)
      }
      if spacing < scarceSpacing, value < scarcest?.value ?? .max { scarcest = (size, value) }
      if request.isWhole(size) { return transfer }
      size *= 2
      cost += TagSpace.travelCost
    }
  }

  /// The part of a size whose elements would be farthest apart; nil in a list without elements.
  private func roomiestPart(
    of size: Int,
    _ request: RoomRequest,
    tagAt: (Int) throws(OrderingError) -> UInt64
  ) throws(OrderingError) -> TagPart? {
    var roomiest: TagPart?
    try forEachPart(of: size, request, reaching: unit / 2, tagAt: tagAt) { part in
      if roomiest.map({ part.spacing > $0.spacing }) ?? true { roomiest = part }
    }
    return roomiest
  }

  /// The given number of outermost elements of a window, with their new places, if these are farther away
  /// from the gap than the current ones.
  private func moves(
    of window: TagWindow,
    _ most: Int,
    besides near: Range<Int>,
    tagAt: (Int) throws(OrderingError) -> UInt64
  ) throws(OrderingError) -> [TagRun] {
    let before = window.gap - window.range.lowerBound
    let after = window.range.upperBound - window.gap
    let left = min(before, max(most / 2, most - after))
    let right = min(after, most - left)
    var runs: [TagRun] = []
    let outermost = Array(window.range.prefix(left)) + window.range.suffix(right)
    for position in outermost where !near.contains(position) {
      let (cell, tag) = (window[position], try tagAt(position))
      guard position < window.gap ? cell.upperBound < tag : cell.lowerBound > tag else { continue }
      if let last = runs.last, last.start + last.cells.count == position {
        runs[runs.count - 1].cells.append(cell)
      } else {
        runs.append(TagRun(start: position, cells: [cell]))
      }
    }
    return runs
  }
}
