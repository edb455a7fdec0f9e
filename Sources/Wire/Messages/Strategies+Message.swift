internal import ArrangeModel
internal import CArrangeProtos
internal import Ordering

extension StrategyParameter {
  init(_ message: UnsafePointer<Arrange__V1__StrategyParameter>) throws(ArrangeError) {
    let (low, high) = (message.pointee.minimum, message.pointee.maximum)
    guard low <= high, low...high ~= message.pointee.standard else {
      throw ArrangeError(.invalidArgument, "the standard value is not within the range", field: "standard")
    }
    self.init(
      name: try Boundary.text(message.pointee.name, "name"),
      summary: try Boundary.text(message.pointee.summary, "summary"),
      range: low...high,
      standard: message.pointee.standard
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__StrategyParameter>, in arena: Arena) {
    message.pointee.name = arena.bytes(of: name)
    message.pointee.summary = arena.bytes(of: summary)
    message.pointee.minimum = range.lowerBound
    message.pointee.maximum = range.upperBound
    message.pointee.standard = standard
  }
}
