import ArrangeModel
import Testing

@testable import Engine

/// A stage whose commits are on stacks, with calls that undo them.
extension Stage {
  /// Applies operations as a step of a stack.
  @discardableResult
  func step(
    _ operations: ListOperation...,
    by author: String = "ann",
    stack: String? = "tab",
    group: String? = nil,
    requestID: RequestID? = nil
  ) throws -> ApplyResult {
    try step(operations, by: author, stack: stack, group: group, requestID: requestID)
  }

  @discardableResult
  func step(
    _ operations: [ListOperation],
    by author: String = "ann",
    stack: String? = "tab",
    group: String? = nil,
    requestID: RequestID? = nil
  ) throws -> ApplyResult {
    let step = try stack.map { UndoStep(try StackID($0), group: try group.map { try StackID($0) }) }
    let request = ApplyRequest(collection: name, operations: operations, requestID: requestID, step: step)
    let caller = caller(try Principal(author))
    return try call { $0.apply(request, for: caller, reply: $1) }
  }

  @discardableResult
  func undo(
    by author: String = "ann",
    stack: String = "tab",
    of version: UInt64? = nil,
    redo: Bool = false,
    expect: UInt64? = nil,
    dryRun: Bool = false,
    requestID: RequestID? = nil,
    mayWrite: Bool = true
  ) throws -> UndoResult {
    var request = UndoRequest(
      collection: name,
      stack: try StackID(stack),
      isRedo: redo,
      isDryRun: dryRun,
      requestID: requestID
    )
    (request.of, request.expect) = (version, expect)
    let caller = caller(try Principal(author))
    return try call { [request] in
      Undoing(on: $0).undo(request, mayWrite: mayWrite, for: caller, reply: $1)
    }
  }

  @discardableResult
  func redo(by author: String = "ann", stack: String = "tab", of version: UInt64? = nil) throws -> UndoResult
  {
    try undo(by: author, stack: stack, of: version, redo: true)
  }

  /// The list of the working state, which is durable when nothing waits.
  var naive: NaiveUndo.List { NaiveUndo.List(list(of: hosted?.working ?? CollectionState())) }

  /// The ids of the items of each section, with that of the section.
  var ids: [String] {
    naive.sections.map { "\($0.head.id):\($0.items.map(\.id.text).joined(separator: " "))" }
  }

  func fields(_ item: Identifier) -> Fields? { naive[NaiveUndo.Key(isSection: false, id: item)]?.fields }
}

extension ListOperation {
  static func set(_ item: Identifier, _ name: String, to value: FieldValue) -> ListOperation {
    .updateItems([FieldsUpdate(ElementReference(item), set: [name: value])])
  }

  static func insert(_ ids: String..., into section: Identifier? = nil, at place: Placement = .last)
    -> ListOperation
  {
    .insertItems(
      ids.map { NewElement(id: Identifier(stringLiteral: $0)) },
      to: ItemDestination(section: section, place)
    )
  }

  static func relocate(_ ids: String..., into section: Identifier? = nil, at place: Placement = .last)
    -> ListOperation
  {
    .moveItems(
      ids.map { ElementReference(Identifier(stringLiteral: $0)) },
      to: ItemDestination(section: section, place)
    )
  }

  static func remove(_ ids: String...) -> ListOperation {
    .removeItems(ids.map { ElementReference(Identifier(stringLiteral: $0)) })
  }

  static func sections(_ ids: String...) -> ListOperation {
    .insertSections(ids.map { NewElement(id: Identifier(stringLiteral: $0)) }, to: SectionDestination())
  }

  static func removeSection(_ id: Identifier) -> ListOperation {
    .removeSections([ElementReference(id)], onlyIfEmpty: false)
  }
}

extension UndoResult {
  /// What was kept, in short.
  var reasons: [String] {
    kept.map { change in
      "\(change.kind) \(change.id)\(change.field.isEmpty ? "" : ".\(change.field)") \(change.reason)"
        + (change.byVersion > 0 ? " \(change.byVersion)" : "") + (change.by.map { " \($0.name)" } ?? "")
    }
  }
}
