import Foundation

/// The networks whose proxies are trusted to say for whom they forward a request.
package struct ProxyNetworks: Sendable, Hashable {
  /// A network: the bytes of an address, and how many of its bits count.
  private struct Network: Hashable {
    var bytes: [UInt8]
    var bits: Int

    func contains(_ address: [UInt8]) -> Bool {
      guard address.count == bytes.count else { return false }
      let whole = bits / 8
      guard address.prefix(whole) == bytes.prefix(whole) else { return false }
      guard bits % 8 > 0 else { return true }
      let mask = UInt8(truncatingIfNeeded: 0xFF00 >> (bits % 8))
      return address[whole] & mask == bytes[whole] & mask
    }
  }

  /// The maximum number of networks.
  package static let most = 64

  private var networks: [Network] = []

  /// No networks.
  package init() {}

  /// - Parameter texts: addresses with the number of bits that count, such as `10.0.0.0/8` and `fd00::/8`; without it, all count.
  /// - Returns: nil if one of them is something else, or there are too many. ``invalid(in:)`` says which.
  package init?(_ texts: [String]) {
    guard texts.count <= ProxyNetworks.most else { return nil }
    for text in texts {
      guard let network = ProxyNetworks.network(text) else { return nil }
      networks.append(network)
    }
  }

  /// The first of some texts that is no network; nil if all are.
  package static func invalid(in texts: [String]) -> String? { texts.first { network($0) == nil } }

  /// Whether there are none.
  package var isEmpty: Bool { networks.isEmpty }

  /// Whether an address is in one of the networks.
  func contains(_ address: String) -> Bool {
    guard !networks.isEmpty, let bytes = ProxyNetworks.bytes(of: address) else { return false }
    return networks.contains { $0.contains(bytes) }
  }

  private static func network(_ text: String) -> Network? {
    let sides = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let bytes = bytes(of: String(sides[0])) else { return nil }
    guard sides.count == 2 else { return Network(bytes: bytes, bits: bytes.count * 8) }
    guard let bits = Int(sides[1]), (0...bytes.count * 8).contains(bits), "\(bits)" == sides[1] else {
      return nil
    }
    return Network(bytes: bytes, bits: bits)
  }

  /// The bytes of an IPv4 or IPv6 address: four of an IPv4 address that is written as one of IPv6. Nil for anything else.
  static func bytes(of text: String) -> [UInt8]? {
    func bytes(_ family: Int32, count: Int) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: count)
      return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }
    if let bytes = bytes(AF_INET, count: 4) { return bytes }
    guard let bytes = bytes(AF_INET6, count: 16) else { return nil }
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    return isMapped ? Array(bytes[12...]) : bytes
  }
}
