internal import ArrangeModel
internal import CArrangeProtos

extension HistoryEntry {
  init(_ message: UnsafePointer<Arrange__V1__Commit>) throws(ArrangeError) {
    self.init(
      version: message.pointee.version,
      time: Timestamp(microseconds: message.pointee.time_us),
      author: try Principal.optional(message.pointee.author, "author"),
      requestID: try RequestID.optional(message.pointee.request_id, "request_id"),
      rekeyed: try Boundary.total(message.pointee.rekeyed, "rekeyed"),
      changes: try Boundary.list(message.pointee.changes, message.pointee.n_changes, "changes") {
        (change) throws(ArrangeError) in try HistoryChange(change)
      },
      firstChange: try Boundary.index(message.pointee.first_change, "first_change")
    )
    transaction = try TransactionID.optional(message.pointee.transaction, "transaction")
    step = try UndoStep.optional(stack: message.pointee.stack, group: message.pointee.group)
    undoes = try Boundary.numbers(
      message.pointee.undoes,
      message.pointee.n_undoes,
      maximum: StackID.maximumCommits,
      "undoes"
    )
    isRedo = message.pointee.redo != 0
    // The count is omitted if the commit is complete.
    changeCount = max(changeCount, try Boundary.index(message.pointee.change_count, "change_count"))
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__Commit>, in arena: Arena) {
    message.pointee.version = version
    message.pointee.time_us = time.microseconds
    if let author { message.pointee.author = arena.bytes(of: author.name) }
    if let requestID { message.pointee.request_id = arena.bytes(of: requestID.bytes) }
    message.pointee.rekeyed = Int64(rekeyed)
    if let transaction { message.pointee.transaction = arena.bytes(of: transaction.bytes) }
    if step != nil { (message.pointee.stack, message.pointee.group) = UndoStep.fields(of: step, in: arena) }
    message.pointee.n_undoes = undoes.count
    message.pointee.undoes = arena.list(of: undoes)
    message.pointee.redo = isRedo ? 1 : 0
    if changes.count < changeCount {
      message.pointee.first_change = Int64(firstChange)
      message.pointee.change_count = Int64(changeCount)
    }
    message.pointee.n_changes = changes.count
    message.pointee.changes = arena.messages(changes, arrange__v1__change__init) { $0.fill($1, in: arena) }
  }
}
