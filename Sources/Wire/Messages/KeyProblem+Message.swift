internal import ArrangeModel
internal import CArrangeProtos

extension KeyReport.Problem {
  init(_ message: UnsafePointer<Arrange__V1__KeyProblem>) throws(ArrangeError) {
    let path: ListPath
    let isSection: Bool
    switch message.pointee.place_case {
    case ARRANGE__V1__KEY_PROBLEM__PLACE_ITEM:
      path = try ListPath(UnsafePointer(message.pointee.item), "item")
      isSection = false
    case ARRANGE__V1__KEY_PROBLEM__PLACE_SECTION:
      path = ListPath(section: try Boundary.index(message.pointee.section, "section"), item: 0)
      isSection = true
    default: throw Boundary.noChoice("place")
    }
    self.init(
      id: try Boundary.identifier(message.pointee.id, "id", allowingEmpty: true),
      path: path,
      isSection: isSection,
      key: try Boundary.key(message.pointee.key, "key"),
      explanation: try Boundary.text(message.pointee.explanation, "explanation")
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__KeyProblem>, in arena: Arena) {
    message.pointee.id = arena.bytes(of: id)
    if isSection {
      message.pointee.place_case = ARRANGE__V1__KEY_PROBLEM__PLACE_SECTION
      message.pointee.section = Int64(path.section)
    } else {
      message.pointee.place_case = ARRANGE__V1__KEY_PROBLEM__PLACE_ITEM
      message.pointee.item = path.message(in: arena)
    }
    message.pointee.key = arena.bytes(of: key)
    message.pointee.explanation = arena.bytes(of: explanation)
  }
}
