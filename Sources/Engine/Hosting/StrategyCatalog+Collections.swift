import ArrangeModel
import Ordering

extension StrategyCatalog {
  /// The strategy of a collection; nil if it is not loaded, or makes keys of another format.
  func strategy(of descriptor: CollectionDescriptor) -> (any OrderingStrategy)? {
    guard let found = self[descriptor.strategy], found.version == descriptor.strategyVersion else {
      return nil
    }
    return found
  }

  /// The strategy of a collection.
  ///
  /// - Throws: ``StatusCode/failedPrecondition`` if it is not loaded.
  func loadedStrategy(of hosted: HostedCollection) throws(ArrangeError) -> any OrderingStrategy {
    if let strategy = hosted.strategy { return strategy }
    let descriptor = hosted.workingDescriptor
    let name = descriptor.strategy.prefix { $0 != ":" }
    let reason =
      if let kind = self[kind: String(name)], kind.version != descriptor.strategyVersion {
        "is loaded in version \(kind.version), and the collection has keys of version "
          + "\(descriptor.strategyVersion); start the server with a library of that version"
      } else {
        "is not loaded; start the server with its library among the strategies"
      }
    throw ArrangeError(
      .failedPrecondition,
      "the ordering strategy \"\(name)\" \(reason); until then the collection can only be read"
    )
  }
}
