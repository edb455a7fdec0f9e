import ArrangeModel

/// Opening views, and bringing them up to date. What takes long is done apart from the shard, on the collections as they
/// are; meanwhile they go on, and the view follows them afterwards.
extension ViewHost {
  /// The same as ``withView(_:for:attempt:_:)``.
  ///
  /// - Parameter offset: the least ``LiveView/offset``.
  func withView(
    _ definition: ViewDefinition,
    offset: UInt64,
    for caller: Caller,
    _ body: @escaping (Result<LiveView, ArrangeError>) -> Void
  ) {
    shard.executor.check()
    withView(definition, for: caller) { result in
      if case .success(let view) = result { view.raise(toOffset: offset) }
      body(result)
    }
  }

  /// Calls a closure with a view that is up to date.
  ///
  /// - Parameters:
  ///   - caller: who asks. If nobody waits for a view any more, it is not evaluated.
  ///   - attempt: how often the evaluation begins with this one, for those who wait since the first.
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
    if let opening = self.openings[text] { return opening.add(.init(caller: caller, body: body)) }
    let collections = LiveView.collections(of: definition)
    do throws(ArrangeError) {
      if let name = collections.first(where: { shard.catalog.entry($0)?.descriptor.view != nil }) {
        throw .viewOfView(name, field: definition.place(of: name))
      }
      try makeRoomForView()
    } catch { return body(.failure(error)) }
    withSources(collections) { [self] result in
      do throws(ArrangeError) {
        let sources = try result.get()
        // One can have been deleted while the others were read: it may be there again, and is looked for once more. So is
        // the view, which others can have opened.
        guard sources.allSatisfy({ self.sources[$0.name] === $0 }), self.views[text] == nil,
          self.openings[text] == nil
        else { return withView(definition, for: caller, attempt: attempt, body) }
        guard caller.isWanted() else { throw .notWanted }
        // Others can have come meanwhile.
        try makeRoomForView()
        let evaluation = ViewEvaluation(definition, over: sources)
        try evaluation.check()
        if evaluation.steps <= ViewBudget.mostStepsAtOnce {
          let parts = try evaluation.finish()
          body(.success(try open(definition, text, over: sources, parts, at: evaluation.versions)))
        } else {
          let opening = ViewOpening()
          opening.add(.init(caller: caller, body: body))
          evaluate(evaluation, definition, over: sources, for: caller, opening, attempt: attempt)
        }
      } catch {
        let missing = collections.first { shard.catalog.entry($0) == nil }
        body(.failure(missing.map { error.naming(definition.place(of: $0)) } ?? error))
      }
    }
  }

  /// Evaluates a view apart from the shard.
  private func evaluate(
    _ evaluation: ViewEvaluation,
    _ definition: ViewDefinition,
    over sources: [ViewSource],
    for caller: Caller,
    _ opening: ViewOpening,
    attempt: Int
  ) {
    let text = definition.text
    self.openings[text] = opening
    // They must not go meanwhile.
    for source in sources { source.viewCount += 1 }
    let anyCaller = Caller(caller.owner) { opening.isWanted }
    shard.work(for: anyCaller, weight: evaluation.weight) { (slice: inout WorkSlice) throws(ArrangeError) in
      try evaluation.proceed(&slice)
    } whenDone: { [self] result in
      self.openings[text] = nil
      for source in sources { source.viewCount -= 1 }
      finish(evaluation, definition, over: sources, result, opening, attempt: attempt)
      for source in sources { letSourceGo(source.name) }
    }
  }

  /// Opens a view that was evaluated apart from the shard, for those who wait for it.
  private func finish(
    _ evaluation: ViewEvaluation,
    _ definition: ViewDefinition,
    over sources: [ViewSource],
    _ result: Result<[LiveView.Part], ArrangeError>,
    _ opening: ViewOpening,
    attempt: Int
  ) {
    // Of collections that are gone, or that have changed more than is known, there is nothing to follow from.
    let isOvertaken =
      !(sources.allSatisfy { self.sources[$0.name] === $0 }
      && zip(sources, evaluation.versions).allSatisfy { $0.log.covers($1) })
    var next = attempt
    var failure: ArrangeError?
    do throws(ArrangeError) {
      let parts = try result.get()
      if isOvertaken {
        next += 1
        if next > ViewBudget.mostEvaluations { failure = .viewOvertaken }
      } else {
        _ = try open(definition, definition.text, over: sources, parts, at: evaluation.versions)
      }
    } catch {
      // Somebody can have come after it was found that nobody waits; the view is evaluated for those.
      if error != .notWanted { failure = error }
    }
    for waiter in opening.waiters {
      if let failure {
        waiter.body(.failure(failure))
      } else if !waiter.caller.isWanted() {
        waiter.body(.failure(.notWanted))
      } else {
        withView(definition, for: waiter.caller, attempt: next, waiter.body)
      }
    }
  }

  /// Takes a view in that was evaluated.
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
      // That of an opaque view, which is in tokens of pages, does not depend on what else was made up here.
      number: (definition.rights == .definer ? shard.options.secretBits() : shard.random.next()) | 1,
      sources: sources,
      parts: parts,
      at: versions,
      now: shard.clock.monotonicNanoseconds(),
      clock: shard.clock,
      secretBits: shard.options.secretBits
    )
    self.views[text] = view
    noteSize(of: view)
    do throws(ArrangeError) { try makeRoomForRows(of: view) } catch {
      forget(view)
      throw error
    }
    shard.options.traceView("view opened", view)
    return view
  }

  // MARK: Following

  /// Calls a closure with a view when it is up to date: at once, unless too much has happened.
  func whenFollowed(
    _ view: LiveView,
    for caller: Caller,
    _ body: @escaping (Result<LiveView, ArrangeError>) -> Void
  ) {
    shard.executor.check()
    if view.awaitingFollower != nil {
      view.awaitingFollower?.append(.init(caller: caller, body: body))
      return
    }
    if view.isUpToDate { return body(.success(view)) }
    guard view.canFollow else {
      view.awaitingFollower = [.init(caller: caller, body: body)]
      return evaluateAnew(view, for: caller, attempt: 1)
    }
    guard view.stepsToFollow <= ViewBudget.mostStepsAtOnce else {
      view.awaitingFollower = [.init(caller: caller, body: body)]
      return followApart(view, for: caller)
    }
    view.follow()
    shard.options.traceView("view followed", view)
    noteSize(of: view)
    body(checked(view))
  }

  private func followApart(_ view: LiveView, for caller: Caller) {
    let follower = ViewFollower(view)
    shard.work(for: caller.untilTheEnd, weight: 0) {
      (slice: inout WorkSlice) throws(ArrangeError) -> ViewFollower.Outcome? in
      let outcome = follower.run()
      slice.count(WorkSlice.steps)
      return outcome
    } whenDone: { [self] result in
      let outcome = result.map { view.follow(to: $0.parts, by: $0.edits, at: $0.versions) }
      finishFollowing(view, outcome)
    }
  }

  /// Calls a closure with a view as it was at versions of its collections, which their logs cover; with nil if there is
  /// more to compare than may be, or that would take more than a view may.
  func evaluate(
    _ view: LiveView,
    asAt versions: [UInt64],
    for caller: Caller,
    _ body: @escaping @Sendable (ViewPast?) -> Void
  ) {
    guard view.rowCounts.items <= ViewBudget.mostRewoundRows else { return body(nil) }
    let rewinding = ViewRewinding(view, to: versions)
    if rewinding.steps <= ViewBudget.mostStepsAtOnce {
      var past: ViewPast?
      do throws(ArrangeError) {
        while past == nil {
          var slice = WorkSlice()
          past = try rewinding.proceed(&slice)
        }
      } catch { return body(nil) }
      return body(past?.ifSmall)
    }
    shard.work(for: caller, weight: rewinding.weight) { (slice: inout WorkSlice) throws(ArrangeError) in
      try rewinding.proceed(&slice)
    } whenDone: { result in
      body((try? result.get())?.ifSmall)
    }
  }

  /// Evaluates a view again, where too much has happened to follow it.
  private func evaluateAnew(_ view: LiveView, for caller: Caller, attempt: Int) {
    let evaluation = ViewEvaluation(view.definition, over: view.sources)
    do throws(ArrangeError) {
      try evaluation.check()
      if evaluation.steps <= ViewBudget.mostStepsAtOnce {
        view.begin(anew: try evaluation.finish(), at: evaluation.versions)
        return finishFollowing(view, .success(()))
      }
    } catch { return finishFollowing(view, .failure(error)) }
    shard.work(for: caller.untilTheEnd, weight: evaluation.weight) {
      (slice: inout WorkSlice) throws(ArrangeError) in
      try evaluation.proceed(&slice)
    } whenDone: { [self] result in
      let isCovered = zip(view.sources, evaluation.versions).allSatisfy { $0.log.covers($1) }
      guard case .success = result, !isCovered else {
        let outcome = result.map { view.begin(anew: $0, at: evaluation.versions) }
        return finishFollowing(view, outcome)
      }
      guard attempt < ViewBudget.mostEvaluations else {
        return finishFollowing(view, .failure(.viewOvertaken))
      }
      evaluateAnew(view, for: caller, attempt: attempt + 1)
    }
  }

  /// The view has followed, or can't.
  private func finishFollowing(_ view: LiveView, _ outcome: Result<Void, ArrangeError>) {
    let waiting = view.awaitingFollower ?? []
    view.awaitingFollower = nil
    shard.options.traceView("view brought up to date", view)
    noteSize(of: view)
    let outcome = outcome.flatMap { checked(view).map { _ in } }
    for waiter in waiting {
      switch outcome {
      // More can have happened meanwhile, and the view can have been let go.
      case .success: withView(view.definition, for: waiter.caller, waiter.body)
      case .failure(let error): waiter.body(.failure(error))
      }
    }
  }

  /// A view that has followed, unless it takes more than it may by now: then it ends.
  private func checked(_ view: LiveView) -> Result<LiveView, ArrangeError> {
    guard let error = view.overBudget else { return .success(view) }
    if self.views[view.text] === view { end(view, error) }
    return .failure(error)
  }
}

extension ArrangeError {
  static let viewGone = ArrangeError(.notFound, "the view is gone; subscribe again")

  /// The same error, said of a part of a view.
  fileprivate func naming(_ place: String) -> ArrangeError {
    var error = self
    if field == "collection" { error.field = place }
    return error
  }
}
