import ArrangeModel
import Foundation
import Synchronization
import TestSupport
import Testing
import Wire

/// A real server under attack, whose memory is watched, and a well-behaved client that is served meanwhile.
final class Siege {
  /// The maximum growth of the server's memory over its idle size, in MiB, whatever a test does to it.
  ///
  /// The memory for one connection is bounded by its frames that are in progress or incomplete, and by its
  /// unread answers; see `Documentation/faults.md`. The rest is retained by the allocator.
  static let memoryBound = 48
  /// How much each byte of a frame may take besides while the frame is read, in bytes, where frames may be larger
  /// than 1 MiB.
  static let costOfByte = 26
  /// The number of calls of the well-behaved client that must be answered during the attack.
  static let minimumAnswers = 50

  let server: ServerProcess
  private let client: GoodClient
  private let idle: Int

  /// Starts a server and the well-behaved client.
  ///
  /// - Parameters:
  ///   - items: the number of items of about 1 KB in a collection `large`.
  ///   - isCold: whether that collection is unused since the server started.
  init(_ flags: [String] = [], items: Int = 0, isCold: Bool = false) throws {
    server = try ServerProcess(flags: ["--log-level", "error"] + flags)
    let connection = try RawConnection(port: server.port)
    let create = CreateCollectionRequest(name: "large")
    _ = try connection.result(.createCollection, create, as: CollectionInfo.self)
    let text = String(repeating: "x", count: 1_000)
    for first in stride(from: 0, to: items, by: 500) {
      let new = (first..<min(items, first + 500)).map {
        NewElement(id: Identifier(unchecked: "\($0)"), fields: ["text": .string(text)])
      }
      let request = ApplyRequest(collection: "large", operations: [.insertItems(new, to: .init())])
      _ = try connection.result(.apply, request, as: ApplyResult.self)
    }
    if isCold {
      server.kill()
      try server.start()
    }
    client = try GoodClient(port: server.port)
    try client.wait(forMore: Siege.minimumAnswers)
    idle = try Siege.memory(of: server.pid, "VmRSS")
  }

  deinit { client.stop() }

  /// Executes an attack, with the well-behaved client during it and after it, and checks the server.
  ///
  /// - Parameters:
  ///   - frame: the size of the largest frame of the attack, in bytes, if it exceeds 1 MiB.
  ///   - most: the maximum growth of the memory, in MiB.
  ///   - attack: returns what is to be kept until the client was served once more: connections, mostly.
  func endure<Kept>(
    largestFrame frame: Int = 0,
    atMost most: Int = Siege.memoryBound,
    _ attack: (Int) throws -> Kept
  ) throws {
    let kept = try attack(server.port)
    try client.wait(forMore: Siege.minimumAnswers)
    try withExtendedLifetime(kept) {
      let highest = try Siege.memory(of: server.pid, "VmHWM")
      let growth = (highest - idle) >> 10
      print("memory: \(growth) MiB over the idle \(idle >> 10) MiB")
      let bound = most + (frame * Siege.costOfByte) >> 20
      guard growth <= bound else {
        throw Failure("the memory grew by \(growth) MiB; the bound is \(bound) MiB")
      }
    }
    try client.finish()
    #expect(try RawConnection.whenThereIsRoom(port: server.port).call("arrange.v1.Health/Check").code == .ok)
  }

  /// A figure of the server's memory, in KiB.
  private static func memory(of process: Int32, _ name: String) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    for line in text.split(separator: "\n") where line.hasPrefix(name + ":") {
      if let number = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) {
        return number
      }
    }
    throw Failure("the server is gone")
  }
}

/// A client that writes and reads, one call after the other, and is answered every time.
private final class GoodClient: Sendable {
  /// The maximum wait for answers, in milliseconds: a guard against hanging.
  private static let patience = 60_000

  private struct State {
    var answers = 0
    var failure: (any Error)?
    var isStopped = false
    var isDone = false
  }

  private let state = Mutex(State())

  init(port: Int) throws {
    let thread = Thread { [self] in
      do {
        let connection = try RawConnection(port: port)
        let create = CreateCollectionRequest(name: "good")
        _ = try connection.result(.createCollection, create, as: CollectionInfo.self)
        var number = 0
        while !state.withLock({ $0.isStopped }) {
          number += 1
          try GoodClient.call(connection, number)
          state.withLock { $0.answers += 1 }
        }
      } catch {
        state.withLock { $0.failure = error }
      }
      state.withLock { $0.isDone = true }
    }
    thread.start()
  }

  /// Writes, and reads what was written.
  private static func call(_ connection: RawConnection, _ number: Int) throws {
    let id = Identifier(unchecked: "item")
    let fields: Fields = ["n": .int(Int64(number))]
    let operations: [ArrangeModel.ListOperation] =
      number == 1
      ? [.insertItems([NewElement(id: id, fields: fields)], to: .init())]
      : [.updateItems([FieldsUpdate(ElementReference(id), set: fields)])]
    let request = ApplyRequest(collection: "good", operations: operations)
    let result = try connection.result(.apply, request, as: ApplyResult.self)
    let page = try connection.result(.fetch, FetchRequest(collection: "good"), as: FetchPage.self)
    guard result.version == UInt64(number), page.sections.first?.items.first?.fields == fields else {
      throw Failure("the well-behaved client got a wrong answer")
    }
  }

  /// Waits for a number of further answers.
  func wait(forMore count: Int) throws {
    let wanted = state.withLock { $0.answers } + count
    for _ in 0..<GoodClient.patience {
      let (answers, failure) = state.withLock { ($0.answers, $0.failure) }
      if let failure { throw failure }
      if answers >= wanted { return }
      usleep(1_000)
    }
    throw Failure("the well-behaved client is not served any more")
  }

  func stop() { state.withLock { $0.isStopped = true } }

  /// Stops the client; throws if one of its calls failed.
  func finish() throws {
    stop()
    for _ in 0..<GoodClient.patience {
      let (isDone, failure) = state.withLock { ($0.isDone, $0.failure) }
      if let failure { throw failure }
      if isDone { return }
      usleep(1_000)
    }
    throw Failure("the well-behaved client waits for an answer")
  }
}

extension RawConnection {
  /// Connects as soon as the server has room: it notices closed connections with a delay.
  static func whenThereIsRoom(port: Int, receiveBuffer: Int32? = nil) throws -> RawConnection {
    for _ in 0..<5_000 {
      if let connection = try? RawConnection(port: port, receiveBuffer: receiveBuffer) { return connection }
      usleep(1_000)
    }
    throw Failure("the server has no room")
  }

  /// Waits for the first GOAWAY on one of several connections and returns its content.
  static func firstFarewell(among connections: [RawConnection]) throws -> Status {
    for _ in 0..<5_000 {
      for connection in connections where connection.hasInput(within: 0) {
        guard let frame = try? connection.receive(), frame.type == .goAway else { continue }
        return try connection.status(frame)
      }
      usleep(1_000)
    }
    throw Failure("none of the connections is told to go")
  }

  /// Sends bytes until all are sent or the server takes no more, for as long as `patience` tries of a
  /// millisecond each bring nothing.
  ///
  /// - Returns: how many bytes were sent.
  @discardableResult
  func pour(_ bytes: [UInt8], patience: Int = 300) -> Int {
    var sent = 0
    var idle = 0
    while sent < bytes.count, idle < patience {
      guard let count = sendSome(bytes[sent..<min(bytes.count, sent + 65_536)]) else { break }
      sent += count
      if count == 0 {
        idle += 1
        usleep(1_000)
      } else {
        idle = 0
      }
    }
    return sent
  }

  /// The bytes of an OPEN.
  func opening(_ stream: UInt32, _ method: String, _ body: [UInt8] = [], credit: UInt64 = 0) -> [UInt8] {
    bytes(Frame(.open, stream: stream, credit: credit), body: body, method: method)
  }

  /// Reads until the connection is closed; the status of its GOAWAY, if there was one.
  func farewell() throws -> Status? {
    var farewell: Status?
    while let frame = try? receive() {
      if frame.type == .goAway { farewell = try status(frame) }
    }
    return farewell
  }
}
