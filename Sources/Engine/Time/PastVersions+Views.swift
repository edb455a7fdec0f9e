import ArrangeModel

/// A collection at an earlier version, for a view.
struct PastSource: Sendable {
  let key: CollectionKey
  let state: CollectionState
}

extension PastVersions {
  /// Reads a collection at a version for a view.
  ///
  /// - Parameter reply: gets an error that names the collection if the version is not kept, or if another node has the
  ///   collection.
  func source(
    _ name: Identifier,
    at reference: VersionReference,
    for caller: Caller,
    reply: @escaping Reply<PastSource>
  ) {
    shard.executor.check()
    guard shard.shared.owns(name) else { return reply(.failure(.pastElsewhere(name))) }
    shard.shared.withOwned(name) { result in
      do throws(ArrangeError) {
        let hosted = try result.get()
        let version = try resolve(reference, of: hosted, "at", in: name)
        state(at: version, of: hosted, for: caller) { result in
          // It may have another owner since, who has trimmed what was read.
          guard shard.shared.owns(name), hosted.role == .owner else {
            return reply(.failure(.pastElsewhere(name)))
          }
          reply(result.map { PastSource(key: hosted.key, state: $0) }.mapError { $0.ofCollection(name) })
        }
      } catch {
        reply(.failure(error))
      }
    }
  }

  private func resolve(
    _ reference: VersionReference,
    of hosted: HostedCollection,
    _ field: String,
    in name: Identifier
  ) throws(ArrangeError) -> UInt64 {
    do throws(ArrangeError) { return try resolve(reference, of: hosted, field) } catch {
      throw error.ofCollection(name)
    }
  }
}

extension ArrangeError {
  /// The error, saying which collection of a view it is about.
  fileprivate func ofCollection(_ name: Identifier) -> ArrangeError {
    var error = self
    error.message = "of \"\(name)\": \(message)"
    return error
  }

  fileprivate static func pastElsewhere(_ name: Identifier) -> ArrangeError {
    ArrangeError(
      .failedPrecondition,
      "another node has the collection \"\(name)\"; earlier versions of a view are read at a node that has all its collections",
      field: "at"
    )
  }
}
