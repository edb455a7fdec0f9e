import ArrangeModel

extension HostedCollection {
  /// A page of the durable content.
  ///
  /// - Parameters:
  ///   - largestAnswer: the maximum size of the answer in bytes.
  ///   - most: the number of versions that are kept for reads in progress.
  func page(
    _ request: FetchRequest,
    _ largestAnswer: Int,
    holding most: Int,
    now: UInt64
  ) throws(ArrangeError) -> FetchPage {
    let (state, cursor) = try start(request, now: now)
    let list = ListAtVersion(state: state, hasKeys: true)
    let page = try page(of: list, from: cursor, pageSize: request.pageSize, largestAnswer)
    if page.nextPageToken != nil { heldReads.hold(state, at: state.version, limit: most, now: now) }
    return page
  }

  /// A page of a version.
  func page(
    of list: ListAtVersion,
    from cursor: PageCursor,
    pageSize: Int?,
    _ largestAnswer: Int
  ) throws(ArrangeError) -> FetchPage {
    let state = list.state
    let size = min(pageSize ?? FetchRequest.defaultPageSize, FetchRequest.maximumPageSize)
    let info = self.info(.init(state))
    let isOutline = state.branches != nil
    let token = isOutline ? FetchToken.longestOfOutline : FetchToken.longest
    let limit = largestAnswer - info.largestEncoding - token
    let pages: (slices: [SectionSlice], next: PageCursor?)?
    if isOutline {
      pages = OutlinePageReader(list: list, pageSize: size, messageLimit: limit).read(from: cursor)
    } else {
      pages = PageReader(list: list, pageSize: size, messageLimit: limit).read(from: cursor)
    }
    guard let (slices, next) = pages else { throw .expiredRead }
    return FetchPage(
      collection: info,
      sections: slices,
      nextPageToken: next.map { self.token($0, of: state) }
    )
  }

  /// The token of a page of a version.
  private func token(_ cursor: PageCursor, of state: CollectionState) -> [UInt8] {
    FetchToken(
      epoch: descriptor.epoch,
      version: state.version,
      incarnation: state.lineage.incarnation(of: state.version),
      since: state.lineage.era(of: state.version)?.first ?? 0,
      cursor: cursor
    ).bytes
  }

  /// The state to read and the position to begin at.
  private func start(
    _ request: FetchRequest,
    now: UInt64
  ) throws(ArrangeError) -> (CollectionState, PageCursor) {
    guard let bytes = request.pageToken else {
      let state = readDurable()
      return (state, try PageCursor(request.window, of: state))
    }
    let token = try readToken(bytes)
    if let held = heldReads.list(at: token.version, now: now) {
      return (held, token.cursor)
    }
    guard token.version == durable.version else { throw .expiredRead }
    return (readDurable(), token.cursor)
  }

  /// Decodes the token of a page of this history.
  func readToken(_ bytes: [UInt8]) throws(ArrangeError) -> FetchToken {
    let token = try FetchToken(ofPage: bytes)
    let descent = lineage.classify(token.version, in: token.era, newest: durable.version)
    guard token.epoch == descriptor.epoch, descent == .proven else { throw .expiredRead }
    return token
  }
}
