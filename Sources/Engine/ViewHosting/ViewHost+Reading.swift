package import ArrangeModel

/// Reading views.
extension ViewHost {
  /// Reads a page of a view.
  ///
  /// - Parameter largestAnswer: the maximum size of the answer in bytes.
  package func fetch(
    _ request: FetchRequest,
    from reference: ViewReference,
    largestAnswer: Int = .max,
    for caller: Caller = .server,
    reply: @escaping Reply<FetchPage>
  ) {
    shard.executor.check()
    drainMailbox()
    withView(reference.definition, offset: reference.offset, for: caller) { [self] result in
      do throws(ArrangeError) {
        let view = try result.mapError { $0.redacted(for: reference) }.get()
        guard caller.isWanted() else { throw .notWanted }
        reply(.success(try page(request, of: view, named: reference.name, largestAnswer)))
      } catch {
        reply(.failure(error))
      }
    }
  }

  private func page(
    _ request: FetchRequest,
    of view: LiveView,
    named name: Identifier?,
    _ largestAnswer: Int
  ) throws(ArrangeError) -> FetchPage {
    let now = shard.clock.monotonicNanoseconds()
    var list = view.list
    let start: PageCursor
    if let bytes = request.pageToken {
      let token = try FetchToken(ofPage: bytes)
      let held =
        token.version == list.version ? list : view.heldReads.list(at: token.version, now: now)
      guard token.epoch == view.number, token.incarnation == shard.incarnation, let held else {
        throw .expiredRead
      }
      list = held
      start = token.cursor
    } else {
      start = try PageCursor(request.window, in: list)
    }
    let reading = PageOfView(
      list: list,
      info: info(of: list, named: name),
      number: view.number,
      incarnation: shard.incarnation
    )
    let page = reading.page(request, from: start, largestAnswer)
    if page.nextPageToken != nil {
      view.heldReads.hold(list, at: list.version, limit: shard.options.maximumHeldReads, now: now)
    }
    return page
  }

  func info(of list: ViewList, named name: Identifier?) -> CollectionInfo {
    CollectionInfo(
      name: name ?? .empty,
      strategy: "",
      fields: Fields(),
      version: list.version,
      epoch: LiveView.epoch,
      createdAt: name.flatMap { shard.catalog.entry($0)?.descriptor.createdAt } ?? Timestamp(microseconds: 0),
      sectionCount: list.sectionCount,
      itemCount: list.itemCount,
      isView: true
    )
  }

  /// The description of a view.
  package func info(
    of reference: ViewReference,
    for caller: Caller = .server,
    reply: @escaping Reply<CollectionInfo>
  ) {
    shard.executor.check()
    drainMailbox()
    withView(reference.definition, offset: reference.offset, for: caller) { [self] result in
      reply(
        result.map { info(of: $0.list, named: reference.name) }.mapError { $0.redacted(for: reference) }
      )
    }
  }
}
