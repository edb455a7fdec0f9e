import ArrangeModel

/// The connection between a collection and the views over it.
extension Shard {
  /// Sends the commits of a collection to the views of a shard from now on.
  ///
  /// - Parameter reply: gets the collection before the first of them, once that state is durable.
  func attach(home: Int, to name: Identifier, reply: @escaping Reply<SourceStart>) {
    executor.check()
    withCollection(name) { [self] result in
      switch result {
      case .failure(let error): reply(.failure(error))
      case .success(let hosted):
        if let joint = storage.joint {
          let version = hosted.durable.version
          guard !joint.isBehind(name, version) else {
            // Other views were not passed yet what it has: this one is not to show it before them.
            return joint.whenShown(name, through: version) { [self] in
              executor.execute { [self] in attach(home: home, to: name, reply: reply) }
            }
          }
          joint.show(name, needs: hosted.replica.needs)
          if hosted.role != .owner { joint.follow(name, from: version) }
        }
        hosted.watchers.shardsWithViews.insert(home)
        let start = SourceStart(key: hosted.key, epoch: hosted.descriptor.epoch, state: hosted.working)
        hosted.whenDurable { reply($0.map { start }) }
      }
    }
  }

  func detach(home: Int, from name: Identifier, _ key: CollectionKey) {
    executor.check()
    guard let hosted = collections[name], hosted.key == key else { return }
    hosted.watchers.shardsWithViews.remove(home)
    if hosted.watchers.shardsWithViews.isEmpty { storage.joint?.hide(name) }
  }

  /// Tells the views of a collection that no more commits will follow.
  func endViews(of hosted: HostedCollection, _ error: ArrangeError) {
    executor.check()
    guard !hosted.watchers.shardsWithViews.isEmpty else { return }
    storage.joint?.hide(hosted.name)
    storage.publisher?.publish([(Array(hosted.watchers.shardsWithViews), .ended(hosted.key, error))])
    hosted.watchers.shardsWithViews = []
  }
}

extension ArrangeError {
  static let stopped = ArrangeError(.unavailable, "the server has stopped")
}
