import ArrangeServer
import Foundation

extension ListenAddress {
  /// Reads HOST:PORT, [HOST]:PORT or unix:PATH.
  init(parsing text: String) throws(SettingError) {
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      guard !path.isEmpty else { throw SettingError("listen: unix: needs the path of a socket") }
      self = .unixSocket(path: path)
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      throw SettingError("listen: \"\(text)\" is neither HOST:PORT nor unix:PATH")
    }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    guard !host.isEmpty else {
      throw SettingError("listen: \"\(text)\" names no host; try 127.0.0.1:\(port)")
    }
    self = .tcp(host: host, port: Int(port))
  }

  /// Other machines may reach the server only where somebody has said so.
  func check(isInsecure: Bool) throws(SettingError) {
    guard case .tcp(let host, _) = self, !isInsecure, !ListenAddress.isLoopback(host) else { return }
    throw SettingError(
      "listen: other machines can reach \(host), and nothing is encrypted; listen on 127.0.0.1, or say "
        + "--insecure if you mean it"
    )
  }

  /// Whether a host is this machine alone: an address of the loopback network, or `localhost`. Any other name can stand for
  /// any address.
  static func isLoopback(_ host: String) -> Bool {
    if host.lowercased() == "localhost" { return true }
    var four = in_addr()
    if inet_pton(AF_INET, host, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
    var six = in6_addr()
    guard inet_pton(AF_INET6, host, &six) == 1 else { return false }
    let bytes = withUnsafeBytes(of: &six) { Array($0) }
    let isOne = bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
    let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    return isOne || (isMapped && bytes[12] == 127)
  }
}
