import ArrangeModel

/// Writes the descriptions of the collections of a shard. Used on its executor.
struct DescriptionWriter {
  let shard: any ShardWriter

  /// Writes the description of a collection as it is now.
  ///
  /// - Parameter reply: called when it is durable, as everything submitted before it is.
  func write(_ hosted: HostedCollection, reply: @escaping Reply<Void>) {
    let shard = shard
    let described = hosted.workingDescriptor
    let encoded = described.encoded
    shard.bytesInFlight += encoded.count
    shard.submit(
      .init(content: .entry(.describe(hosted.key, descriptor: encoded)), shard: shard.index) { outcome in
        shard.bytesInFlight -= encoded.count
        if case .success = outcome { shard.descriptions.record(described, of: hosted) }
        reply(outcome)
      }
    )
  }

  /// Installs a description that has become durable.
  func record(_ descriptor: CollectionDescriptor, of hosted: HostedCollection) {
    hosted.descriptor = descriptor
    shard.catalog.update(hosted.name) { $0.descriptor = descriptor }
  }
}

extension ShardWriter {
  var descriptions: DescriptionWriter { DescriptionWriter(shard: self) }
}
