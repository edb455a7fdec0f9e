internal import ArrangeModel
internal import CArrangeProtos

/// The kind of elements of an operation. Only sections can have the empty id, the default section's.
enum ElementKind {
  case item
  case section

  @inline(__always)
  var allowsEmptyID: Bool { self == .section }
}

extension SectionDestination {
  /// Decodes a placement among elements of a kind; a missing one stands for the end.
  @inline(__always)
  init(
    _ message: UnsafeMutablePointer<Arrange__V1__Placement>?,
    among kind: ElementKind,
    _ field: StaticString
  ) throws(ArrangeError) {
    guard let message else {
      self.init(.last)
      return
    }
    do throws(ArrangeError) {
      let placement = try SectionDestination.placement(message, among: kind)
      self.init(
        placement,
        ifAnchorMissing: try AnchorPolicy(message.pointee.if_anchor_missing, "if_anchor_missing")
      )
    } catch {
      throw error.within("\(field)")
    }
  }

  private static func placement(
    _ message: UnsafeMutablePointer<Arrange__V1__Placement>,
    among kind: ElementKind
  ) throws(ArrangeError) -> Placement {
    switch message.pointee.place_case {
    case ARRANGE__V1__PLACEMENT__PLACE_BEFORE:
      return .before(
        try Boundary.identifier(message.pointee.before, "before", allowingEmpty: kind.allowsEmptyID)
      )
    case ARRANGE__V1__PLACEMENT__PLACE_AFTER:
      return .after(
        try Boundary.identifier(message.pointee.after, "after", allowingEmpty: kind.allowsEmptyID)
      )
    case ARRANGE__V1__PLACEMENT__PLACE_AT:
      return .at(try Boundary.index(message.pointee.at, "at"))
    case ARRANGE__V1__PLACEMENT__PLACE_FIRST:
      guard message.pointee.first != 0 else { throw Boundary.invalid("has to be true", "first") }
      return .first
    case ARRANGE__V1__PLACEMENT__PLACE_LAST:
      guard message.pointee.last != 0 else { throw Boundary.invalid("has to be true", "last") }
      return .last
    default:
      throw Boundary.noChoice("place")
    }
  }

  /// Makes the message of a placement; nil for the default one.
  func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__Placement>? {
    if placement == .last, anchorPolicy == .fail { return nil }
    let message = arena.make(arrange__v1__placement__init)
    switch placement {
    case .first:
      message.pointee.place_case = ARRANGE__V1__PLACEMENT__PLACE_FIRST
      message.pointee.first = 1
    case .last:
      message.pointee.place_case = ARRANGE__V1__PLACEMENT__PLACE_LAST
      message.pointee.last = 1
    case .before(let anchor):
      message.pointee.place_case = ARRANGE__V1__PLACEMENT__PLACE_BEFORE
      message.pointee.before = arena.bytes(of: anchor)
    case .after(let anchor):
      message.pointee.place_case = ARRANGE__V1__PLACEMENT__PLACE_AFTER
      message.pointee.after = arena.bytes(of: anchor)
    case .at(let index):
      message.pointee.place_case = ARRANGE__V1__PLACEMENT__PLACE_AT
      message.pointee.at = Int64(index)
    }
    message.pointee.if_anchor_missing = anchorPolicy.message
    return message
  }
}

extension ItemDestination {
  /// Combines the parts of an operation's destination.
  @inline(__always)
  init(
    section: ProtobufCBinaryData?,
    _ placement: UnsafeMutablePointer<Arrange__V1__Placement>?,
    below: ParentChoice = ParentChoice()
  ) throws(ArrangeError) {
    var identifier: Identifier?
    if let section {
      identifier = try Boundary.identifier(section, "section", allowingEmpty: true)
    }
    let place = try SectionDestination(placement, among: .item, "to")
    self.init(section: identifier, place.placement, ifAnchorMissing: place.anchorPolicy, below: below)
  }

  /// Makes the message of the placement; nil for the default one.
  func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__Placement>? {
    SectionDestination(placement, ifAnchorMissing: anchorPolicy).message(in: arena)
  }
}

extension ParentChoice {
  /// Combines the parts of an operation that are about the parent.
  @inline(__always)
  init(
    _ parent: ProtobufCBinaryData?,
    _ ifMissing: Arrange__V1__ParentPolicy,
    _ ifCycle: Arrange__V1__CyclePolicy = ARRANGE__V1__CYCLE_POLICY__CYCLE_POLICY_FAIL
  ) throws(ArrangeError) {
    var identifier: Identifier?
    if let parent { identifier = try Boundary.identifier(parent, "parent", allowingEmpty: true) }
    self.init(
      identifier,
      ifMissing: try ParentPolicy(ifMissing, "if_parent_missing"),
      ifCycle: try CyclePolicy(ifCycle, "if_cycle")
    )
  }
}

extension Arena {
  /// A copy of an id for a field.
  func bytes(of identifier: Identifier) -> ProtobufCBinaryData {
    identifier.withBytes { bytes(of: UnsafeRawBufferPointer($0)) }
  }

  /// Copies of texts for a repeated field.
  func list(of texts: [String]) -> UnsafeMutablePointer<ProtobufCBinaryData> {
    let list = allocate(ProtobufCBinaryData.self, count: texts.count)
    for (place, text) in texts.enumerated() { (list + place).initialize(to: bytes(of: text)) }
    return list
  }

  /// Copies of ids for a repeated field.
  func list(of identifiers: [Identifier]) -> UnsafeMutablePointer<ProtobufCBinaryData> {
    let list = allocate(ProtobufCBinaryData.self, count: identifiers.count)
    for (place, identifier) in identifiers.enumerated() {
      (list + place).initialize(to: bytes(of: identifier))
    }
    return list
  }
}
