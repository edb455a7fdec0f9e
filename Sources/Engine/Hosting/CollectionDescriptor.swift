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
  /// The definition of a sink; nil for anything else. A sink has no strategy.
  package var sink: StoredSink?
  /// Whether the collection has the entries of an overlay.
  package var isOverlay = false
  /// What makes the collection an outline; nil if it is flat.
  package var outline: OutlineSettings?
  /// The requests that changed nothing.
  var unchangedRequests = UnchangedRequests()
  /// The steps of which nothing could be undone.
  var passedSteps = PassedSteps()
  /// The versions with names.
  var namedVersions = NamedVersions()
  /// The version at which the bin was emptied: what was before it is not read any more, and is trimmed. 0 if it never was.
  var emptiedVersion: UInt64 = 0
  /// How far sinks have delivered the collection.
  var sinkPositions = BySink<SinkPosition>()
  /// How far sinks have delivered the view.
  var sinkCursors = BySink<SinkViewCursor>()

  private static let format: UInt8 = 1
  /// The format of the description of a view, which older versions of the server refuse to open.
  private static let oldViewFormat: UInt8 = 2
  /// The format of the description of a redefined view, with an offset after the definition.
  private static let redefinedViewFormat: UInt8 = 3
  /// The format of the description of a view with the offset and the definer after the definition.
  private static let viewFormat: UInt8 = 4
  /// The format of the description of a collection that has the entries of an overlay. It is that of other collections, and
  /// has a number of its own so that older versions of the server, which would show it as a list, refuse to open it.
  private static let overlayFormat: UInt8 = 5
  /// The format of the description of a collection with attributes after its fields. Older versions of the server, which
  /// would trim the commits that named versions need, refuse to open it; those that know the format, but not one of the
  /// attributes, do so as well.
  private static let attributedFormat: UInt8 = 6
  /// The format of the description of a sink, which older versions of the server refuse to open.
  private static let sinkFormat: UInt8 = 7
  /// The formats of the description of a sink, and of a view, with attributes behind what older versions of the server know, which
  /// refuse to open it.
  private static let attributedSinkFormat: UInt8 = 8
  private static let attributedViewFormat: UInt8 = 9
  /// The format of the requests that changed nothing, which follow the fields of a collection if there are any. Older
  /// versions of the server do not read so far.
  private static let requestsFormat: UInt8 = 1
  /// The format of the steps that were passed, which follow the requests, if there are any.
  private static let passedFormat: UInt8 = 1

  /// The tags of attributes, each followed by a run of bytes.
  private enum Attribute {
    /// The requests that changed nothing.
    static let requests: UInt64 = 1
    /// The versions with names.
    static let versions: UInt64 = 2
    /// The version at which the bin was emptied.
    static let emptied: UInt64 = 3
    /// The steps that were passed.
    static let passed: UInt64 = 4
    /// That it is an outline: the largest depth, and the largest number of children.
    static let outline: UInt64 = 5
    /// How far sinks have delivered it, if it is a collection …
    static let sinkPositions: UInt64 = 6
    /// … and if it is a view.
    static let sinkCursors: UInt64 = 7
  }

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
    writer.write(byte: storedFormat)
    writer.write(bytes: strategy.utf8)
    writer.write(UInt64(strategyVersion))
    writer.write(epoch)
    writer.write(signed: createdAt.microseconds)
    writer.write(bytes: fields.encoded)
    if let sink {
      sink.encode(to: &writer)
    } else if let view {
      writer.write(bytes: view.text.utf8)
      writer.write(view.offset)
      // No name is empty.
      writer.write(bytes: (view.definer?.name ?? "").utf8)
      if !sinkCursors.isEmpty { write(attributes, to: &writer) }
    } else if hasAttributes {
      write(attributes, to: &writer)
    } else if !unchangedRequests.isEmpty || !passedSteps.isEmpty {
      writer.write(byte: CollectionDescriptor.requestsFormat)
      unchangedRequests.encode(to: &writer)
      if !passedSteps.isEmpty {
        writer.write(byte: CollectionDescriptor.passedFormat)
        passedSteps.encode(to: &writer)
      }
    }
    return writer.bytes
  }

  /// Whether a stored description says how far sinks are with a view.
  package static func hasSinkCursors(_ encoded: [UInt8]) -> Bool { encoded.first == attributedViewFormat }

  /// Changes what may not be as it was once a backup is restored.
  package mutating func recordRestore() {
    sink?.recordRestore()
    sinkCursors = BySink<SinkViewCursor>()
  }

  private var storedFormat: UInt8 {
    if let sink {
      return sink.hasAttributes ? CollectionDescriptor.attributedSinkFormat : CollectionDescriptor.sinkFormat
    }
    if view != nil {
      return sinkCursors.isEmpty ? CollectionDescriptor.viewFormat : CollectionDescriptor.attributedViewFormat
    }
    if isOverlay { return CollectionDescriptor.overlayFormat }
    return hasAttributes ? CollectionDescriptor.attributedFormat : CollectionDescriptor.format
  }

  /// Whether it says anything that older versions of the server do not know.
  private var hasAttributes: Bool {
    !isOverlay
      && (!namedVersions.isEmpty || emptiedVersion > 0 || outline != nil || !sinkPositions.isEmpty)
  }

  private var attributes: [(tag: UInt64, value: [UInt8])] {
    var attributes: [(tag: UInt64, value: [UInt8])] = []
    if !namedVersions.isEmpty { attributes.append((Attribute.versions, namedVersions.encoded)) }
    if emptiedVersion > 0 {
      var writer = ByteWriter()
      writer.write(emptiedVersion)
      attributes.append((Attribute.emptied, writer.bytes))
    }
    if !unchangedRequests.isEmpty {
      var writer = ByteWriter()
      unchangedRequests.encode(to: &writer)
      attributes.append((Attribute.requests, writer.bytes))
    }
    if !passedSteps.isEmpty {
      var writer = ByteWriter()
      passedSteps.encode(to: &writer)
      attributes.append((Attribute.passed, writer.bytes))
    }
    if let outline {
      var writer = ByteWriter()
      writer.write(outline.maximumDepth)
      writer.write(outline.maximumChildren)
      attributes.append((Attribute.outline, writer.bytes))
    }
    if !sinkPositions.isEmpty {
      var writer = ByteWriter()
      sinkPositions.encode(to: &writer)
      attributes.append((Attribute.sinkPositions, writer.bytes))
    }
    if !sinkCursors.isEmpty {
      var writer = ByteWriter()
      sinkCursors.encode(to: &writer)
      attributes.append((Attribute.sinkCursors, writer.bytes))
    }
    return attributes
  }

  private func write(_ attributes: [(tag: UInt64, value: [UInt8])], to writer: inout ByteWriter) {
    writer.write(attributes.count)
    for (tag, value) in attributes {
      writer.write(tag)
      writer.write(bytes: value)
    }
  }

  private mutating func readAttributes(_ reader: inout ByteReader) throws(ArrangeError) {
    for _ in 0..<(try reader.count()) {
      let (tag, value) = (try reader.number(), try reader.run())
      switch tag {
      case Attribute.requests:
        var requests = ByteReader(value)
        unchangedRequests = try UnchangedRequests(from: &requests)
      case Attribute.versions: namedVersions = try NamedVersions(encoded: value)
      case Attribute.emptied:
        var number = ByteReader(value)
        emptiedVersion = try number.number()
        guard emptiedVersion < .max else { throw ArrangeError.noSuchVersion }
      case Attribute.passed:
        var steps = ByteReader(value)
        passedSteps = try PassedSteps(from: &steps)
      case Attribute.outline:
        var limits = ByteReader(value)
        let settings = OutlineSettings(maximumDepth: try limits.index(), maximumChildren: try limits.index())
        guard 1...OutlineSettings.largestDepth ~= settings.maximumDepth,
          1...OutlineSettings.mostChildren ~= settings.maximumChildren, limits.isAtEnd
        else { throw .damagedJournal("the limits of an outline are out of range") }
        outline = settings
      case Attribute.sinkPositions:
        var positions = ByteReader(value)
        sinkPositions = try BySink<SinkPosition>(from: &positions)
      case Attribute.sinkCursors:
        var cursors = ByteReader(value)
        sinkCursors = try BySink<SinkViewCursor>(from: &cursors)
      default: throw CollectionDescriptor.newer
      }
    }
  }

  private static let newer = ArrangeError.damagedJournal(
    "a collection has an unknown format; it was written by a newer version"
  )

  /// Decodes the stored form.
  package init(encoded: [UInt8]) throws(ArrangeError) {
    var reader = ByteReader(encoded)
    let format = try reader.byte()
    guard CollectionDescriptor.format...CollectionDescriptor.attributedViewFormat ~= format else {
      throw CollectionDescriptor.newer
    }
    strategy = String(decoding: try reader.run(), as: UTF8.self)
    strategyVersion = UInt32(truncatingIfNeeded: try reader.number())
    epoch = try reader.number()
    createdAt = Timestamp(microseconds: try reader.signed())
    fields = try Fields(checkingEncoded: reader.run())
    isOverlay = format == CollectionDescriptor.overlayFormat
    if format == CollectionDescriptor.attributedFormat {
      try readAttributes(&reader)
      return
    }
    if format == CollectionDescriptor.sinkFormat || format == CollectionDescriptor.attributedSinkFormat {
      let hasAttributes = format == CollectionDescriptor.attributedSinkFormat
      sink = try StoredSink(from: &reader, hasAttributes: hasAttributes)
      return
    }
    if format == CollectionDescriptor.format || isOverlay {
      // What a newer version has added is left alone.
      if !reader.isAtEnd, try reader.byte() == CollectionDescriptor.requestsFormat {
        unchangedRequests = try UnchangedRequests(from: &reader)
        if !reader.isAtEnd, try reader.byte() == CollectionDescriptor.passedFormat {
          passedSteps = try PassedSteps(from: &reader)
        }
      }
      return
    }
    guard let text = String(validating: try reader.run(), as: UTF8.self) else {
      throw .damagedJournal("a view's definition is no text")
    }
    do throws(ArrangeError) {
      var view = StoredView(try ViewDefinition(parsing: text))
      if format != CollectionDescriptor.oldViewFormat { view.offset = try reader.number() }
      if format == CollectionDescriptor.viewFormat || format == CollectionDescriptor.attributedViewFormat {
        let name = String(decoding: try reader.run(), as: UTF8.self)
        view.definer = name.isEmpty ? nil : try Principal(name)
      }
      self.view = view
    } catch {
      throw .damagedJournal("a view's definition can't be read: \(error.message)")
    }
    if format == CollectionDescriptor.attributedViewFormat { try readAttributes(&reader) }
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
