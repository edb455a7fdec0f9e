internal import Wire

extension ArrangeClient {
  /// Undoes the newest step of a stack, or makes one again, and nothing that others did since. When this returns, the change is
  /// on disk.
  ///
  ///     let stack = try StackID("tab 1")
  ///     let operations = [ListOperation.removeItems(["draft"])]
  ///     try await client.apply(ApplyRequest(collection: "board", operations: operations, step: UndoStep(stack)))
  ///     let result = try await client.undo(UndoRequest(collection: "board", stack: stack))
  ///     for change in result.kept { print(change.id, change.reason) }
  ///
  /// A request without a request id gets one, so that it can be retried without undoing two steps. Servers before version 0.5.0
  /// end the call with ``ArrangeModel/StatusCode/unimplemented``.
  ///
  /// - Throws: an error whose ``ArrangeModel/ArrangeError/processed`` says whether the step was undone.
  @discardableResult
  public func undo(_ request: UndoRequest) async throws(ArrangeError) -> UndoResult {
    var request = request
    if request.requestID == nil { request.requestID = session.requestIDs.next() }
    return try await session.call(.undo, request)
  }

  /// Undoes the newest step of a stack; see ``undo(_:)``.
  @discardableResult
  public func undo(in collection: Identifier, _ stack: StackID) async throws(ArrangeError) -> UndoResult {
    try await undo(UndoRequest(collection: collection, stack: stack))
  }

  /// Makes again what was undone last on a stack; see ``undo(_:)``.
  @discardableResult
  public func redo(in collection: Identifier, _ stack: StackID) async throws(ArrangeError) -> UndoResult {
    try await undo(UndoRequest(collection: collection, stack: stack, isRedo: true))
  }
}
