import ArrangeModel
import Ordering
import TestSupport
import Wire

/// A client that keeps a few requests in progress, and resends unanswered ones.
struct LoadClient {
  /// The maximum number of requests in progress.
  private static let window = 4

  private let number: Int
  private let place: CurrentAddress
  private var random: OrderingRandom
  /// The items of this client in each list, assuming that all requests in progress are done.
  private var own: [Identifier: [Identifier]] = [:]
  private var made = 0
  private var answers: [Sent] = []

  init(number: Int, seed: UInt64, place: CurrentAddress) {
    self.number = number
    self.place = place
    random = OrderingRandom(seed: seed &+ UInt64(number) &* 1_000)
  }

  /// Makes all changes and returns the answers.
  mutating func run() throws -> [Sent] {
    var waiting: [ApplyRequest] = []
    while answers.count < Load.changes {
      let connection = try place.connect()
      do {
        var streams = try waiting.map { try send($0, on: connection) }
        while answers.count < Load.changes {
          while waiting.count < LoadClient.window, made < Load.changes {
            waiting.append(next())
            streams.append(try send(waiting[waiting.count - 1], on: connection))
          }
          let end = try connection.end(streams[0])
          guard end.code == .ok else {
            let status = try connection.status(end)
            guard status.code == .unavailable else { throw Violation("\(waiting[0]): \(status)") }
            break
          }
          try record(end, waiting.removeFirst(), connection)
          streams.removeFirst()
        }
      } catch let error as Violation {
        throw error
      } catch {
        // The server has ended; continue with the next one.
      }
    }
    return answers
  }

  private func send(_ request: ApplyRequest, on connection: RawConnection) throws -> UInt32 {
    try connection.open(Method.apply.name, connection.encode(request))
  }

  private mutating func record(
    _ end: RawConnection.Received,
    _ request: ApplyRequest,
    _ connection: RawConnection
  ) throws {
    let time = Load.now()
    var result = try end.body.withUnsafeBytes { try ApplyResult.decode($0, using: connection.arena) }
    result.repeated = false
    answers.append(Sent(request: request, result: result, acknowledged: time))
    place.countAnswer()
  }

  /// The next change: always a new item, usually another operation, too. Other clients don't use its
  /// elements.
  private mutating func next() -> ApplyRequest {
    let name = Load.lists[Int.random(in: 0..<Load.lists.count, using: &random)]
    var ids = own[name] ?? []
    made += 1
    let text = (0..<Int.random(in: 1...60, using: &random)).map { _ in String(random.next(), radix: 36) }
      .joined()
    let new = NewElement(id: Identifier(unchecked: "\(number)-\(made)"), fields: ["text": .string(text)])
    var operations: [ListOperation] = [
      .insertItems([new], to: .init(Bool.random(using: &random) ? .first : .last))
    ]
    if ids.count > 3 {
      let index = Int.random(in: 0..<ids.count, using: &random)
      let other = ids[(index + 1) % ids.count]
      switch Int.random(in: 0..<4, using: &random) {
      case 0: operations.append(.moveItems([ElementReference(ids[index])], to: .init(.after(other))))
      case 1:
        operations.append(
          .updateItems([FieldsUpdate(ElementReference(other), set: ["n": .int(Int64(made))])])
        )
      default:
        operations.append(.removeItems([ElementReference(ids[index])]))
        ids.remove(at: index)
      }
    }
    if let id = new.id { ids.append(id) }
    own[name] = ids
    return ApplyRequest(collection: name, operations: operations, requestID: RequestID(using: &random))
  }
}
