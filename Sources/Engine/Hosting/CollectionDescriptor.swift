package import ArrangeModel

/// The stored description of a collection, besides its content, or of a view.
package struct CollectionDescriptor: Sendable, Hashable {
  package var strategy: String
  package var strategyVersion: UInt32
  package var epoch: UInt64
  package var createdAt: Timestamp
  package var fields: Fields
  /// The definition of a stored view; nil for a collection. A view has no strategy.
  package var view: StoredView?
  /// The requests that changed nothing.
  var unchangedRequests = UnchangedRequests()

  private static let format: UInt8 = 1
  /// The format of the description of a view, which older versions of the server refuse to open.
  private static let oldViewFormat: UInt8 = 2
  /// The format of the description of a redefined view, with an offset after the definition.
  private static let redefinedViewFormat: UInt8 = 3
  /// The format of the description of a view with the offset and the definer after the definition.
  private static let viewFormat: UInt8 = 4
  /// The format of the requests that changed nothing, which follow the fields of a collection if there are any. Older
  /// versions of the server do not read so far.
  private static let requestsFormat: UInt8 = 1

  package init(
    strategy: String,
    strategyVersion: UInt32,
    epoch: UInt64,
    createdAt: Timestamp,
    fields: Fields,
    view: StoredView? = nil
  ) {
    self.strategy = strategy
    self.strategyVersion = strategyVersion
    self.epoch = epoch
    self.createdAt = createdAt
    self.fields = fields
    self.view = view
  }

  /// The stored form.
  package var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.write(byte: view == nil ? CollectionDescriptor.format : CollectionDescriptor.viewFormat)
    writer.write(bytes: strategy.utf8)
    writer.write(UInt64(strategyVersion))
    writer.write(epoch)
    writer.write(signed: createdAt.microseconds)
    writer.write(bytes: fields.encoded)
    if let view {
      writer.write(bytes: view.text.utf8)
      writer.write(view.offset)
      // No name is empty.
      writer.write(bytes: (view.definer?.name ?? "").utf8)
    } else if !unchangedRequests.isEmpty {
      writer.write(byte: CollectionDescriptor.requestsFormat)
      unchangedRequests.encode(to: &writer)
    }
    return writer.bytes
  }

  /// Decodes the stored form.
  package init(encoded: [UInt8]) throws(ArrangeError) {
    var reader = ByteReader(encoded)
    let format = try reader.byte()
    guard CollectionDescriptor.format...CollectionDescriptor.viewFormat ~= format else {
      throw .damagedJournal("a collection has an unknown format; it was written by a newer version")
    }
    strategy = String(decoding: try reader.run(), as: UTF8.self)
    strategyVersion = UInt32(truncatingIfNeeded: try reader.number())
    epoch = try reader.number()
    createdAt = Timestamp(microseconds: try reader.signed())
    fields = try Fields(checkingEncoded: reader.run())
    if format == CollectionDescriptor.format {
      // What a newer version has added is left alone.
      if !reader.isAtEnd, try reader.byte() == CollectionDescriptor.requestsFormat {
        unchangedRequests = try UnchangedRequests(from: &reader)
      }
      return
    }
    guard let text = String(validating: try reader.run(), as: UTF8.self) else {
      throw .damagedJournal("a view's definition is no text")
    }
    do throws(ArrangeError) {
      var view = StoredView(try ViewDefinition(parsing: text))
      if format != CollectionDescriptor.oldViewFormat { view.offset = try reader.number() }
      if format == CollectionDescriptor.viewFormat {
        let name = String(decoding: try reader.run(), as: UTF8.self)
        view.definer = name.isEmpty ? nil : try Principal(name)
      }
      self.view = view
    } catch {
      throw .damagedJournal("a view's definition can't be read: \(error.message)")
    }
  }
}

/// The definition of a stored view.
package struct StoredView: Sendable, Hashable {
  /// With names for its parts.
  package let definition: ViewDefinition
  /// The definition as text, which is stored and by which views are compared.
  package let text: String
  /// The last definer; nil if that was the server itself, or is not known.
  package var definer: Principal?
  /// The lower bound of ``LiveView/offset``, so that the version does not decrease when the view is
  /// redefined.
  package var offset: UInt64

  package init(_ definition: ViewDefinition, definer: Principal? = nil, offset: UInt64 = 0) {
    self.definition = definition.named()
    self.definer = definer
    self.offset = offset
    text = self.definition.text
  }
}
