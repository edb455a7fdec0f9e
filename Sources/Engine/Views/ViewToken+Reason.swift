import Changes

extension ViewToken {
  /// Why who has the token needs the whole list, as far as the histories of the collections say; nil if they are those
  /// of the token.
  func reason(over sources: [ViewSource]) -> SnapshotReason? {
    guard sources.map(\.epoch) == self.sources.map(\.epoch) else { return .epochChanged }
    let reasons = zip(sources, self.sources).compactMap { source, said in
      source.state.lineage.judge(said.version, madeBy: said.incarnation, newest: source.version).reason
    }
    return reasons.first { $0 == .epochChanged } ?? reasons.first
  }
}

extension LiveView {
  /// The version of this view at which the collections were what a token of it says; nil if that is not kept.
  func version(of token: ViewToken) -> UInt64? {
    guard let step = feed.log.step(atSources: token.sources.map(\.version)), covers(step.version) else {
      return nil
    }
    return step.version
  }
}
