import Changes

extension ViewToken {
  /// The reason why the subscriber with the token needs the whole list, judging by the histories of the
  /// collections; nil if they are those of the token.
  func reason(over sources: [ViewSource]) -> SnapshotReason? {
    guard sources.map(\.epoch) == self.sources.map(\.epoch) else { return .epochChanged }
    let reasons = zip(sources, self.sources).compactMap { source, said in
      source.state.lineage.judge(said.version, madeBy: said.incarnation, newest: source.version).reason
    }
    return reasons.first { $0 == .epochChanged } ?? reasons.first
  }
}

extension LiveView {
  /// The version of this view at which the collections were in the state of the token; nil if it is not kept.
  func version(of token: ViewToken) -> UInt64? {
    guard let step = feed.log.step(atSources: token.sources.map(\.version)), covers(step.version) else {
      return nil
    }
    return step.version
  }
}
