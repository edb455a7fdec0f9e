import ArrangeModel
import Changes
import Synchronization

/// Makes the messages about a view. Used on the executor of its host.
extension SinkView {
  /// Makes the next message. Used on the executor of the host.
  func make(_ moment: Moment, _ reply: @escaping Reply<Made>) {
    let cursor = moment.cursor
    guard cursor.position != nil, let delivered = cursor.delivered, cursor.pending?.isWhole != true else {
      return makeWhole(moment, .first, reply)
    }
    let states = [delivered, cursor.pending].compactMap(\.self)
    for state in states {
      guard state.view == moment.view.identity, state.sources.count == moment.sources.count else {
        return makeWhole(moment, .definition, reply)
      }
      switch moment.descent(of: state) {
      case .known: break
      case .foreign: return makeWhole(moment, .history, reply)
      case .unknown: return makeWhole(moment, .trimmed, reply)
      case .later: return reply(.failure(.laterThanView))
      }
    }
    list(at: delivered, moment) { [self] old in
      guard let old else { return makeWhole(moment, .trimmed, reply) }
      guard let pending = cursor.pending else {
        return makeChanges(moment, from: (delivered, old), to: nil, reply)
      }
      list(at: pending, moment) { [self] new in
        guard let new else { return makeWhole(moment, .trimmed, reply) }
        makeChanges(moment, from: (delivered, old), to: (pending, new), reply)
      }
    }
  }

  /// A state of the view, and the version of the open view that it is, if it is one.
  struct Past: Sendable {
    var list: ViewList
    var version: UInt64?
  }

  /// Calls a closure with the view at a state; with nil if that is not known any more. Used on the executor of the host.
  private func list(
    at wanted: SinkViewCursor.State,
    _ moment: Moment,
    _ body: @escaping @Sendable (Past?) -> Void
  ) {
    let (view, host) = (moment.view, moment.host)
    let mark = state.withLock { $0.marks[wanted.number] }
    if let mark, mark.view == view.number, view.covers(mark.version), view.version == moment.version {
      return body(Past(list: view.list(at: mark.version, from: moment.list), version: mark.version))
    }
    let versions = wanted.sources.map(\.version)
    if versions == moment.sources.map(\.version) {
      return body(Past(list: moment.list, version: moment.version))
    }
    host.readMissed(view.sources, versions) { result in
      guard case .success(nil) = result, zip(view.sources, versions).allSatisfy({ $0.log.covers($1) }) else {
        return body(nil)
      }
      host.evaluate(view, asAt: versions, for: .server) { past in
        body(past.map { Past(list: view.list($0.parts, $0.states, window: nil), version: nil) })
      }
    }
  }

  /// - Parameter to: the state that was meant before; nil for the newest one.
  private func makeChanges(
    _ moment: Moment,
    from: (state: SinkViewCursor.State, past: Past),
    to: (state: SinkViewCursor.State, past: Past)?,
    _ reply: @escaping Reply<Made>
  ) {
    let new = to?.past ?? Past(list: moment.list, version: moment.version)
    let old = from.past
    let next = to?.state ?? moment.nextState(isWhole: false)
    if to == nil {
      if next.sources == from.state.sources {
        mark(from.state.number, moment)
        return reply(.success(.unchanged(next.sources)))
      }
      mark(next.number, moment)
    }
    let traced = moment.traced(from: old, to: new)
    let count = traced?.count ?? old.list.itemCount + new.list.itemCount
    let message = moment.message(from: from.state.number, to: next.number)
    let (sources, encode, isPending) = (moment.sources, moment.encode, to != nil)
    moment.host.shard.past.run(edits: count, weight: count, for: .server) {
      (_: inout WorkSlice) throws(ArrangeError) -> Changed? in
      let touched = traced ?? ViewList.everything(in: old.list, new.list)
      guard let changes = SinkRowChanges.between(old.list, new.list, touched: touched) else {
        return .tooLarge
      }
      if changes.isEmpty, !isPending { return .nothing }
      var message = message
      message.content = .changes(changes)
      guard let bytes = encode(message) else { return .tooLarge }
      return .bytes(bytes)
    } whenDone: { [self] result in
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(.tooLarge): makeWhole(moment, .size, reply)
      case .success(.bytes(let bytes)):
        reply(.success(.message(bytes, from: from.state.number, to: next)))
      case .success(.nothing):
        // What comes later is compared with this version, which looks the same.
        mark(from.state.number, moment)
        reply(.success(.unchanged(sources)))
      }
    }
  }

  enum Changed: Sendable {
    case nothing
    case bytes([UInt8])
    case tooLarge
  }

  /// Makes a message with the whole view, or with the place where it is read.
  private func makeWhole(_ moment: Moment, _ reason: SinkMessage.Reason, _ reply: @escaping Reply<Made>) {
    let next = moment.nextState(isWhole: true)
    mark(next.number, moment)
    let (list, encode) = (moment.list, moment.encode)
    let rows = list.itemCount + list.sectionCount
    let message = moment.message(from: nil, to: next.number)
    let readVersion = moment.readVersion
    moment.host.shard.past.run(edits: rows, weight: list.itemCount, for: .server) {
      (_: inout WorkSlice) throws(ArrangeError) -> [UInt8]? in
      var message = message
      if rows <= SinkView.largestMessage / SinkView.smallestRow {
        message.content = .rows(SectionedList(list), reason)
        if let bytes = encode(message) { return bytes }
      }
      message.content = .pointer(reason)
      message.readVersion = readVersion
      guard readVersion != nil, let bytes = encode(message) else { throw .viewTooLarge }
      return bytes
    } whenDone: { result in
      reply(result.map { .message($0, from: nil, to: next) })
    }
  }

  private func mark(_ number: UInt64, _ moment: Moment) {
    let kept = [moment.cursor.delivered?.number, moment.cursor.pending?.number, number]
    state.withLock { state in
      state.marks[number] = Mark(view: moment.view.number, version: moment.version)
      state.marks = state.marks.filter { kept.contains($0.key) }
    }
  }
}

extension SinkView.Moment {
  /// Whether a state is one of those that the collections had.
  enum Descent {
    case known
    case foreign
    case unknown
    /// This node has not heard of it yet.
    case later
  }

  func descent(of state: SinkViewCursor.State) -> Descent {
    for (source, said) in zip(view.sources, state.sources) {
      guard source.epoch == said.epoch else { return .foreign }
      guard said.version <= source.version else { return .later }
      switch source.state.lineage.classify(said.version, in: said.era, newest: source.version) {
      case .proven: break
      case .foreign: return .foreign
      case .unproven: return .unknown
      }
    }
    return .known
  }

  /// The newest state, with a number that no other one has.
  func nextState(isWhole: Bool) -> SinkViewCursor.State {
    SinkViewCursor.State(
      number: cursor.last + 1,
      view: view.identity,
      isWhole: isWhole,
      sources: sources
    )
  }

  func message(from: UInt64?, to: UInt64) -> SinkMessage {
    SinkMessage(
      collection: reference.name ?? .empty,
      isView: true,
      from: from.map { StateID(version: $0, history: cursor.history) },
      to: StateID(version: to, history: cursor.history),
      content: .changes([])
    )
  }

  /// What may differ between two states of a large view; nil if everything is to be compared. So the changes follow from the two
  /// states alone for every view of which an older state can be evaluated again, and they are the same after a restart; and those
  /// of a view that is read with the rights of its definer do not depend on what was touched in its collections.
  func traced(from old: SinkView.Past, to new: SinkView.Past) -> [Touched<ViewElement>]? {
    guard !view.isOpaque, max(old.list.itemCount, new.list.itemCount) > ViewBudget.maximumRewoundRows,
      let before = old.version, let after = new.version, before <= after, view.covers(before),
      view.covers(after)
    else { return nil }
    var touched: [Touched<ViewElement>] = []
    for (part, trace) in view.feed.log.traces(after: before, through: after).enumerated() {
      for section in trace.sections where !section.touch.isEmpty {
        guard let element = section.element else { continue }
        touched.append(Touched(.section, ViewElement(part: part, element: element), section.touch))
      }
      for item in trace.items {
        touched.append(Touched(.item, ViewElement(part: part, element: item.element), item.touch))
      }
    }
    return ViewList.completed(touched, from: old.list, to: new.list)
  }

  /// The version at which everybody who may read the view finds these rows; nil if there is none.
  var readVersion: UInt64? {
    guard !view.isOpaque, sources.count == 1, reference.storedText == reference.definition.text else {
      return nil
    }
    return sources[0].version
  }
}

extension ArrangeError {
  fileprivate static let viewTooLarge = ArrangeError(
    .resourceExhausted,
    "the view does not fit into a message of \(SinkView.largestMessage) bytes, and has no version at which it could be read; let "
      + "it show fewer items or fields, or deliver its collections"
  )

  fileprivate static let laterThanView = ArrangeError(
    .unavailable,
    "this node has not yet heard of everything that the receiver has"
  )
}
