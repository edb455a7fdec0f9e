import Changes

extension ViewToken {
  /// The reason why the subscriber with the token needs the whole list, judging by the histories of the
  /// collections; nil if they are those of the token.
  func reason(over sources: [ViewSource]) -> SnapshotReason? {
    guard sources.map(\.epoch) == self.sources.map(\.epoch) else { return .epochChanged }
    let reasons = zip(sources, self.sources).compactMap { source, said in
      source.state.lineage.classify(said.version, in: said.era, newest: source.version).reason
    }
    return reasons.first { $0 == .epochChanged } ?? reasons.first
  }
}

extension LiveView {
  /// The version of this view at which the collections were in the state of the token; nil if it is not kept.
  func version(of token: ViewToken) -> UInt64? {
    let versions = token.sources.map(\.version)
    // The same state of the collections can be at several versions, with different windows.
    let steps = [feed.log.step(at: token.version), feed.log.step(atSources: versions)].compactMap(\.self)
    let step = steps.first { $0.sources == versions && hasWindow(of: token, $0) && covers($0.version) }
    return step?.version
  }
}
