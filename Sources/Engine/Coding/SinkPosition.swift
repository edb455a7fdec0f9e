import ArrangeModel

/// How far a sink has delivered a collection. It changes when a receiver has accepted a message, and before a message with several
/// commits is sent for the first time.
package struct SinkPosition: Sendable, Hashable {
  /// The version that the receiver has.
  package var version: UInt64
  /// The incarnation of the version.
  package var incarnation: UInt64
  /// The last version of the message that may have been sent; nil if it can only have been that of the next commit. Every later
  /// attempt has the same versions, so that a receiver that has accepted it recognizes it.
  package var through: UInt64?
  /// See ``StoredSink/restores``.
  package var restores: UInt64
  /// Why nothing is delivered, and the ``StoredSink/resumes`` at that time; nil if it is not paused.
  package var pause: Pause?

  package struct Pause: Sendable, Hashable {
    package var reason: String
    package var resumes: UInt64

    package init(_ reason: String, resumes: UInt64) {
      self.reason = reason
      self.resumes = resumes
    }
  }

  package init(
    version: UInt64,
    incarnation: UInt64,
    through: UInt64? = nil,
    restores: UInt64 = 0,
    pause: Pause? = nil
  ) {
    self.version = version
    self.incarnation = incarnation
    self.through = through
    self.restores = restores
    self.pause = pause
  }
}

extension SinkPosition: StoredBySink {
  func encode(to writer: inout ByteWriter) {
    writer.write(version)
    writer.write(incarnation)
    // A message ends with a later version than it begins with.
    writer.write(through.map { $0 - version } ?? 0)
    writer.write(restores)
    writer.write(byte: pause == nil ? 0 : 1)
    guard let pause else { return }
    writer.write(bytes: pause.reason.utf8)
    writer.write(pause.resumes)
  }

  init(from reader: inout ByteReader) throws(ArrangeError) {
    let (version, incarnation) = (try reader.number(), try reader.number())
    let (length, restores) = (try reader.number(), try reader.number())
    guard version < .max, length < .max - version else { throw .noSuchVersion }
    self.init(
      version: version,
      incarnation: incarnation,
      through: length == 0 ? nil : version + length,
      restores: restores
    )
    if try reader.byte() == 1 {
      let reason = String(decoding: try reader.run(), as: UTF8.self)
      pause = Pause(reason, resumes: try reader.number())
    }
  }
}
