import ArrangeModel

/// The values by which the items of a group are grouped.
struct GroupKey: Hashable, Sendable {
  let first: FieldValue?
  /// Nil in a grouping by one field.
  let second: FieldValue?

  init(_ first: FieldValue?, _ second: FieldValue? = nil) {
    self.first = first
    self.second = second
  }

  /// Equal exactly for equal groups.
  var canonical: GroupKey { GroupKey(GroupValue.canonical(first), GroupValue.canonical(second)) }

  /// The groups that exist even when empty: of two fields all pairs of declared values.
  static func declared(_ grouping: ViewDefinition.Grouping) -> [GroupKey] {
    guard let by = grouping.by else { return grouping.declared.map { GroupKey($0) } }
    return grouping.declared.flatMap { first in by.declared.map { GroupKey(first, $0) } }
  }
}
