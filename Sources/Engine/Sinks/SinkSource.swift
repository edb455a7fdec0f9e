package import ArrangeModel

/// What a sink delivers under a name, and how far it is with it. Used on the executor of the shard of the name.
package protocol SinkFeed: Sendable {
  /// How far a sink is, and the newest durable version; nil if there is nothing of the name, or not on this node.
  func look(_ name: Identifier, for sink: CollectionKey) -> (position: SinkPosition?, newest: UInt64)?

  /// Writes a position in place of another one.
  ///
  /// - Parameter reply: gets whether the position was still the other one.
  func record(
    _ position: SinkPosition,
    replacing old: SinkPosition?,
    of name: Identifier,
    for sink: CollectionKey,
    reply: @escaping Reply<Bool>
  )

  /// Makes the message that leads from a position to a version.
  ///
  /// - Parameters:
  ///   - position: what the receiver has; nil for the whole.
  ///   - through: the last version; ignored for the whole.
  ///   - reply: gets nil if the receiver has everything.
  func message(
    of name: Identifier,
    after position: SinkPosition?,
    through: UInt64?,
    encode: @escaping SinkEncoder,
    reply: @escaping Reply<SinkPayload?>
  )
}

/// A message, encoded.
package struct SinkPayload: Sendable {
  package var bytes: [UInt8]
  package var from: StateID?
  package var to: StateID
  /// The state that the receiver has afterwards.
  package var state: SinkDelivery.State
  package var commitCount: Int
  /// Whether it has everything that there was when it was made, and not what an earlier attempt had.
  package var isNewest = true
}

/// What sinks read and write of the collections of a shard. Used on its executor.
package struct SinkSource: SinkFeed {
  let shard: Shard

  /// How far a sink is with a collection, and its newest durable version; nil if it is no collection of this node.
  package func look(_ name: Identifier, for sink: CollectionKey) -> (position: SinkPosition?, newest: UInt64)?
  {
    shard.executor.check()
    guard shard.shared.owns(name), let entry = shard.catalog.entry(name), entry.descriptor.view == nil,
      !name.isInternal
    else { return nil }
    guard let hosted = shard.readyCollection(name) else {
      return (entry.descriptor.sinkPositions[sink], entry.version)
    }
    return (hosted.workingDescriptor.sinkPositions[sink], hosted.durable.version)
  }

  /// Writes a position in place of another one.
  ///
  /// - Parameter reply: gets whether the position was still the other one.
  package func record(
    _ position: SinkPosition,
    replacing old: SinkPosition?,
    of name: Identifier,
    for sink: CollectionKey,
    reply: @escaping Reply<Bool>
  ) {
    shard.executor.check()
    guard !shard.isDraining else { return reply(.failure(.draining)) }
    shard.withWritable(name, for: .server) { result in
      do throws(ArrangeError) {
        let hosted = try result.get()
        guard hosted.workingDescriptor.sinkPositions[sink] == old else { return reply(.success(false)) }
        var positions = hosted.workingDescriptor.sinkPositions
        positions.keep(Set(shard.catalog.sinks.map(\.key)))
        positions[sink] = position
        hosted.workingDescriptor.sinkPositions = positions
        shard.descriptions.write(hosted) { outcome in reply(outcome.map { true }) }
      } catch {
        reply(.failure(error))
      }
    }
  }

  /// Makes sure that the position of a sink is still another one, and that this node still owns the collection, by writing its
  /// description once more.
  ///
  /// - Parameter reply: gets whether that is so.
  package func confirm(
    _ position: SinkPosition?,
    of name: Identifier,
    for sink: CollectionKey,
    reply: @escaping @Sendable (Bool) -> Void
  ) {
    shard.executor.check()
    guard !shard.isDraining else { return reply(false) }
    shard.withWritable(name, for: .server) { result in
      guard case .success(let hosted) = result, hosted.workingDescriptor.sinkPositions[sink] == position
      else {
        return reply(false)
      }
      shard.descriptions.write(hosted) { outcome in reply((try? outcome.get()) != nil) }
    }
  }

  /// Whether this node owns the name, and a collection of the name is here.
  ///
  /// - Returns: nil if another node owns it.
  package func hasCollection(_ name: Identifier) -> Bool? {
    shard.executor.check()
    guard shard.shared.owns(name) else { return nil }
    return shard.catalog.entry(name).map { $0.descriptor.view == nil } ?? false
  }

  /// The state that a receiver has at a position; nil if this node has no collection of the name.
  package func state(_ position: SinkPosition, of name: Identifier) -> StateID? {
    shard.executor.check()
    guard shard.shared.owns(name), let entry = shard.catalog.entry(name), entry.descriptor.view == nil else {
      return nil
    }
    return StateID(
      version: position.version,
      history: entry.descriptor.history(madeBy: position.incarnation)
    )
  }

  /// Makes the message that leads from a position to a version.
  ///
  /// - Parameters:
  ///   - position: what the receiver has; nil for the whole list.
  ///   - through: the last version; ignored for the whole list.
  package func message(
    of name: Identifier,
    after position: SinkPosition?,
    through: UInt64?,
    encode: @escaping SinkEncoder,
    reply: @escaping Reply<SinkPayload?>
  ) {
    shard.executor.check()
    shard.shared.withOwned(name) { result in
      guard case .success(let hosted) = result else {
        return reply(result.flatMap { _ in .failure(.notOwned) })
      }
      guard let position, let through else { return list(hosted, .first, encode, reply: reply) }
      let newest = hosted.durable.version
      guard through <= newest, position.version < through,
        hosted.lineage.incarnation(of: position.version) == position.incarnation
      else { return list(hosted, .history, encode, reply: reply) }
      guard position.version >= hosted.oldestVersion else {
        return list(hosted, .trimmed, encode, reply: reply)
      }
      changes(hosted, position, through, encode, reply: reply)
    }
  }

  private func changes(
    _ hosted: HostedCollection,
    _ position: SinkPosition,
    _ through: UInt64,
    _ encode: @escaping SinkEncoder,
    reply: @escaping Reply<SinkPayload?>
  ) {
    let (from, to) = (state(position.version, hosted), state(through, hosted))
    let incarnation = hosted.lineage.incarnation(of: through)
    shard.past.difference(from: position.version, to: through, of: hosted, for: .server) { result in
      switch result {
      case .failure(let error) where error.code == .outOfRange: list(hosted, .trimmed, encode, reply: reply)
      case .failure(let error) where error == .tooManyEdits: list(hosted, .size, encode, reply: reply)
      case .failure(let error): reply(.failure(error))
      case .success(let difference):
        let name = hosted.name
        shard.past.run(edits: difference.edits, weight: difference.edits, for: .server) {
          (_: inout WorkSlice) throws(ArrangeError) -> [UInt8]?? in
          guard let changes = SinkChanges.between(difference) else { return .some(nil) }
          var message = SinkMessage(collection: name, from: from, to: to, content: .changes(changes))
          message.commitCount = difference.commits.count
          message.commits = difference.commits.suffix(SinkMessage.maximumNotes).map { SinkMessage.Note($0) }
          return .some(encode(message))
        } whenDone: { result in
          switch result {
          case .failure(let error): reply(.failure(error))
          case .success(nil): list(hosted, .size, encode, reply: reply)
          case .success(let bytes?):
            reply(
              .success(
                SinkPayload(
                  bytes: bytes,
                  from: from,
                  to: to,
                  state: SinkDelivery.State(version: through, incarnation: incarnation),
                  commitCount: difference.commits.count
                )
              )
            )
          }
        }
      }
    }
  }

  /// Makes a message with the whole list, or with the place where it is read.
  private func list(
    _ hosted: HostedCollection,
    _ reason: SinkMessage.Reason,
    _ encode: @escaping SinkEncoder,
    reply: @escaping Reply<SinkPayload?>
  ) {
    let content = hosted.readDurable()
    let (name, to) = (hosted.name, state(content.version, hosted))
    let incarnation = hosted.lineage.incarnation(of: content.version)
    shard.past.run(edits: content.itemCount + content.sectionCount, weight: content.itemCount, for: .server) {
      (_: inout WorkSlice) throws(ArrangeError) -> [UInt8]? in
      if let bytes = encode(SinkMessage(collection: name, to: to, content: .list(content, reason))) {
        return bytes
      }
      guard let bytes = encode(SinkMessage(collection: name, to: to, content: .pointer(reason))) else {
        throw ArrangeError(.internal, "the place of a list does not fit into a message")
      }
      return bytes
    } whenDone: { result in
      reply(
        result.map { bytes in
          SinkPayload(
            bytes: bytes,
            from: nil,
            to: to,
            state: SinkDelivery.State(version: to.version, incarnation: incarnation),
            commitCount: 0
          )
        }
      )
    }
  }

  private func state(_ version: UInt64, _ hosted: HostedCollection) -> StateID {
    StateID(
      version: version,
      history: hosted.descriptor.history(madeBy: hosted.lineage.incarnation(of: version))
    )
  }
}

extension SinkMessage.Note {
  fileprivate init(_ commit: Commit) {
    self.init(version: commit.version, time: commit.time, author: commit.author, requestID: commit.requestID)
  }
}

extension Shard {
  /// What sinks read and write of its collections.
  package var sinkSource: SinkSource { SinkSource(shard: self) }
}
