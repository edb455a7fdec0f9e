import ArrangeClient
import Foundation

/// Drives the client library as Clients/scenarios/README.md says: commands come as lines of JSON, and so do replies.
///
/// Everything is on the main actor, as in an app. A command is a task; it does what needs no waiting before the next one
/// begins.
@main @MainActor
final class Driver {
  /// A client, with the states that it reported.
  final class Client {
    let client: ArrangeClient
    var seen: [JSON] = []
    init(_ client: ArrangeClient) { self.client = client }
  }

  /// A subscription, with the list that its updates make, which stays when it is over.
  final class Stream {
    var updates: ListUpdates.Iterator?
    var list: SectionedList
    /// The command that waits for the next update.
    var taking: Int?
    init(_ updates: ListUpdates.Iterator, _ list: SectionedList) {
      (self.updates, self.list) = (updates, list)
    }
  }

  /// How often a condition is looked at that the library does not report.
  private static let pollInterval: Duration = .milliseconds(2)

  private var clients: [String: Client] = [:]
  private var streams: [String: Stream] = [:]
  private var lists: [String: Screen] = [:]
  private var commands: [Int: Task<Void, Never>] = [:]

  static func main() async {
    let (lines, reader) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      while let line = readLine() { reader.yield(line) }
      reader.finish()
    }
    let driver = Driver()
    for await line in lines { driver.begin(line) }
  }

  private func begin(_ line: String) {
    let members = try? JSONDecoder().decode(JSON.self, from: Data(line.utf8))
    guard let members, let id = members["id"]?.int, let verb = members["do"]?.string else {
      return reply(-1, "error", ["code": "DRIVER", "message": .string("no command: \(line)")])
    }
    commands[id] = Task {
      do {
        reply(id, "ok", try await perform(verb, Command(members: members), id: id))
      } catch let error as ArrangeError {
        reply(id, "error", JSON(error))
      } catch let error as BatchError {
        reply(id, "error", ["code": "FOLD", "message": .string("\(error)")])
      } catch {
        reply(id, "error", ["code": "DRIVER", "message": .string("\(error)")])
      }
      commands[id] = nil
      if verb == "quit" { exit(0) }
    }
  }

  private func reply(_ id: Int, _ kind: String, _ value: JSON) {
    let line = JSON.object(["id": .int(id), kind: value]).text + "\n"
    FileHandle.standardOutput.write(Data(line.utf8))
  }

  private func perform(_ verb: String, _ command: Command, id: Int) async throws -> JSON {
    switch verb {
    case "hello": return ["library": "swift"]
    case "quit":
      for screen in lists.values { screen.unfollow() }
      streams = [:]
      for client in clients.values { await client.client.close() }
      return [:]
    case "connect": connect(try command.text("client"), try command.configuration())
    case "cancel": if let other = command.int("command") { commands[other]?.cancel() }
    case "close": await (try client(command)).client.close()
    case "states": return states(of: try client(command))
    case "await_state":
      let client = try client(command)
      let after = command.int("after") ?? 0
      let state = JSON.string(try command.text("state"))
      try await poll { client.seen.dropFirst(after).contains(state) }
      return states(of: client)
    case "open": try open(command)
    case "take": return try await take(try command.text("stream"), command, id: id)
    case "end":
      let stream = streams[try command.text("stream")]
      stream?.updates = nil
      if let taking = stream?.taking { commands[taking]?.cancel() }
    case "follow":
      let client = try client(command).client
      let controller =
        if let view = try command.view() {
          OrderedResultsController(client, view: view)
        } else {
          OrderedResultsController(client, try command.collection())
        }
      lists[try command.text("list")] = Screen(controller)
    case "move":
      let items = try (command.members["items"]?.array ?? []).map { try $0.identifier() }
      let section = try command.members["section"]?.identifier()
      let (placement, policy) = try command.members.place()
      let destination = ItemDestination(section: section, placement, ifAnchorMissing: policy)
      return try screen(command).move(items, to: destination)
    case "settle":
      let screen = try screen(command)
      try await poll { screen.isSettled(at: command.int("version") ?? 0) }
      return screen.look()
    case "await_report":
      let screen = try screen(command)
      let after = command.int("after") ?? 0
      try await poll { screen.reports.dropFirst(after).contains { $0["kind"] == command.members["kind"] } }
      return screen.look()
    case "look": return try screen(command).look()
    case "unfollow": try screen(command).unfollow()
    default: return try await call(verb, command, try client(command).client)
    }
    return [:]
  }

  private func client(_ command: Command) throws -> Client {
    guard let client = clients[try command.text("client")] else { throw Misunderstood("no such client") }
    return client
  }

  private func screen(_ command: Command) throws -> Screen {
    guard let screen = lists[try command.text("list")] else { throw Misunderstood("no such list") }
    return screen
  }

  private func connect(_ name: String, _ configuration: ArrangeClientConfiguration) {
    let client = Client(ArrangeClient(configuration))
    clients[name] = client
    Task { for await state in client.client.connectionStates { client.seen.append(JSON(state)) } }
  }

  private func states(of client: Client) -> JSON {
    ["now": JSON(client.client.connectionState), "seen": .array(client.seen)]
  }

  private func poll(until condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: Driver.pollInterval) }
  }

  private func open(_ command: Command) throws {
    let client = try client(command).client
    let token = command.bytes("token")
    let updates =
      if let view = try command.view() {
        client.updates(of: view, from: token, options: try command.options())
      } else {
        client.updates(of: try command.collection(), from: token, options: try command.options())
      }
    let list = command.members["list_of"]?.string.flatMap { streams[$0]?.list }
    streams[try command.text("stream")] = Stream(updates.makeAsyncIterator(), list ?? SectionedList())
  }

  private func take(_ name: String, _ command: Command, id: Int) async throws -> JSON {
    guard let stream = streams[name], var updates = stream.updates else {
      throw Misunderstood("no such stream")
    }
    stream.taking = id
    defer { stream.taking = nil }
    let next = try await updates.next(isolation: #isolation)
    if stream.updates != nil { stream.updates = updates }
    guard let update = next else { return ["update": "end"] }
    switch update.content {
    case .list(let whole, _): stream.list = whole
    case .batch(let batch, _, _): try stream.list.apply(batch)
    case .progress: break
    }
    let reply = JSON(update)
    return command.members["list"] == true ? reply.with("list", JSON(stream.list)) : reply
  }
}
