import Engine
import Synchronization

/// The thread of a node: polls, and carries out what its membership decides.
///
/// Nothing here waits for the connection that writes, so that the lease is extended whatever that one does.
struct PostgresRounds {
  /// What becomes of the thread after a round.
  enum Outcome {
    /// The next round comes after a pause.
    case wait
    /// The next round follows at once.
    case again
    case end
  }

  private let node: PostgresNode
  private let member: (any JournalMember)?
  private var polling: PostgresPolling
  private var membership: Membership
  private var nodes: [Membership.Node] = []
  private var shownNodes: [NodeRecord] = []
  private var events: [PostgresNode.Event] = []
  private var refreshes: [@Sendable (Bool) -> Void] = []
  /// The slots that others ask for.
  private var gifts: [PostgresNode.Gift] = []
  private var isLeaving = false
  private var isDraining = false
  /// Whether the last round could not reach the database. A connection that is made again at once is no outage.
  private var hasFailed = false
  /// Called once the node has joined; nil afterwards.
  private var whenJoined: ((Result<Void, JournalError>) -> Void)?
  /// How long the node may take to reach the database before it has joined.
  private var patience: PostgresBackoff

  init(
    _ node: PostgresNode,
    _ polling: PostgresPolling,
    _ member: (any JournalMember)?,
    patience: PostgresBackoff,
    whenJoined: @escaping (Result<Void, JournalError>) -> Void
  ) {
    self.node = node
    self.polling = polling
    self.member = member
    self.patience = patience
    self.whenJoined = whenJoined
    membership = Membership(
      id: node.id,
      leaseMilliseconds: node.leaseMilliseconds,
      isAlone: node.isAlone
    )
  }

  /// Carries out a round.
  mutating func run(_ journal: PostgresJournal) -> Outcome {
    let inbox = node.take()
    events += inbox.events
    refreshes += inbox.refreshes
    gifts += inbox.gifts
    isLeaving = inbox.isLeaving
    let isUnwanted = inbox.isJoinCancelled && whenJoined != nil
    if inbox.isEnded || isUnwanted { return end(JournalError(.closed, "the journal is closed")) }
    // A journal that has stopped answers nothing: others are to take over.
    if let error = journal.shared.withLock({ $0.stop.error }) { return end(error) }
    do {
      return try round(journal)
    } catch let failure as PostgresFailure where failure.kind == .lost || failure.kind == .passing {
      return fail(failure, journal)
    } catch {
      let error = JournalError.of(error, journal.address)
      if whenJoined == nil || error.code != .inUse { journal.stopInBackground(error) }
      return end(error)
    }
  }

  /// The database can't be reached.
  private mutating func fail(_ failure: PostgresFailure, _ journal: PostgresJournal) -> Outcome {
    if hasFailed { journal.availability.recordLost(failure, .polling) }
    hasFailed = true
    polling.recordFailure()
    finishRefreshes(false)
    // What can't be given away now is taken over.
    if isLeaving { node.recordLeft() }
    if whenJoined != nil, !patience.wait() { return end(JournalError.of(failure, journal.address)) }
    return .wait
  }

  private mutating func end(_ error: JournalError) -> Outcome {
    node.end()
    finishRefreshes(false)
    finishGifts { _ in true }
    whenJoined?(.failure(error))
    whenJoined = nil
    node.recordLeft()
    return .end
  }

  private mutating func finishRefreshes(_ isReached: Bool) {
    for refresh in refreshes { refresh(isReached) }
    refreshes = []
  }

  /// Answers those who have asked for slots, as far as nothing more comes of that.
  private mutating func finishGifts(where isOver: (Membership.Wish) -> Bool) {
    let over = gifts.filter { isOver($0.wish) }
    gifts.removeAll { isOver($0.wish) }
    for gift in over { gift.whenDone() }
  }

  private mutating func round(_ journal: PostgresJournal) throws -> Outcome {
    if try polling.insert() { journal.writer.withLock { $0.begin() } }
    let isRenewing = membership.isRenewalDue(PostgresNode.now)
    let result = try polling.poll(renewing: isRenewing)
    guard result.poll.nodes.contains(where: { $0.id == node.id }) else {
      guard isDraining else { throw PostgresWriter.overtaken }
      // Calls that still come go to the new owners.
      record(result)
      return finishLeaving(journal)
    }
    if isRenewing {
      let end = membership.renewed(sent: result.poll.sent)
      journal.shared.withLock { if $0.stop.error == nil { node.lease.extend(until: end) } }
    }
    hasFailed = false
    journal.availability.recordReached(.polling)
    node.recordContact(result.poll.received)
    nodes = result.poll.nodes
    record(result)
    if result.hasMore { return .again }
    // What others have changed before they gave slots away is known to the member by now.
    let count = events.count
    for event in events { handle(event, journal) }
    events = []
    finishRefreshes(true)
    if isLeaving { return leave(journal) }
    finishGifts { [membership] in membership.isOver($0, result.poll) }
    var hasAssigned = false
    for decision in membership.observe(result.poll, gifts.map(\.wish)) {
      switch decision {
      case .lost: throw PostgresWriter.overtaken
      case .takeOver(let other, let assignment):
        try polling.takeOver(other, assignment)
        hasAssigned = true
      case .claim(let assignment):
        try polling.claim(assignment)
        hasAssigned = true
      case .gain(let slots): journal.transfers.gain(slots, journal)
      case .release(let assignment):
        let node = node
        member?.release(assignment.slots) { node.post(.drained(assignment)) }
      }
    }
    if whenJoined != nil { try join(result.poll) }
    return hasAssigned || count > 0 ? .again : .wait
  }

  private mutating func join(_ poll: Membership.Poll) throws(JournalError) {
    if let other = membership.obstacle(poll) {
      throw JournalError(
        .inUse,
        "the lists are in use by \(polling.describe(other)); stop that server, or give this one another database or schema"
      )
    }
    let isWaiting = node.isAlone && membership.held != .all
    guard membership.isSettled, !isWaiting else { return }
    whenJoined?(.success(()))
    whenJoined = nil
  }

  /// Passes on what other nodes have changed.
  private mutating func record(_ result: PostgresPolling.Result) {
    if !result.changes.isEmpty { member?.catalogChanged(result.changes) }
    node.nodes.withLock { $0 = result.nodes }
    // A lease runs out all the time: that is no change.
    let shown = result.nodes.map { node in
      var node = node
      node.leaseMilliseconds = 0
      return node
    }
    if shown == shownNodes { return }
    shownNodes = shown
    member?.nodesChanged(result.nodes)
  }

  private mutating func handle(_ event: PostgresNode.Event, _ journal: PostgresJournal) {
    switch event {
    case .gained(let slots, let collections):
      membership.gained(slots)
      if !slots.isEmpty { member?.gained(slots, collections) }
    case .drained(let assignment): journal.transfers.release(assignment, journal)
    case .released(let slots):
      membership.released(slots)
      member?.released(slots)
    case .wanted(let slots): membership.want(slots)
    case .drainedAll: journal.transfers.leave(Membership.farewell(of: node.id, nodes) ?? [:], journal)
    case .left:
      member?.released(membership.held)
      membership.released(membership.held)
      node.end()
    }
  }

  // MARK: Leaving

  private mutating func leave(_ journal: PostgresJournal) -> Outcome {
    // Whoever asks for slots finds out who gets them.
    finishGifts { _ in true }
    if isDraining || membership.isTransferring { return .wait }
    if Membership.farewell(of: node.id, nodes) == nil {
      // This node keeps its slots until the journal is closed.
      node.recordLeft()
      return .wait
    }
    isDraining = true
    let node = node
    if let member {
      member.release(membership.held) { node.post(.drainedAll) }
    } else {
      node.post(.drainedAll)
    }
    return .wait
  }

  /// The rows of the node are gone because it has left.
  private mutating func finishLeaving(_ journal: PostgresJournal) -> Outcome {
    for event in events { handle(event, journal) }
    events = []
    finishRefreshes(true)
    return .wait
  }
}
