// Follows a list and passes its changes on to any number of readers, each at its own pace.
//
//     swift run -c release --package-path Examples/Relay Relay COLLECTION [SERVER [PORT]]

import ArrangeClient
import Foundation
import NIOCore
import NIOPosix

/// The list as it is, and for each reader the one message that takes it from where it is to now.
actor Relay {
  /// What a reader has not been sent: never more than this, however slow it is.
  enum Missed {
    case nothing
    case list
    case changes(ChangeBatch)
  }

  struct Reader {
    var missed: Missed
    /// The version that it was sent last.
    var version: UInt64
    /// Says that it misses something.
    let news: AsyncStream<Void>.Continuation
  }

  /// Beyond so many changes and touched elements a reader gets the whole list.
  static let maximumChanges = 1_000

  private var list = SectionedList()
  private var version: UInt64?
  private var readers: [Int: Reader] = [:]
  private var nextReader = 0

  /// Takes what the server tells.
  func take(_ update: ListUpdate) throws {
    version = update.version
    switch update.content {
    case .progress: break
    case .list(let whole, _):
      list = whole
      for reader in readers.keys { readers[reader]?.missed = .list }
    case .batch(let batch, _, _):
      try list.apply(batch)
      for (reader, state) in readers {
        switch state.missed {
        case .list: break
        case .nothing: readers[reader]?.missed = .changes(batch)
        case .changes(let earlier):
          let both = try earlier.composed(with: batch)
          // What was touched and is where it was is no change, but is kept for the next composition.
          let count = both.count + both.sections.unmoved.count + both.items.unmoved.count
          readers[reader]?.missed = count > Relay.maximumChanges ? .list : .changes(both)
        }
      }
    }
    for reader in readers.values { reader.news.yield() }
  }

  /// Somebody wants to read: begins with the list.
  func add() -> (reader: Int, news: AsyncStream<Void>) {
    let (news, tell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    nextReader += 1
    readers[nextReader] = Reader(missed: .list, version: 0, news: tell)
    tell.yield()
    return (nextReader, news)
  }

  func remove(_ reader: Int) { readers.removeValue(forKey: reader)?.news.finish() }

  /// The one message that a reader misses; nil where it misses nothing.
  func message(for reader: Int) throws -> ByteBuffer? {
    guard let version, let state = readers[reader] else { return nil }
    readers[reader]?.missed = .nothing
    let message: [String: Any]
    switch state.missed {
    case .nothing: return nil
    case .list: message = ["version": version, "sections": list.sections.map(\.json)]
    case .changes(let batch) where batch.isEmpty: return nil
    case .changes(let batch):
      message = [
        "version": version, "since": state.version, "sections": batch.sectionsJSON, "items": batch.itemsJSON,
      ]
    }
    readers[reader]?.version = version
    var line = try JSONSerialization.data(withJSONObject: message, options: .sortedKeys)
    line.append(0x0A)
    return ByteBuffer(bytes: line)
  }
}

@main
struct Main {
  typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

  static func main() async {
    do { try await run() } catch {
      FileHandle.standardError.write(Data("Relay: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let name = arguments.first, arguments.count <= 3 else {
      fatalError("usage: Relay COLLECTION [SERVER [PORT]]")
    }
    let server = arguments.dropFirst().first ?? "127.0.0.1:7411"
    let client = ArrangeClient(try ArrangeClientConfiguration(server: server))
    let collection = try Identifier(name)
    let relay = Relay()
    let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .bind(host: "127.0.0.1", port: arguments.count == 3 ? Int(arguments.last ?? "") ?? 7412 : 7412) {
        channel in
        channel.eventLoop.makeCompletedFuture { try Connection(wrappingChannelSynchronously: channel) }
      }
    print("passing \(collection) on to whoever connects to \(listener.channel.localAddress!)")
    // Whichever ends first ends the other: readers are not to wait for a list that nobody follows any more.
    try await withThrowingDiscardingTaskGroup { group in
      // Batches of the profile `exact` are those that can be composed.
      group.addTask {
        for try await update in client.updates(of: collection) { try await relay.take(update) }
        throw ArrangeError(.unavailable, "the server has ended the subscription")
      }
      group.addTask {
        try await listener.executeThenClose { connections in
          try await withThrowingDiscardingTaskGroup { readers in
            for try await connection in connections {
              readers.addTask { await serve(connection, relay) }
            }
          }
        }
      }
    }
  }

  /// Writes to one reader what it misses, whenever it has room for it.
  static func serve(_ connection: Connection, _ relay: Relay) async {
    let (reader, news) = await relay.add()
    try? await connection.executeThenClose { input, output in
      await withTaskGroup { group in
        group.addTask {
          for await _ in news {
            // A write waits until the reader has read what came before.
            while let message = try? await relay.message(for: reader) {
              guard (try? await output.write(message)) != nil else { return }
            }
          }
        }
        // A reader has nothing to say; when it goes, its input ends.
        group.addTask { do { for try await _ in input {} } catch {} }
        await group.next()
        group.cancelAll()
      }
    }
    await relay.remove(reader)
  }
}
