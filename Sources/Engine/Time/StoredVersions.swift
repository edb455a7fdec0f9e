package import ArrangeModel

/// The versions with names of the collections of a shard. Used on its executor.
package struct StoredVersions: Sendable {
  let shard: Shard

  /// Gives a version a name.
  package func set(
    _ request: SetVersionRequest,
    for caller: Caller,
    reply: @escaping Reply<NamedVersion>
  ) {
    change(request.collection, for: caller, reply: reply) { (hosted, names) throws(ArrangeError) in
      guard !request.name.text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        throw ArrangeError(
          .invalidArgument,
          "\"\(request.name)\" is a number, which names the version itself; choose another name",
          field: "version_name"
        )
      }
      let number = try shard.past.resolve(
        request.version ?? .number(hosted.durable.version),
        of: hosted,
        "version"
      )
      // The bin may just be emptied.
      let emptied = hosted.workingDescriptor.emptiedVersion
      guard number >= emptied else { throw .notKept(number, oldest: emptied, "version") }
      let version = NamedVersion(
        name: request.name,
        version: number,
        setAt: shard.clock.wallTime(),
        author: caller.principal
      )
      try names.set(version)
      return version
    }
  }

  /// Lists the versions that have names, the newest first.
  package func list(_ request: ListVersionsRequest, reply: @escaping Reply<VersionList>) {
    shard.executor.check()
    shard.shared.withOwned(request.collection) { result in
      reply(
        result.map { hosted in
          let names = hosted.descriptor.namedVersions.all
          return VersionList(versions: names.sorted { ($1.version, $0.name) < ($0.version, $1.name) })
        }
      )
    }
  }

  /// Deletes a name.
  package func delete(_ request: DeleteVersionRequest, reply: @escaping Reply<Void>) {
    change(request.collection, for: .server, reply: reply) { (_, names) throws(ArrangeError) in
      guard names.remove(request.name) else { throw .noVersion(request.name, "version_name") }
    }
  }

  /// Changes the names of a collection, not while it is being emptied, and answers when they are durable.
  private func change<Value: Sendable>(
    _ collection: Identifier,
    for caller: Caller,
    reply: @escaping Reply<Value>,
    _ body: @escaping (HostedCollection, inout NamedVersions) throws(ArrangeError) -> Value
  ) {
    shard.executor.check()
    guard !shard.isDraining else { return reply(.failure(.draining)) }
    shard.withWritable(collection, for: caller) { result in
      do throws(ArrangeError) {
        let hosted = try result.get()
        var names = hosted.workingDescriptor.namedVersions
        let value = try body(hosted, &names)
        hosted.workingDescriptor.namedVersions = names
        shard.descriptions.write(hosted) { outcome in reply(outcome.map { value }) }
      } catch {
        reply(.failure(error))
      }
    }
  }
}

extension Shard {
  /// The versions with names of its collections.
  package var versions: StoredVersions { StoredVersions(shard: self) }
}
