import ArrangeClient
import ArrangeModel
import Changes
import Synchronization
import TestSupport
import Wire

/// A server of a list of which it says what a test gives it: a number of updates, after which the subscription ends.
final class ScriptedList: Sendable {
  private struct State {
    var requests: [SubscribeRequest] = []
    /// How many updates of the stream were sent.
    var sent = 0
  }

  private let updates: [ListUpdate]
  private let state = Mutex(State())

  private init(_ updates: [ListUpdate]) { self.updates = updates }

  /// The subscriptions that were asked for.
  var subscriptions: [SubscribeRequest] { state.withLock { $0.requests } }

  /// Runs a closure with such a server, and where it listens.
  static func run<Result>(
    _ updates: [ListUpdate],
    _ body: (ScriptedList, _ address: String) async throws -> Result
  ) async throws -> Result {
    let list = ScriptedList(updates)
    return try await LoopbackServer.run { peer, frame in
      list.answer(peer, frame)
    } _: { server in
      try await body(list, "127.0.0.1:\(server.port)")
    }
  }

  private func answer(_ peer: LoopbackServer.Peer, _ frame: ReceivedFrame) {
    switch frame.type {
    case .open where frame.method == Method.getCollection.name:
      guard let request = try? frame.decode(GetCollectionRequest.self) else { return }
      let info = CollectionInfo(
        name: request.name,
        strategy: "dense",
        fields: Fields(),
        version: 1,
        epoch: 255,
        createdAt: Timestamp(microseconds: 0),
        sectionCount: 0,
        itemCount: 0
      )
      peer.send(ServerFrames.end(frame.stream, info))
    case .open:
      guard let request = try? frame.decode(SubscribeRequest.self) else { return }
      state.withLock { state in
        state.requests.append(request)
        state.sent = 0
      }
      send(peer, frame)
    case .credit: send(peer, frame)
    case .cancel: peer.send(ServerFrames.end(frame.stream, ArrangeError(.cancelled, "cancelled")))
    // A client that has its turn late asks whether the server is there.
    case .ping: peer.send(ServerFrames.frame(Frame(.pong, sequence: frame.sequence)))
    default: break
    }
  }

  /// Sends the updates for which the client has room, and ends the stream after the last one.
  private func send(_ peer: LoopbackServer.Peer, _ frame: ReceivedFrame) {
    state.withLock { state in
      while state.sent < updates.count, UInt64(state.sent) < frame.credit {
        let message = SubscriptionMessage(updates[state.sent])
        state.sent += 1
        peer.send(ServerFrames.data(frame.stream, UInt64(state.sent), message))
        if state.sent == updates.count { peer.send(ServerFrames.end(frame.stream, EmptyMessage())) }
      }
    }
  }
}

extension SubscriptionMessage {
  /// The message that an update is made of.
  fileprivate init(_ update: ListUpdate) {
    let content: Content =
      switch update.content {
      case .progress: .progress
      case .batch(let batch, let from, let commits): .batch(batch, from: from, commits: commits)
      case .list(let list, let reason):
        .snapshot(
          SnapshotPage(
            reason: reason,
            page: 0,
            isLast: true,
            size: list.size,
            sections: list.sections.enumerated().map { index, section in
              SnapshotPage.Run(index: index, section: section.element, firstItem: 0, items: section.items)
            }
          )
        )
      }
    self.init(
      version: update.version,
      epoch: update.epoch,
      resumeToken: update.resumeToken,
      content: content
    )
  }
}
