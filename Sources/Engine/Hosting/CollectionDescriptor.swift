package import ArrangeModel

/// What the engine stores of a collection besides its content.
package struct CollectionDescriptor: Sendable, Hashable {
  package var strategy: String
  package var strategyVersion: UInt32
  package var epoch: UInt64
  package var createdAt: Timestamp
  package var fields: Fields

  private static let format: UInt8 = 1

  package init(
    strategy: String,
    strategyVersion: UInt32,
    epoch: UInt64,
    createdAt: Timestamp,
    fields: Fields
  ) {
    self.strategy = strategy
    self.strategyVersion = strategyVersion
    self.epoch = epoch
    self.createdAt = createdAt
    self.fields = fields
  }

  /// The stored form.
  package var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.write(byte: CollectionDescriptor.format)
    writer.write(bytes: strategy.utf8)
    writer.write(UInt64(strategyVersion))
    writer.write(epoch)
    writer.write(signed: createdAt.microseconds)
    writer.write(bytes: fields.encoded)
    return writer.bytes
  }

  /// Reads the stored form.
  package init(encoded: [UInt8]) throws(ArrangeError) {
    var reader = ByteReader(encoded)
    guard try reader.byte() == CollectionDescriptor.format else {
      throw .damagedJournal("a collection has an unknown format; it was written by a newer version")
    }
    strategy = String(decoding: try reader.run(), as: UTF8.self)
    strategyVersion = UInt32(truncatingIfNeeded: try reader.number())
    epoch = try reader.number()
    createdAt = Timestamp(microseconds: try reader.signed())
    fields = try Fields(checkingEncoded: reader.run())
  }
}
