import ArrangeModel

/// How far a sink has delivered a view. It is stored with the description of the view.
///
/// A view has no version of its own that every node and every process would know alike: what it shows follows from its definition
/// and from the versions of its collections. So the states that a receiver hears of have numbers, and what a number means is in the
/// journal before a receiver hears of it. No number is given to two states.
struct SinkViewCursor: StoredBySink {
  /// What the receiver has: the number of a state as its version, and ``history``. Nil if nothing was delivered, or if the whole
  /// view is to be delivered again.
  var position: SinkPosition?
  /// Distinguishes the numbers from those of another cursor.
  let history: UInt64
  /// The greatest number that a state was given.
  var last: UInt64 = 0
  /// The state of ``position``.
  var delivered: State?
  /// The state to which the message leads that may have been sent.
  var pending: State?

  /// What the receiver has, or is to have.
  struct State: Sendable, Hashable {
    var number: UInt64
    /// The definition, as the definer of the sink sees it.
    var view: ViewIdentity
    /// Whether the receiver gets the whole view, and not the changes.
    var isWhole: Bool
    /// The versions of the collections, in the order of ``LiveView/sources(of:)``.
    var sources: [ResumeToken]
  }

  /// - Parameter random: makes ``history``.
  init(history random: UInt64) {
    // 0 is that of states whose history is not known.
    history = random | 1
  }

  /// Forgets what the receiver has. What is delivered next has a number that no state had before.
  mutating func forget() { (position, delivered, pending) = (nil, nil, nil) }

  // MARK: Coding

  private enum Flag {
    static let position: UInt8 = 1
    static let delivered: UInt8 = 2
    static let pending: UInt8 = 4
  }

  func encode(to writer: inout ByteWriter) {
    writer.write(history)
    writer.write(last)
    writer.write(
      byte: (position == nil ? 0 : Flag.position) | (delivered == nil ? 0 : Flag.delivered)
        | (pending == nil ? 0 : Flag.pending)
    )
    position?.encode(to: &writer)
    delivered?.encode(to: &writer)
    pending?.encode(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ArrangeError) {
    history = try reader.number()
    last = try reader.number()
    let flags = try reader.byte()
    guard history != 0, flags < 8, last < .max else {
      throw .damagedJournal("the position of a sink in a view is out of range")
    }
    if flags & Flag.position != 0 { position = try SinkPosition(from: &reader) }
    if flags & Flag.delivered != 0 { delivered = try State(from: &reader) }
    if flags & Flag.pending != 0 { pending = try State(from: &reader) }
  }
}

extension SinkViewCursor.State {
  fileprivate func encode(to writer: inout ByteWriter) {
    writer.write(number)
    writer.write(view.high)
    writer.write(view.low)
    writer.write(byte: isWhole ? 1 : 0)
    writer.write(sources.count)
    for source in sources {
      for number in [source.epoch, source.version, source.incarnation ?? Lineage.unknown, source.since] {
        writer.write(number)
      }
    }
  }

  fileprivate init(from reader: inout ByteReader) throws(ArrangeError) {
    number = try reader.number()
    view = ViewIdentity(high: try reader.number(), low: try reader.number())
    isWhole = try reader.flag()
    sources = []
    for _ in 0..<(try reader.count()) {
      sources.append(
        ResumeToken(
          epoch: try reader.number(),
          version: try reader.number(),
          incarnation: try reader.number(),
          since: try reader.number()
        )
      )
    }
  }
}
