import ArrangeModel

/// Opens views and brings them up to date. Long work runs off the shard, on an unchanging state of the
/// collections; the view follows later commits afterwards.
extension ViewHost {
  /// The same as ``withView(_:for:attempt:_:)``.
  ///
  /// - Parameters:
  ///   - offset: the lower bound of ``LiveView/offset``.
  ///   - caller: the caller, whose limits bound the rows of the view.
  func withView(
    _ definition: ViewDefinition,
    offset: UInt64,
    for caller: Caller,
    _ body: @escaping (Result<LiveView, ArrangeError>) -> Void
  ) {
    shard.executor.check()
    withView(definition, for: caller) { result in
      guard case .success(let view) = result else { return body(result) }
      let most = caller.limits.viewRows
      guard view.rowCounts.items <= most else { return body(.failure(.tooManyRows(limit: most))) }
      view.raise(toOffset: offset)
      body(result)
    }
  }

  /// Calls a closure with a view that is up to date.
  ///
  /// - Parameters:
  ///   - caller: the caller. A view that nobody waits for any more is not evaluated.
  ///   - attempt: the number of this attempt at the evaluation, for those who have waited since the first.
  func withView(
    _ definition: ViewDefinition,
    for caller: Caller,
    attempt: Int = 1,
    _ body: @escaping (Result<LiveView, ArrangeError>) -> Void
  ) {
    shard.executor.check()
    let text = definition.text
    if let view = self.views[text] {
      view.lastUsed = shard.clock.monotonicNanoseconds()
      return whenFollowed(view, for: caller, body)
    }
    let rows = ViewIdentity(rowsOf: definition)
    let waiter = ViewOpening.Waiter(definition: definition, caller: caller, body: body)
    if let opening = self.openings[rows] { return opening.add(waiter) }
    let collections = LiveView.sources(of: definition)
    do throws(ArrangeError) {
      if let name = collections.first(where: { shard.catalog.entry($0)?.descriptor.view != nil }) {
        throw .viewOfView(name, field: definition.place(of: name))
      }
      for name in definition.overlays where shard.catalog.entry(name) == nil {
        throw .noOverlay(name, in: definition, shard.catalog)
      }
      try makeRoomForView()
    } catch { return body(.failure(error)) }
    sources.with(collections) { [self] result in
      do throws(ArrangeError) {
        let sources = try result.get()
        // A collection may have been deleted while the others were read and may exist again, so it is looked
        // up once more; so is the view, which others may have opened.
        guard sources.allSatisfy({ self.sources[$0.name] === $0 }), self.views[text] == nil,
          self.openings[rows] == nil
        else { return withView(definition, for: caller, attempt: attempt, body) }
        guard caller.isWanted() else { throw .notWanted }
        // Other views may have been opened meanwhile.
        try makeRoomForView()
        if let other = viewsOfRows[rows]?.model(over: sources) {
          let versions = other.feed.log.newest.sources
          let view = try open(definition, text, over: sources, other.parts, at: versions)
          return whenFollowed(view, for: caller) { [self] result in body(result.flatMap { checked($0) }) }
        }
        let evaluation = ViewEvaluation(definition, over: sources)
        try evaluation.check()
        if evaluation.steps <= ViewBudget.maximumStepsAtOnce {
          let parts = try evaluation.finish()
          body(.success(try open(definition, text, over: sources, parts, at: evaluation.versions)))
        } else {
          let opening = ViewOpening()
          opening.add(waiter)
          evaluate(evaluation, definition, over: sources, for: caller, opening, attempt: attempt)
        }
      } catch {
        let missing = collections.first { shard.catalog.entry($0) == nil }
        body(.failure(missing.map { error.naming(definition.place(of: $0)) } ?? error))
      }
    }
  }

  /// Evaluates a view off the shard.
  private func evaluate(
    _ evaluation: ViewEvaluation,
    _ definition: ViewDefinition,
    over sources: [ViewSource],
    for caller: Caller,
    _ opening: ViewOpening,
    attempt: Int
  ) {
    let rows = ViewIdentity(rowsOf: definition)
    self.openings[rows] = opening
    // They must not be dropped meanwhile.
    for source in sources { source.viewCount += 1 }
    let anyCaller = Caller(caller.owner) { opening.isWanted }
    shard.work.run(for: anyCaller, weight: evaluation.weight) {
      (slice: inout WorkSlice) throws(ArrangeError) in
      try evaluation.proceed(&slice)
    } whenDone: { [self] result in
      self.openings[rows] = nil
      for source in sources { source.viewCount -= 1 }
      finish(evaluation, definition, over: sources, result, opening, attempt: attempt)
      for source in sources { self.sources.release(source.name) }
    }
  }

  /// Opens a view that was evaluated off the shard, for those who wait for it.
  private func finish(
    _ evaluation: ViewEvaluation,
    _ definition: ViewDefinition,
    over sources: [ViewSource],
    _ result: Result<[LiveView.Part], ArrangeError>,
    _ opening: ViewOpening,
    attempt: Int
  ) {
    // If a collection is gone, or has changed more than its log covers, the view can't follow it.
    let isOvertaken =
      !(sources.allSatisfy { self.sources[$0.name] === $0 }
      && zip(sources, evaluation.versions).allSatisfy { $0.log.covers($1) })
    var next = attempt
    var failure: ArrangeError?
    do throws(ArrangeError) {
      let parts = try result.get()
      if isOvertaken {
        next += 1
        if next > ViewBudget.maximumEvaluations { failure = .viewOvertaken }
      } else {
        _ = try open(definition, definition.text, over: sources, parts, at: evaluation.versions)
      }
    } catch {
      // Another caller may have come after nobody waited any more; the view is evaluated for it.
      if error != .notWanted { failure = error }
    }
    // There can be thousands, each with a view of its own.
    for (number, waiter) in opening.waiters.enumerated() {
      // It stays on the shard's executor.
      nonisolated(unsafe) let waiter = waiter
      let answer: @Sendable () -> Void = { [self, next, failure] in
        if let failure {
          waiter.body(.failure(failure))
        } else if !waiter.caller.isWanted() {
          waiter.body(.failure(.notWanted))
        } else {
          withView(waiter.definition, for: waiter.caller, attempt: next, waiter.body)
        }
      }
      if number == 0 { answer() } else { shard.executor.executeInTurn(answer) }
    }
  }

  /// Adds a view that was evaluated.
  private func open(
    _ definition: ViewDefinition,
    _ text: String,
    over sources: [ViewSource],
    _ parts: [LiveView.Part],
    at versions: [UInt64]
  ) throws(ArrangeError) -> LiveView {
    let view = LiveView(
      definition,
      text: text,
      // The number of an opaque view, which is part of page tokens, does not depend on other random numbers
      // drawn here.
      number: (definition.rights == .definer ? shard.options.secretBits() : shard.random.next()) | 1,
      sources: sources,
      parts: parts,
      at: versions,
      now: shard.clock.monotonicNanoseconds(),
      clock: shard.clock,
      memory: shard.prepared,
      secretBits: shard.options.secretBits
    )
    self.views[text] = view
    let group = viewsOfRows[view.rowsIdentity] ?? ViewsOfRows()
    viewsOfRows[view.rowsIdentity] = group
    group.add(view)
    recordSize(of: view)
    do throws(ArrangeError) { try makeRoomForRows(of: view) } catch {
      forget(view)
      throw error
    }
    shard.options.traceView("view opened", view)
    return view
  }

  // MARK: Following

  /// Calls a closure with a view when it is up to date: immediately, unless too much has changed.
  func whenFollowed(
    _ view: LiveView,
    for caller: Caller,
    _ body: @escaping (Result<LiveView, ArrangeError>) -> Void
  ) {
    shard.executor.check()
    if view.awaitingFollower != nil {
      view.awaitingFollower?.append(.init(definition: view.definition, caller: caller, body: body))
      return
    }
    if view.isUpToDate { return body(.success(view)) }
    guard view.canFollow else {
      view.awaitingFollower = [.init(definition: view.definition, caller: caller, body: body)]
      return reevaluate(view, for: caller, attempt: 1)
    }
    guard view.stepsToFollow <= ViewBudget.maximumStepsAtOnce else {
      view.awaitingFollower = [.init(definition: view.definition, caller: caller, body: body)]
      return followOffShard(view, for: caller)
    }
    (viewsOfRows[view.rowsIdentity] ?? ViewsOfRows()).follow(view)
    shard.options.traceView("view followed", view)
    recordSize(of: view)
    body(checked(view))
  }

  private func followOffShard(_ view: LiveView, for caller: Caller) {
    let follower = ViewFollower(view)
    shard.work.run(for: caller.untilTheEnd, weight: 0) {
      (slice: inout WorkSlice) throws(ArrangeError) -> ViewFollower.Outcome? in
      let outcome = follower.run()
      slice.count(WorkSlice.steps)
      return outcome
    } whenDone: { [self] result in
      let outcome = result.map { view.follow(to: $0.parts, by: $0.edits, at: $0.versions) }
      finishFollowing(view, outcome)
    }
  }

  /// Calls a closure with a view as it was at versions of its collections, which their logs cover; with nil
  /// if there is more to compare than allowed, or if that would exceed a view's limits.
  func evaluate(
    _ view: LiveView,
    asAt versions: [UInt64],
    for caller: Caller,
    _ body: @escaping @Sendable (ViewPast?) -> Void
  ) {
    guard view.rowCounts.items <= ViewBudget.maximumRewoundRows else { return body(nil) }
    let rewinding = ViewRewinding(view, to: versions)
    if rewinding.steps <= ViewBudget.maximumStepsAtOnce {
      var past: ViewPast?
      do throws(ArrangeError) {
        while past == nil {
          var slice = WorkSlice()
          past = try rewinding.proceed(&slice)
        }
      } catch { return body(nil) }
      return body(past?.ifSmall)
    }
    shard.work.run(for: caller, weight: rewinding.weight) { (slice: inout WorkSlice) throws(ArrangeError) in
      try rewinding.proceed(&slice)
    } whenDone: { result in
      body((try? result.get())?.ifSmall)
    }
  }

  /// Evaluates a view again if too much has changed to follow.
  private func reevaluate(_ view: LiveView, for caller: Caller, attempt: Int) {
    let evaluation = ViewEvaluation(view.definition, over: view.sources)
    do throws(ArrangeError) {
      try evaluation.check()
      if evaluation.steps <= ViewBudget.maximumStepsAtOnce {
        view.begin(anew: try evaluation.finish(), at: evaluation.versions)
        return finishFollowing(view, .success(()))
      }
    } catch { return finishFollowing(view, .failure(error)) }
    shard.work.run(for: caller.untilTheEnd, weight: evaluation.weight) {
      (slice: inout WorkSlice) throws(ArrangeError) in
      try evaluation.proceed(&slice)
    } whenDone: { [self] result in
      let isCovered = zip(view.sources, evaluation.versions).allSatisfy { $0.log.covers($1) }
      guard case .success = result, !isCovered else {
        let outcome = result.map { view.begin(anew: $0, at: evaluation.versions) }
        return finishFollowing(view, outcome)
      }
      guard attempt < ViewBudget.maximumEvaluations else {
        return finishFollowing(view, .failure(.viewOvertaken))
      }
      reevaluate(view, for: caller, attempt: attempt + 1)
    }
  }

  /// Handles the end of following, or its failure.
  private func finishFollowing(_ view: LiveView, _ outcome: Result<Void, ArrangeError>) {
    let waiting = view.awaitingFollower ?? []
    view.awaitingFollower = nil
    shard.options.traceView("view updated", view)
    recordSize(of: view)
    let outcome = outcome.flatMap { checked(view).map { _ in } }
    for waiter in waiting {
      switch outcome {
      // More may have changed meanwhile, and the view may have been closed.
      case .success: withView(view.definition, for: waiter.caller, waiter.body)
      case .failure(let error): waiter.body(.failure(error))
      }
    }
  }

  /// A view that has followed, unless it now exceeds its limits: then it is closed.
  private func checked(_ view: LiveView) -> Result<LiveView, ArrangeError> {
    guard let error = view.overBudget else { return .success(view) }
    if self.views[view.text] === view { end(view, error) }
    return .failure(error)
  }
}

extension ArrangeError {
  /// The error for a view that shows an overlay that is not there, or the collection of which is not there.
  fileprivate static func noOverlay(
    _ stored: Identifier,
    in definition: ViewDefinition,
    _ catalog: Catalog
  ) -> ArrangeError {
    guard let name = OverlayName(stored), catalog.entry(name.collection) != nil else {
      let name = stored.placedName
      var error = ArrangeError.noCollection(name)
      error.field = definition.place(of: name)
      return error
    }
    var error = ArrangeError.noOverlay(name)
    error.field = definition.place(ofOverlay: stored)
    return error
  }

  static let viewGone = ArrangeError(.notFound, "the view was closed; subscribe again")

  static func tooManyRows(limit: Int) -> ArrangeError {
    ArrangeError(
      .resourceExhausted,
      "the view has more than the \(limit) rows that you may open; show fewer items",
      field: "collection"
    )
  }

  /// The same error, for a part of a view.
  fileprivate func naming(_ place: String) -> ArrangeError {
    var error = self
    if field == "collection" { error.field = place }
    return error
  }
}
