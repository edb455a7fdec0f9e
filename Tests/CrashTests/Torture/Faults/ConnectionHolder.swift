import Foundation
import TestSupport

/// Connections to a PostgreSQL server that do nothing but exist, so that it has none left for others.
final class ConnectionHolder {
  private var descriptors: [Int32] = []

  /// Opens connections.
  ///
  /// - Parameters:
  ///   - path: the server's Unix socket.
  ///   - count: how many; the server refuses those that are too many.
  init(unixSocket path: String, count: Int) {
    for _ in 0..<count {
      let descriptor = UnixSocket.connect(path)
      guard descriptor >= 0 else { continue }
      let startup = ConnectionHolder.startup
      _ = startup.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      descriptors.append(descriptor)
    }
  }

  func close() {
    for descriptor in descriptors { _ = Foundation.close(descriptor) }
    descriptors = []
  }

  deinit { close() }

  /// The first message of PostgreSQL's protocol 3.0: its length, the version, and who connects to which database.
  private static let startup: [UInt8] = {
    let settings = "user\0\(PostgresServer.user)\0database\0postgres\0\0"
    let words = [UInt32(8 + settings.utf8.count), 3 << 16]
    return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
      + settings.utf8
  }()
}
