import ArrangeModel
import DequeModule
import Engine
import Wire

/// An open `Nodes/Follow` stream: the commits of a collection of this node for a replica on another one.
///
/// It keeps the newest commits; if the other node does not take them as fast as they come, they are read from the journal
/// later. All state is used on the connection's event loop.
final class FollowStream: WritableStream, CommitListener, @unchecked Sendable {
  /// The maximum number of commits that are kept, and in one message.
  private static let maximumKept = 1_024
  private static let commitsOfMessage = 256
  /// The maximum size of a message without its head, in bytes; one commit may need several messages.
  private static let messageBytes = 256 << 10
  /// The maximum size of the commits that are kept, in bytes.
  private static let keptBytes = 4 << 20

  var method: Method { .follow }
  private let connection: ConnectionHandler
  private let stream: UInt32
  private let request: FollowRequest
  private let shard: Shard
  private var key: CollectionKey?
  /// The version of the next commit to be sent.
  private var next: UInt64
  /// The newest durable version.
  private var newest: UInt64 = 0
  /// Commits without a gap, the first of which is `next`.
  private var kept = Deque<FollowedCommit>()
  private var bytesKept = 0
  /// The part of the first one that was sent.
  private var sentOfFirst = 0
  private var isReading = false
  /// The newest durable version that the other node was told; nil before the first message.
  private var told: UInt64?
  private var hasEnded = false

  init(_ connection: ConnectionHandler, _ stream: UInt32, _ request: FollowRequest) {
    self.connection = connection
    self.stream = stream
    self.request = request
    next = request.afterVersion + 1
    shard = connection.server.engine.shard(for: request.collection)
  }

  /// Begins to follow the collection.
  func open() {
    let own = nodeID
    guard request.node == 0 || request.node == own else {
      // Another node had this address before.
      return end(.notOwned)
    }
    let era = Lineage.Era(first: request.since, incarnation: request.incarnation)
    // Older nodes do not say their history.
    let place = request.node == 0 ? nil : ReplicaPlace(request.afterVersion, era)
    connection.server.on(shard, for: connection) { [self] shard in
      shard.shared.addFollower(self, of: request.collection, epoch: request.epoch, from: place) {
        [self] result in
        connection.loop.execute { [self] in opened(result) }
      }
    }
  }

  private var nodeID: UInt64 { UInt64(bitPattern: connection.server.nodes?.journal.nodeID ?? 0) }

  private func opened(_ result: Result<(version: UInt64, key: CollectionKey), ArrangeError>) {
    guard !hasEnded else { return remove() }
    switch result {
    case .failure(let error): end(error)
    case .success((let version, let key)):
      self.key = key
      newest = max(newest, version)
      advance()
    }
  }

  func record(_ commit: FollowedCommit) { connection.loop.execute { [self] in keep(commit) } }

  func recordEnd(_ error: ArrangeError) { connection.loop.execute { [self] in end(error) } }

  private func keep(_ commit: FollowedCommit) {
    let version = commit.record.version
    guard !hasEnded, version > newest else { return }
    newest = version
    let follows = version == (kept.last?.record.version ?? next - 1) + 1
    if follows, !isReading, kept.count < FollowStream.maximumKept, bytesKept < FollowStream.keptBytes {
      append(commit)
    }
    if key != nil { advance() }
  }

  private func append(_ commit: FollowedCommit) {
    kept.append(commit)
    bytesKept += commit.record.payload.count
  }

  /// Sends what there is, as far as the other node has granted credit.
  private func advance() {
    guard key != nil else { return }
    while !hasEnded, isNewsDue {
      if told != nil, next <= newest, kept.isEmpty { return read() }
      guard connection.takesOutput(), case .send(let sequence) = connection.connection.data(stream) else {
        return
      }
      told = newest
      write(
        FollowedCommits(version: newest, commits: takeParts(), node: nodeID),
        on: stream,
        sequence: sequence,
        to: connection
      )
    }
  }

  /// Whether there is a commit to send, or the version is to be told. The other node may have read one more commit from the
  /// database than were known to be durable here: it waits until they are.
  private var isNewsDue: Bool {
    guard let told else { return true }
    return next <= newest || told < next - 1 && newest >= next - 1
  }

  /// Takes as many commits, or as much of the first one, as fit into a message.
  private func takeParts() -> [StoredCommit] {
    var parts: [StoredCommit] = []
    var room = FollowStream.messageBytes
    while room > 0, parts.count < FollowStream.commitsOfMessage, let commit = kept.first {
      let record = commit.record
      let rest = record.payload[sentOfFirst...]
      let piece = rest.prefix(room)
      room -= piece.count
      let isWhole = piece.count == rest.count
      parts.append(
        StoredCommit(
          version: record.version,
          requestID: record.requestID,
          payload: Array(piece),
          continues: !isWhole,
          baseIncarnation: commit.base?.incarnation ?? Lineage.unknown,
          baseSince: commit.base?.first ?? 0
        )
      )
      guard isWhole else {
        sentOfFirst += piece.count
        break
      }
      sentOfFirst = 0
      kept.removeFirst()
      bytesKept -= record.payload.count
      next = record.version + 1
    }
    return parts
  }

  /// Reads commits that are not kept any more.
  private func read() {
    guard !isReading, let key else { return }
    isReading = true
    let first = next
    connection.server.on(shard, for: connection) { [self] shard in
      shard.shared.readCommits(
        of: key,
        named: request.collection,
        from: first,
        limit: FollowStream.commitsOfMessage
      ) { [self] result in
        connection.loop.execute { [self] in take(result) }
      }
    }
  }

  private func take(_ result: Result<[FollowedCommit], ArrangeError>) {
    isReading = false
    guard !hasEnded else { return }
    switch result {
    case .failure(let error): end(error)
    case .success(let commits):
      guard commits.first?.record.version == next else {
        return end(ArrangeError(.outOfRange, "the commits from version \(next) on are no longer kept"))
      }
      // Those that are not known to be durable yet follow with the next note.
      for commit in commits where commit.record.version <= newest {
        // The rest is read again.
        guard bytesKept < FollowStream.keptBytes else { break }
        append(commit)
      }
      advance()
    }
  }

  private func end(_ error: ArrangeError) {
    guard !hasEnded else { return }
    connection.finish(stream, Status(error))
  }

  private func remove() {
    connection.server.on(shard, for: connection) { [self] shard in
      shard.shared.removeFollower(self, of: request.collection)
    }
  }

  func creditGranted() { advance() }

  func channelBecameWritable() { advance() }

  func healthChanged() {}

  func drain() { end(.notOwned) }

  func wasEnded() {
    hasEnded = true
    kept = []
    remove()
  }
}
