import ArrangeModel
import Changes
import EngineTestSupport
import Foundation
import ListModel
import Ordering
import TestSupport
import Wire

/// A connection that writes to one collection, and the collection's content.
struct Writer {
  let connection: RawConnection
  let collection: Identifier

  init(_ port: Int, _ collection: Identifier = "board", creates: Bool = true, strategy: String = "lexorank")
    throws
  {
    connection = try RawConnection(port: port)
    self.collection = collection
    guard creates else { return }
    let request = CreateCollectionRequest(name: collection, strategy: strategy)
    _ = try connection.result(.createCollection, request, as: CollectionInfo.self)
  }

  @discardableResult
  func apply(_ operations: ArrangeModel.ListOperation..., requestID: RequestID? = nil) throws -> UInt64 {
    try apply(operations, requestID: requestID)
  }

  @discardableResult
  func apply(_ operations: [ArrangeModel.ListOperation], requestID: RequestID? = nil) throws -> UInt64 {
    let request = ApplyRequest(collection: collection, operations: operations, requestID: requestID)
    return try connection.result(.apply, request, as: ApplyResult.self).version
  }

  /// Makes random transactions, several at a time; invalid ones are refused.
  func write(_ count: Int, seed: UInt64, size: Int = 40, prefix: String = "") throws {
    var operations = TransactionGenerator(.history(prefix: prefix), seed: seed)
    var done = 0
    while done < count {
      let list = try connection.list(collection).list
      let streams = try (0..<8).map { _ in
        let request = ApplyRequest(
          collection: collection,
          operations: operations.transaction(on: list, size: size)
        )
        return try connection.open(Method.apply.name, connection.encode(request))
      }
      for stream in streams where try connection.end(stream).code == .ok { done += 1 }
    }
  }

  /// Items with a text of a length.
  func add(_ count: Int, bytes: Int = 1, prefix: String = "i") throws {
    for start in stride(from: 0, to: count, by: 500) {
      let items = (start..<min(count, start + 500)).map {
        NewElement(
          id: Identifier(unchecked: "\(prefix)\($0)"),
          fields: ["text": .string(String(repeating: "x", count: bytes))]
        )
      }
      try apply(.insertItems(items, to: ItemDestination()))
    }
  }

  func expectShown(by subscriber: FoldingSubscriber) throws {
    let (version, list) = try connection.list(collection)
    try subscriber.catchUp(to: version)
    guard subscriber.version == version, subscriber.list?.shown == list.shown else {
      throw Failure("at \(version) the subscriber has another list at \(subscriber.version)")
    }
  }
}

/// A figure of a process's memory, in KiB.
func memory(of server: ServerProcess, _ name: String = "VmRSS") throws -> Int {
  let text = try String(contentsOfFile: "/proc/\(server.pid)/status", encoding: .utf8)
  for line in text.split(separator: "\n") where line.hasPrefix(name + ":") {
    if let number = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) {
      return number
    }
  }
  throw Failure("no \(name)")
}

/// Runs work on a thread of its own.
final class Background: @unchecked Sendable {
  private let done = DispatchSemaphore(value: 0)
  private var failure: (any Error)?

  init(_ body: @escaping @Sendable () throws -> Void) {
    Thread.detachNewThread { [self] in
      do { try body() } catch { failure = error }
      done.signal()
    }
  }

  /// Waits for the end of the work.
  func finish() throws {
    done.wait()
    if let failure { throw failure }
  }
}

/// A value passed from one thread to another.
final class Box<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// A value that several threads add to.
final class Shared<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value
  init(_ value: Value) { self.value = value }
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}
