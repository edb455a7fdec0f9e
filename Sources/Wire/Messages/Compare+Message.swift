package import ArrangeModel

#if !SWIFT_MESSAGES
  internal import CArrangeProtos
  internal import CProtobufC
#endif

extension CompareRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> CompareRequest {
    try arena.reading(bytes, arrange__v1__compare_request__unpack) { (message) throws(ArrangeError) in
      CompareRequest(
        plan: try Boundary.text(message.pointee.plan, maximum: CompareRequest.maximumPlanLength, "plan")
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__compare_request__init)
    message.pointee.plan = arena.bytes(of: plan)
    return PackableMessage(message, in: arena)
  }
}

extension ComparisonProgress: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> ComparisonProgress {
    try arena.reading(bytes, arrange__v1__compare_response__unpack) { (message) throws(ArrangeError) in
      ComparisonProgress(
        done: try Boundary.total(message.pointee.done, "done"),
        total: try Boundary.total(message.pointee.total, "total"),
        report: Array(message.pointee.report.bytes)
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__compare_response__init)
    message.pointee.done = Int64(done)
    message.pointee.total = Int64(total)
    message.pointee.report = arena.bytes(of: report)
    return PackableMessage(message, in: arena)
  }
}
