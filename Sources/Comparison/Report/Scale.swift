import Foundation

/// Maps values of an axis to positions on a plot.
struct Scale: Sendable {
  /// Values that differ by more than this factor get a logarithmic axis.
  private static let maximumLinearRatio = 40.0
  /// The share of a logarithmic axis between 0, which has no logarithm, and the first power of ten.
  private static let zeroShare = 0.1

  let isLogarithmic: Bool
  /// Whether a logarithmic axis has a position for 0 before its first power of ten.
  private let hasZero: Bool
  private let low: Double
  private let high: Double
  private let start: Double
  private let end: Double
  /// The values with tick marks.
  let ticks: [Double]

  /// The kind of axis, for its title.
  var name: String { isLogarithmic ? (hasZero ? "logarithmic above 0" : "logarithmic") : "linear" }

  /// A linear axis from 0.
  init(linearTo most: Double, from start: Double, to end: Double) {
    let step = Scale.step(for: most)
    (isLogarithmic, hasZero) = (false, false)
    low = 0
    high = max(step, (most / step).rounded(.up) * step)
    (self.start, self.end) = (start, end)
    ticks = Array(stride(from: 0, through: high + step / 2, by: step))
  }

  /// The suitable axis for some values: logarithmic if they are far apart, otherwise linear from 0.
  init(values: [Double], from start: Double, to end: Double) {
    let positive = values.filter { $0 > 0 }
    let (least, most) = (positive.min() ?? 1, positive.max() ?? 1)
    guard most / least > Scale.maximumLinearRatio else {
      self.init(linearTo: most, from: start, to: end)
      return
    }
    let (first, last) = (Int(floor(log10(least))), Int(ceil(log10(most))))
    self.init(
      powersOfTen: first...max(last, first + 1),
      hasZero: positive.count < values.count,
      from: start,
      to: end
    )
  }

  /// A logarithmic axis between two powers of ten.
  private init(powersOfTen powers: ClosedRange<Int>, hasZero: Bool, from start: Double, to end: Double) {
    (isLogarithmic, self.hasZero) = (true, hasZero)
    (low, high) = (Double(powers.lowerBound), Double(powers.upperBound))
    (self.start, self.end) = (start, end)
    let every = max(1, (powers.count + 4) / 6)
    let marked = stride(from: powers.lowerBound, through: powers.upperBound, by: every)
    ticks = (hasZero ? [0] : []) + marked.map { pow(10, Double($0)) }
  }

  /// The position of a value. The axis is made for its values, so none of them is outside.
  func place(_ value: Double) -> Double {
    guard isLogarithmic else { return start + (value - low) / (high - low) * (end - start) }
    guard value > 0 else { return start }
    let first = hasZero ? start + Scale.zeroShare * (end - start) : start
    return first + (log10(value) - low) / (high - low) * (end - first)
  }

  /// A step of 1, 2 or 5 times a power of ten, for about four ticks.
  private static func step(for most: Double) -> Double {
    guard most > 0 else { return 1 }
    let rough = most / 4
    let power = pow(10, floor(log10(rough)))
    let factor = rough / power
    return power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10)
  }

  /// A tick's value in short form: `20k` for 20,000.
  static func tickText(_ value: Double) -> String {
    switch value {
    case 1_000_000...: "\(trimmed(value / 1_000_000))M"
    case 1_000...: "\(trimmed(value / 1_000))k"
    default: trimmed(value)
    }
  }

  private static func trimmed(_ value: Double) -> String {
    value == value.rounded() ? String(format: "%.0f", value) : String(format: "%.4g", value)
  }
}
