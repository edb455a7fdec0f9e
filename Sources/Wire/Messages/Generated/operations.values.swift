// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

internal import ArrangeModel
internal import CArrangeProtos
internal import Changes
internal import Ordering

extension ParentPolicy {
  init(_ message: Arrange__V1__ParentPolicy, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__PARENT_POLICY__PARENT_POLICY_FAIL: self = .fail
    case ARRANGE__V1__PARENT_POLICY__PARENT_POLICY_NEAREST_ANCESTOR: self = .nearestAncestor
    case ARRANGE__V1__PARENT_POLICY__PARENT_POLICY_LAST: self = .last
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__ParentPolicy {
    switch self {
    case .fail: ARRANGE__V1__PARENT_POLICY__PARENT_POLICY_FAIL
    case .nearestAncestor: ARRANGE__V1__PARENT_POLICY__PARENT_POLICY_NEAREST_ANCESTOR
    case .last: ARRANGE__V1__PARENT_POLICY__PARENT_POLICY_LAST
    }
  }
}

extension CyclePolicy {
  init(_ message: Arrange__V1__CyclePolicy, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__CYCLE_POLICY__CYCLE_POLICY_FAIL: self = .fail
    case ARRANGE__V1__CYCLE_POLICY__CYCLE_POLICY_SKIP: self = .skip
    case ARRANGE__V1__CYCLE_POLICY__CYCLE_POLICY_BESIDE: self = .beside
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__CyclePolicy {
    switch self {
    case .fail: ARRANGE__V1__CYCLE_POLICY__CYCLE_POLICY_FAIL
    case .skip: ARRANGE__V1__CYCLE_POLICY__CYCLE_POLICY_SKIP
    case .beside: ARRANGE__V1__CYCLE_POLICY__CYCLE_POLICY_BESIDE
    }
  }
}

extension DescendantPolicy {
  init(_ message: Arrange__V1__DescendantPolicy, _ field: StaticString) throws(ArrangeError) {
    switch message {
    case ARRANGE__V1__DESCENDANT_POLICY__DESCENDANT_POLICY_REMOVE: self = .remove
    case ARRANGE__V1__DESCENDANT_POLICY__DESCENDANT_POLICY_PROMOTE: self = .promote
    case ARRANGE__V1__DESCENDANT_POLICY__DESCENDANT_POLICY_REFUSE: self = .refuse
    default: throw Boundary.unknownValue(message.rawValue, field)
    }
  }

  var message: Arrange__V1__DescendantPolicy {
    switch self {
    case .remove: ARRANGE__V1__DESCENDANT_POLICY__DESCENDANT_POLICY_REMOVE
    case .promote: ARRANGE__V1__DESCENDANT_POLICY__DESCENDANT_POLICY_PROMOTE
    case .refuse: ARRANGE__V1__DESCENDANT_POLICY__DESCENDANT_POLICY_REFUSE
    }
  }
}

extension AdoptedItem {
  init(_ message: UnsafePointer<Arrange__V1__AdoptedItem>) throws(ArrangeError) {
    self.init(
      id: try Boundary.identifier(message.pointee.id, "id"),
      fields: try Fields(message.pointee.fields, message.pointee.n_fields, "fields"),
      key: try Boundary.key(message.pointee.key, "key"),
      after: message.pointee.after.len > 0 ? try Boundary.identifier(message.pointee.after, "after") : nil,
      before: message.pointee.before.len > 0 ? try Boundary.identifier(message.pointee.before, "before") : nil
    )
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__AdoptedItem>, in arena: Arena) {
    message.pointee.id = arena.bytes(of: self.id)
    (message.pointee.n_fields, message.pointee.fields) = self.fields.messages(in: arena)
    message.pointee.key = arena.bytes(of: self.key)
    if let value = self.after { message.pointee.after = arena.bytes(of: value) }
    if let value = self.before { message.pointee.before = arena.bytes(of: value) }
  }
}
