internal import ArrangeModel
internal import NIOCore
internal import NIOPosix

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The reason why the server could not be reached, for people.
struct ConnectFailure {
  /// The error for the callers.
  let error: ArrangeError

  /// Whether another attempt would fail in the same way.
  let isPermanent: Bool

  /// - Parameters:
  ///   - server: the location that was tried.
  ///   - timeout: that of the attempt.
  init(_ error: any Error, _ server: ServerLocation, timeout: Duration) {
    var text: String
    var isPermanent = false
    switch error {
    case let error as ArrangeError:
      self.error = error
      self.isPermanent = true
      return
    case let error as NIOConnectionError where error.connectionErrors.isEmpty:
      text = "cannot resolve the host \"\(server.host ?? "")\"; check the name"
    case ChannelError.connectTimeout:
      text = """
        cannot reach \(server): no answer within \(timeout); \
        check the address, and whether a firewall is in the way
        """
    case let error as SocketAddressError:
      text = "cannot reach \(server): \(error)"
      isPermanent = true
    default:
      let reason = ConnectFailure.reason(error)
      text = "cannot reach \(server): \(reason)"
      switch ConnectFailure.number(error) {
      case ECONNREFUSED, ENOENT: text += "; is arranged running there?"
      case EACCES, EPERM:
        text += "; ask for permission to use it"
        isPermanent = true
      default: text += "; check the address and the network"
      }
    }
    self.error = ArrangeError(.unavailable, text)
    self.isPermanent = isPermanent
  }

  /// The system error number; nil if there is none.
  private static func number(_ error: any Error) -> CInt? {
    switch error {
    case let error as IOError: error.errnoCode
    case let error as NIOConnectionError: error.connectionErrors.last.flatMap { number($0.error) }
    default: nil
    }
  }

  /// A short description: "connection refused".
  static func reason(_ error: any Error) -> String {
    guard let number = number(error) else { return "\(error)" }
    let text = String(cString: strerror(number))
    // The description continues a sentence, so it begins in lower case, except for abbreviations.
    guard let first = text.first, text.dropFirst().first?.isLowercase ?? false else { return text }
    return first.lowercased() + text.dropFirst()
  }
}
