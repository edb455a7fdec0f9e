package import ArrangeModel
internal import CArrangeProtos
package import NIOCore

/// Why a call or a connection failed; see `Status` in `connection.proto`.
///
/// The code is in the frame, the rest in its body.
package struct Status: Sendable, Hashable {
  /// The canonical code.
  package var code: StatusCode

  /// A message for people.
  package var message: String

  /// Details for programs.
  package var details: [Detail]

  /// The milliseconds after which a retry makes sense; 0: unknown.
  package var retryAfterMilliseconds: UInt64

  /// Whether the call took effect.
  package var processed: ArrangeError.Processed

  /// One name and value.
  package struct Detail: Sendable, Hashable {
    package var name: String
    package var value: [UInt8]

    /// Makes a detail.
    package init(name: String, value: [UInt8]) {
      self.name = name
      self.value = value
    }

    /// The name of the detail with the invalid field.
    package static let field = "field"

    /// The name of the detail with the word that distinguishes the cases of a code.
    package static let reason = "reason"

    /// The name of the detail with the token to resume a server stream.
    package static let resumeToken = "resume_token"
  }

  /// The longest message and the longest value of a detail that are read, in bytes.
  package static let longestText = 64 * 1024

  /// Makes a status.
  package init(
    _ code: StatusCode,
    _ message: String,
    details: [Detail] = [],
    retryAfterMilliseconds: UInt64 = 0,
    processed: ArrangeError.Processed
  ) {
    self.code = code
    self.message = message
    self.details = details
    self.retryAfterMilliseconds = retryAfterMilliseconds
    self.processed = processed
  }

  /// The status for an error.
  package init(_ error: ArrangeError) {
    self.init(
      error.code,
      error.message,
      details: [(Detail.field, error.field), (Detail.reason, error.reason)].compactMap { name, text in
        text.map { Detail(name: name, value: Array($0.utf8)) }
      },
      retryAfterMilliseconds: UInt64(error.retryAfterMilliseconds ?? 0),
      processed: error.processed
    )
  }

  /// The status in GOAWAY.
  package init(_ reason: GoAwayReason) {
    self.init(
      reason.code,
      reason.description,
      retryAfterMilliseconds: reason.retryAfterMilliseconds,
      processed: .unknown
    )
  }

  /// The error described by the status.
  package var error: ArrangeError {
    ArrangeError(
      code,
      message,
      field: text(Detail.field),
      reason: text(Detail.reason),
      processed: processed,
      retryAfterMilliseconds: retryAfterMilliseconds == 0 ? nil : UInt32(clamping: retryAfterMilliseconds)
    )
  }

  /// The detail with a name, as text.
  private func text(_ name: String) -> String? {
    details.first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
  }

  /// The token to resume the server stream; nil if there is none.
  package var resumeToken: [UInt8]? { details.first { $0.name == Detail.resumeToken }?.value }

  /// Decodes END or GOAWAY. An unknown code counts as `unknown`.
  ///
  /// - Throws: ``BoundaryError``.
  package init(reading frame: Frame, using arena: Arena) throws(BoundaryError) {
    let message: UnsafePointer<Arrange__V1__Status>
    do {
      message = try arena.unpack(frame.body, with: arrange__v1__status__unpack)
    } catch {
      throw BoundaryError(error)
    }
    code = StatusCode(rawValue: frame.status) ?? .unknown
    self.message = try Text.checked(message.pointee.message, field: "message", limit: Status.longestText)
    details = []
    for index in 0..<message.pointee.n_details {
      guard let detail = message.pointee.details[index] else { continue }
      do throws(BoundaryError) {
        details.append(
          Detail(
            name: try Text.checked(detail.pointee.name, field: "name", limit: Status.longestText),
            value: try detail.pointee.value.array(field: "value", limit: Status.longestText)
          )
        )
      } catch {
        throw error.within("details[\(index)]")
      }
    }
    retryAfterMilliseconds = message.pointee.retry_after_ms
    processed = ArrangeError.Processed(rawValue: message.pointee.processed.rawValue) ?? .unknown
  }

  /// The status as a message in an arena.
  package func message(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__status__init)
    message.pointee.message = arena.bytes(of: self.message)
    message.pointee.n_details = details.count
    message.pointee.details = arena.make(details.count, arrange__v1__status_detail__init)
    for (index, detail) in details.enumerated() {
      message.pointee.details[index]?.pointee.name = arena.bytes(of: detail.name)
      message.pointee.details[index]?.pointee.value = arena.bytes(of: detail.value)
    }
    message.pointee.retry_after_ms = retryAfterMilliseconds
    message.pointee.processed = Arrange__V1__Processed(rawValue: processed.rawValue)
    return PackableMessage(message, in: arena)
  }
}

extension FrameEncoder {
  /// Appends the END of a failed call.
  package static func writeEnd(
    _ stream: UInt32,
    _ status: Status,
    using arena: Arena,
    to buffer: inout ByteBuffer
  ) {
    arena.temporary {
      write(Frame(.end, stream: stream, status: status.code), body: status.message(in: arena), to: &buffer)
    }
  }

  /// Appends a GOAWAY.
  ///
  /// - Parameters:
  ///   - reason: why the connection ends.
  ///   - lastStream: the highest stream that was accepted.
  package static func writeGoAway(
    _ reason: GoAwayReason,
    lastStream: UInt32,
    using arena: Arena,
    to buffer: inout ByteBuffer
  ) {
    arena.temporary {
      let frame = Frame(.goAway, status: reason.code, sequence: UInt64(lastStream))
      write(frame, body: Status(reason).message(in: arena), to: &buffer)
    }
  }
}
