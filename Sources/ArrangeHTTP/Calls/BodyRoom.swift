import ArrangeModel
import HTTPTypes
import HummingbirdCore
import InputText
import MessageJSON
import NIOCore
import Synchronization

/// Reads the bodies of calls, and limits the memory for those that are being read. A connection of HTTP/2 can send many at once, and slowly; so each connection has a
/// limit, and all of them together have one.
final class BodyRoom: Sendable {
  /// The maximum size of the bodies of one connection, in bytes.
  static let ofConnection = 8 * RequestLimits.largestBody
  /// The maximum size of all bodies, in bytes: one for each connection that the listener serves.
  static let ofAll = ConnectionCount.limits.all * RequestLimits.largestBody

  private struct State {
    var all = 0
    var connections: [ObjectIdentifier: Int] = [:]
  }

  private let state = Mutex(State())

  /// Takes room for some bytes more.
  ///
  /// - Returns: whether there is room.
  func take(_ bytes: Int, of connection: ObjectIdentifier) -> Bool {
    state.withLock { state in
      let own = state.connections[connection, default: 0] + bytes
      guard own <= BodyRoom.ofConnection, state.all + bytes <= BodyRoom.ofAll else { return false }
      state.connections[connection] = own
      state.all += bytes
      return true
    }
  }

  /// Gives back the room of a body that was read.
  func give(_ bytes: Int, of connection: ObjectIdentifier) {
    state.withLock { state in
      let own = state.connections[connection, default: 0] - bytes
      state.connections[connection] = own > 0 ? own : nil
      state.all -= bytes
    }
  }

  // MARK: Reading

  /// The body of a request.
  struct Body {
    /// Nil if there is none.
    var value: JSONNode?
    /// Its size, in bytes.
    var size = 0
  }

  /// Reads the body of a request.
  func body(
    of request: Request,
    for route: CallRoute,
    on connection: any Channel
  ) async throws -> Body {
    let length = request.headers[.contentLength].flatMap { Int($0) }
    let isChunked = request.headers[.transferEncoding] != nil
    guard route.hasBody else {
      guard length ?? 0 == 0, !isChunked else {
        throw Problem(.badRequest, .invalidArgument, "a request with this verb has no body")
      }
      return Body()
    }
    guard length ?? 0 <= RequestLimits.largestBody else { throw BodyRoom.tooLarge }
    var bytes: [UInt8] = []
    let id = ObjectIdentifier(connection)
    defer { give(bytes.count, of: id) }
    var parts = request.body.makeAsyncIterator()
    while let part = try await BodyRoom.next(&parts) {
      guard bytes.count + part.readableBytes <= RequestLimits.largestBody else { throw BodyRoom.tooLarge }
      guard take(part.readableBytes, of: id) else { throw BodyRoom.noRoom }
      bytes += part.readableBytesView
    }
    guard !bytes.isEmpty else { return Body() }
    let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased() ?? ""
    guard type.filter({ $0 != " " }) == "application/json" else {
      throw Problem(
        .unsupportedMediaType,
        .invalidArgument,
        "the body has to be JSON: Content-Type: application/json",
        field: "Content-Type"
      )
    }
    do throws(JSONRefusal) {
      let value = try await LoopExecutor.run(for: bytes.count) { [bytes] () throws(JSONRefusal) in
        try JSONNode.body(bytes)
      }
      return Body(value: value, size: bytes.count)
    } catch {
      throw Problem(error.error)
    }
  }

  /// The next part of a body; nil at its end.
  private static func next(_ parts: inout RequestBody.AsyncIterator) async throws(Problem) -> ByteBuffer? {
    do { return try await parts.next() } catch {
      // Its length is in doubt, or the client has gone.
      throw Problem(.badRequest, .invalidArgument, "the body can't be read to its end")
    }
  }

  private static var noRoom: Problem {
    Problem(
      ArrangeError(
        .resourceExhausted,
        "too many bodies are being sent at once; wait for the answers to some of them",
        retryAfterMilliseconds: retryMilliseconds
      )
    )
  }

  /// How long a caller waits whose body finds no room, in milliseconds.
  private static let retryMilliseconds: UInt32 = 1_000

  private static var tooLarge: Problem {
    Problem(
      .contentTooLarge,
      .resourceExhausted,
      "the body has more than \(RequestLimits.largestBody) bytes; send it in several requests"
    )
  }
}
