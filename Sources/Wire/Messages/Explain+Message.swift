package import ArrangeModel
internal import Ordering

#if !SWIFT_MESSAGES
  internal import CArrangeProtos
  internal import CProtobufC
#endif

extension ExplainRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> ExplainRequest {
    try arena.reading(bytes, arrange__v1__explain_request__unpack) { (message) throws(ArrangeError) in
      ExplainRequest(
        collection: try Boundary.identifier(message.pointee.collection, "collection"),
        operations: try Operation.list(
          message.pointee.operations,
          message.pointee.n_operations,
          "operations"
        )
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__explain_request__init)
    message.pointee.collection = arena.bytes(of: collection)
    message.pointee.n_operations = operations.count
    message.pointee.operations = Operation.messages(operations, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension Explanation: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> Explanation {
    try arena.reading(bytes, arrange__v1__explain_response__unpack) { (message) throws(ArrangeError) in
      Explanation(
        strategy: try Boundary.text(message.pointee.strategy, "strategy"),
        version: message.pointee.version,
        journalBytes: try Boundary.total(message.pointee.journal_bytes, "journal_bytes"),
        rekeyed: try Boundary.total(message.pointee.rekeyed, "rekeyed"),
        writes: try Boundary.list(message.pointee.writes, message.pointee.n_writes, "writes") {
          (write) throws(ArrangeError) in try KeyWrite(write)
        },
        writeCount: try Boundary.total(message.pointee.write_count, "write_count"),
        gaps: try Boundary.list(message.pointee.gaps, message.pointee.n_gaps, "gaps") {
          (gap) throws(ArrangeError) in try Gap(gap)
        },
        statistics: try KeyStatistics(try Boundary.required(message.pointee.statistics, "statistics"))
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__explain_response__init)
    message.pointee.strategy = arena.bytes(of: strategy)
    message.pointee.version = version
    message.pointee.journal_bytes = Int64(journalBytes)
    message.pointee.rekeyed = Int64(rekeyed)
    let list = arena.make(writes.count, arrange__v1__key_write__init)
    for (place, write) in writes.enumerated() { write.fill(list[place].unsafelyUnwrapped, in: arena) }
    message.pointee.n_writes = writes.count
    message.pointee.writes = list
    message.pointee.write_count = Int64(writeCount)
    let gapList = arena.make(gaps.count, arrange__v1__gap__init)
    for (place, gap) in gaps.enumerated() { gap.fill(gapList[place].unsafelyUnwrapped, in: arena) }
    message.pointee.n_gaps = gaps.count
    message.pointee.gaps = gapList
    let numbers = arena.make(arrange__v1__key_statistics__init)
    numbers.pointee.key_count = Int64(statistics.keyCount)
    numbers.pointee.total_bytes = Int64(statistics.totalBytes)
    numbers.pointee.longest_bytes = Int64(statistics.longestBytes)
    message.pointee.statistics = numbers
    return PackableMessage(message, in: arena)
  }
}

extension KeyStatistics {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__KeyStatistics>) throws(ArrangeError) {
    self.init(
      keyCount: try Boundary.total(message.pointee.key_count, "key_count"),
      totalBytes: try Boundary.total(message.pointee.total_bytes, "total_bytes"),
      longestBytes: try Boundary.index(message.pointee.longest_bytes, "longest_bytes")
    )
  }
}

extension Explanation.KeyWrite {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__KeyWrite>) throws(ArrangeError) {
    guard let reason = Reason(rawValue: Int(message.pointee.reason.rawValue)) else {
      throw Boundary.unknownValue(message.pointee.reason.rawValue, "reason")
    }
    self.init(
      id: try Boundary.identifier(message.pointee.id, "id", allowingEmpty: true),
      reason: reason,
      before: try Boundary.text(message.pointee.before, "before"),
      after: try Boundary.text(message.pointee.after, "after")
    )
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__KeyWrite>, in arena: Arena) {
    message.pointee.id = arena.bytes(of: id)
    message.pointee.reason =
      switch reason {
      case .inserted: ARRANGE__V1__KEY_WRITE_REASON__KEY_WRITE_REASON_INSERTED
      case .moved: ARRANGE__V1__KEY_WRITE_REASON__KEY_WRITE_REASON_MOVED
      case .rekeyed: ARRANGE__V1__KEY_WRITE_REASON__KEY_WRITE_REASON_REKEYED
      }
    message.pointee.before = arena.bytes(of: before)
    message.pointee.after = arena.bytes(of: after)
  }
}

extension Explanation.Gap {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__Gap>) throws(ArrangeError) {
    self.init(
      id: try Boundary.identifier(message.pointee.id, "id", allowingEmpty: true),
      before: try GapRoom(try Boundary.required(message.pointee.before, "before")),
      after: try GapRoom(try Boundary.required(message.pointee.after, "after"))
    )
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__Gap>, in arena: Arena) {
    message.pointee.id = arena.bytes(of: id)
    message.pointee.before = before.message(in: arena)
    message.pointee.after = after.message(in: arena)
  }
}

extension GapRoom {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__GapRoom>) throws(ArrangeError) {
    self.init(
      following: try Boundary.index(message.pointee.following, "following"),
      nested: try Boundary.index(message.pointee.nested, "nested")
    )
  }

  fileprivate func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__GapRoom> {
    let message = arena.make(arrange__v1__gap_room__init)
    message.pointee.following = Int64(following)
    message.pointee.nested = Int64(nested)
    return message
  }
}
