import Foundation
import NIOCore

/// Why the server can't listen on an address.
package struct ListenError: Error, Sendable, Hashable, CustomStringConvertible {
  package let description: String

  init(_ address: ListenAddress, _ reason: String) { description = "can't listen on \(address): \(reason)" }

  /// - Parameter setting: the flag that sets the address.
  package init(_ address: ListenAddress, _ error: any Error, setting: String = "--listen") {
    self.init(address, ListenError.reason(error, setting))
  }

  private static func reason(_ error: any Error, _ setting: String) -> String {
    switch error {
    case let error as IOError:
      switch error.errnoCode {
      case EADDRINUSE:
        "the address is in use; stop the program that has it, or choose another with \(setting)"
      case EADDRNOTAVAIL: "this machine does not have the address; choose another with \(setting)"
      case EACCES, EPERM: "that is not permitted; ports below 1024 are for privileged programs"
      default: systemText(error.errnoCode)
      }
    case let error as SocketAddressError.UnknownHost: "the host \"\(error.host)\" is not known"
    case SocketAddressError.unknown(let host, _): "the host \"\(host)\" is not known"
    case SocketAddressError.unixDomainSocketPathTooLong:
      "the path is longer than the system allows for a socket"
    default: "\(error)"
    }
  }
}
