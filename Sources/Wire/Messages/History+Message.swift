package import ArrangeModel

#if !SWIFT_MESSAGES
  internal import CArrangeProtos
  internal import CProtobufC
#endif

extension HistoryRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> HistoryRequest {
    try arena.reading(bytes, arrange__v1__history_request__unpack) { (message) throws(ArrangeError) in
      let hasEnd = message.pointee.end_choice_case == ARRANGE__V1__HISTORY_REQUEST__END_CHOICE_TO
      return HistoryRequest(
        collection: try Boundary.identifier(message.pointee.collection, "collection"),
        from: max(message.pointee.from, 1),
        to: hasEnd ? message.pointee.to : nil,
        limit: try Boundary.pageSize(message.pointee.limit, maximum: HistoryRequest.maximumCommits, "limit"),
        fromChange: try Boundary.index(message.pointee.from_change, "from_change")
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__history_request__init)
    message.pointee.collection = arena.bytes(of: collection)
    message.pointee.from = from
    if let to {
      message.pointee.end_choice_case = ARRANGE__V1__HISTORY_REQUEST__END_CHOICE_TO
      message.pointee.to = to
    }
    message.pointee.limit = Int64(limit ?? 0)
    message.pointee.from_change = Int64(fromChange)
    return PackableMessage(message, in: arena)
  }
}

extension HistoryPage: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> HistoryPage {
    try arena.reading(bytes, arrange__v1__history_response__unpack) { (message) throws(ArrangeError) in
      HistoryPage(
        oldestKept: message.pointee.oldest_kept,
        version: message.pointee.version,
        commits: try Boundary.list(message.pointee.commits, message.pointee.n_commits, "commits") {
          (commit) throws(ArrangeError) in try HistoryEntry(commit)
        }
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__history_response__init)
    message.pointee.oldest_kept = oldestKept
    message.pointee.version = version
    let list = arena.make(commits.count, arrange__v1__commit__init)
    for (place, commit) in commits.enumerated() { commit.fill(list[place].unsafelyUnwrapped, in: arena) }
    message.pointee.n_commits = commits.count
    message.pointee.commits = list
    return PackableMessage(message, in: arena)
  }
}

extension HistoryEntry {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__Commit>) throws(ArrangeError) {
    let requestID = try Boundary.token(
      message.pointee.request_id,
      maximum: RequestID.maximumLength,
      "request_id"
    )
    self.init(
      version: message.pointee.version,
      time: Timestamp(microseconds: message.pointee.time_us),
      author: try Principal.optional(message.pointee.author, "author"),
      requestID: requestID.map { RequestID(unchecked: $0) },
      rekeyed: try Boundary.total(message.pointee.rekeyed, "rekeyed"),
      changes: try Boundary.list(message.pointee.changes, message.pointee.n_changes, "changes") {
        (change) throws(ArrangeError) in try HistoryChange(change)
      },
      firstChange: try Boundary.index(message.pointee.first_change, "first_change")
    )
    // The count is omitted if the commit is complete.
    changeCount = max(changeCount, try Boundary.index(message.pointee.change_count, "change_count"))
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__Commit>, in arena: Arena) {
    message.pointee.version = version
    message.pointee.time_us = time.microseconds
    if let author { message.pointee.author = arena.bytes(of: author.name) }
    if let requestID { message.pointee.request_id = arena.bytes(of: requestID.bytes) }
    message.pointee.rekeyed = Int64(rekeyed)
    if changes.count < changeCount {
      message.pointee.first_change = Int64(firstChange)
      message.pointee.change_count = Int64(changeCount)
    }
    let list = arena.make(changes.count, arrange__v1__change__init)
    for (place, change) in changes.enumerated() { change.fill(list[place].unsafelyUnwrapped, in: arena) }
    message.pointee.n_changes = changes.count
    message.pointee.changes = list
  }
}

extension HistoryChange {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__Change>) throws(ArrangeError) {
    let number = message.pointee.kind.rawValue
    guard let kind = Kind(rawValue: number) else { throw Boundary.unknownValue(number, "kind") }
    self.init(
      kind: kind,
      id: try Boundary.identifier(message.pointee.id, "id", allowingEmpty: true),
      from: try HistoryChange.path(message.pointee.from, "from"),
      to: try HistoryChange.path(message.pointee.to, "to"),
      before: try HistoryChange.fields(message.pointee.before, "before"),
      after: try HistoryChange.fields(message.pointee.after, "after"),
      hasFieldsLeftOut: message.pointee.fields_left_out != 0
    )
  }

  private static func path(
    _ message: UnsafeMutablePointer<Arrange__V1__Path>?,
    _ field: StaticString
  ) throws(ArrangeError) -> ListPath? {
    guard let message else { return nil }
    return try ListPath(UnsafePointer(message), field)
  }

  private static func fields(
    _ message: UnsafeMutablePointer<Arrange__V1__FieldList>?,
    _ field: StaticString
  ) throws(ArrangeError) -> Fields? {
    guard let message else { return nil }
    return try Boundary.within(field) { () throws(ArrangeError) in
      try Fields(message.pointee.fields, message.pointee.n_fields, "fields")
    }
  }

  private static func message(
    _ fields: Fields,
    in arena: Arena
  ) -> UnsafeMutablePointer<Arrange__V1__FieldList> {
    let message = arena.make(arrange__v1__field_list__init)
    (message.pointee.n_fields, message.pointee.fields) = fields.messages(in: arena)
    return message
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__Change>, in arena: Arena) {
    message.pointee.kind = Arrange__V1__ChangeKind(rawValue: kind.rawValue)
    message.pointee.id = arena.bytes(of: id)
    if let from { message.pointee.from = from.message(in: arena) }
    if let to { message.pointee.to = to.message(in: arena) }
    if let before { message.pointee.before = HistoryChange.message(before, in: arena) }
    if let after { message.pointee.after = HistoryChange.message(after, in: arena) }
    message.pointee.fields_left_out = hasFieldsLeftOut ? 1 : 0
  }
}
