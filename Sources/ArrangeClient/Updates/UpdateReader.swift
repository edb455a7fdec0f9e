internal import ArrangeModel
internal import Changes

/// Turns the messages of a subscription into updates: pages are joined, and a batch must follow the last
/// update.
struct UpdateReader {
  /// The maximum number of consecutive requests for the whole list because updates do not fit.
  static let maximumBeginnings = 3

  /// The action after a message.
  enum Action: Equatable {
    /// Wait for the next one.
    case none

    /// Deliver this update.
    case update(ListUpdate)

    /// The message does not fit: cancel, and ask for the whole list.
    case beginAgain

    /// The server can't be followed.
    case fail(ArrangeError)
  }

  private var snapshot = SnapshotPages()

  /// The last delivered update; nil before the first one, when only the token determines the version.
  private var last: (version: UInt64, epoch: UInt64, size: ListSize?)?

  /// The number of requests for the whole list since a batch last fitted.
  private var beginnings = 0

  /// A message arrived.
  ///
  /// - Parameter isFirst: whether it is the first one since the stream was opened.
  mutating func take(_ message: SubscriptionMessage, isFirst: Bool) -> Action {
    if isFirst { snapshot = SnapshotPages() }
    switch message.content {
    case .snapshot(let page): return take(page, message)
    case .tree: return .fail(.isOutline)
    case .batch, .progress:
      guard snapshot.isEmpty, let token = message.resumeToken else { return refuse() }
      return take(message, token, isFirst: isFirst)
    }
  }

  private mutating func take(_ page: SnapshotPage, _ message: SubscriptionMessage) -> Action {
    guard snapshot.append(page, version: message.version, epoch: message.epoch) else { return refuse() }
    guard page.isLast else { return .none }
    guard let list = snapshot.take(), let token = message.resumeToken else { return refuse() }
    last = (message.version, message.epoch, page.size)
    return .update(
      ListUpdate(
        version: message.version,
        epoch: message.epoch,
        resumeToken: token,
        ownRequestIDs: message.notes.ownRequestIDs,
        authors: message.notes.authors,
        window: message.window,
        content: .list(list, reason: page.reason)
      )
    )
  }

  /// Handles a batch or progress.
  private mutating func take(_ message: SubscriptionMessage, _ token: [UInt8], isFirst: Bool) -> Action {
    if let last {
      guard message.epoch == last.epoch, message.version >= last.version else { return refuse() }
    }
    var update = ListUpdate(
      version: message.version,
      epoch: message.epoch,
      resumeToken: token,
      ownRequestIDs: message.notes.ownRequestIDs,
      authors: message.notes.authors,
      window: message.window,
      content: .progress
    )
    var size = last?.size
    if case .batch(let batch, let start, let commits) = message.content {
      // On an open stream the server skips versions without visible changes. After a reopening, the batch
      // must begin at the token.
      var from = start
      if let last {
        guard isFirst ? start == last.version : start >= last.version else { return refuse() }
        guard batch.before == last.size ?? batch.before else { return refuse() }
        from = last.version
      }
      // A redefined view shows something else at the same version.
      guard start <= message.version else { return refuse() }
      update.content = .batch(batch, from: from, commits: commits)
      size = batch.after
      beginnings = 0
    }
    last = (message.version, message.epoch, size)
    return .update(update)
  }

  private mutating func refuse() -> Action {
    snapshot = SnapshotPages()
    beginnings += 1
    guard beginnings <= UpdateReader.maximumBeginnings else {
      return .fail(
        ArrangeError(
          .internal,
          "the server repeatedly sent changes that do not fit the list; are the versions the same?"
        )
      )
    }
    return .beginAgain
  }
}
