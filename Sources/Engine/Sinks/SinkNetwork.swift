/// The address of a receiver, as bytes, and whether a sink may connect to it.
///
/// What is checked is the address to which a connection is made, never a name.
package struct SinkNetwork: Sendable, Hashable {
  private let bytes: [UInt8]
  private let bits: Int

  /// - Parameter text: an address with the number of bits that count, such as `10.0.0.0/8` and `fd00::/8`; without it, all count.
  /// - Returns: nil for anything else.
  package init?(_ text: String) {
    let sides = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let bytes = SinkNetwork.bytes(of: String(sides[0])) else { return nil }
    self.bytes = bytes
    guard sides.count == 2 else {
      bits = bytes.count * 8
      return
    }
    guard let bits = Int(sides[1]), (0...bytes.count * 8).contains(bits), "\(bits)" == sides[1] else {
      return nil
    }
    self.bits = bits
  }

  private init(known text: String) {
    guard let network = SinkNetwork(text) else { preconditionFailure("a network in the program is one") }
    self = network
  }

  /// Whether the bytes of an address are in it.
  package func contains(_ address: [UInt8]) -> Bool {
    guard address.count == bytes.count else { return false }
    let whole = bits / 8
    guard address.prefix(whole) == bytes.prefix(whole) else { return false }
    guard bits % 8 > 0 else { return true }
    let mask = UInt8(truncatingIfNeeded: 0xFF00 >> (bits % 8))
    return address[whole] & mask == bytes[whole] & mask
  }

  /// The IPv4 networks that are not those of the public internet (IANA, special-purpose addresses).
  private static let privateIPv4 = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/4", "240.0.0.0/4",
  ].map { SinkNetwork(known: $0) }
  /// The only IPv6 network of the public internet …
  private static let publicIPv6 = SinkNetwork(known: "2000::/3")
  /// … and the parts of it that are not: tunnels, documentation, and addresses that stand for others.
  private static let privateIPv6 = [
    "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
  ].map { SinkNetwork(known: $0) }
  /// The addresses that stand for one of IPv4 in their last four bytes (RFC 6052).
  private static let translated = SinkNetwork(known: "64:ff9b::/96")

  /// Whether an address may be reached.
  ///
  /// - Parameters:
  ///   - address: 4 bytes, or 16.
  ///   - allowed: networks that may be reached although they are private.
  package static func mayReach(_ address: [UInt8], allowed: [SinkNetwork]) -> Bool {
    let address = unmapped(address)
    if allowed.contains(where: { $0.contains(address) }) { return true }
    switch address.count {
    case 4: return !privateIPv4.contains { $0.contains(address) }
    case 16:
      if translated.contains(address) { return mayReach(Array(address[12...]), allowed: allowed) }
      return publicIPv6.contains(address) && !privateIPv6.contains { $0.contains(address) }
    default: return false
    }
  }

  /// The four bytes of an IPv4 address that is written as one of IPv6.
  private static func unmapped(_ bytes: [UInt8]) -> [UInt8] {
    let isMapped =
      bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    return isMapped ? Array(bytes[12...]) : bytes
  }

  /// The bytes of an IPv4 or IPv6 address: four of an IPv4 address that is written as one of IPv6. Nil for anything else.
  package static func bytes(of text: String) -> [UInt8]? {
    text.utf8.contains(UInt8(ascii: ":")) ? bytes(ofIPv6: text).map(unmapped) : bytes(ofIPv4: text)
  }

  /// Four numbers without leading zeros.
  private static func bytes(ofIPv4 text: String) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { part in UInt8(part).flatMap { "\($0)" == part ? $0 : nil } }
    return parts.count == 4 && bytes.count == 4 ? bytes : nil
  }

  private static func bytes(ofIPv6 text: String) -> [UInt8]? {
    let halves = text.components(around: "::")
    guard halves.count <= 2, let first = groups(halves[0]) else { return nil }
    guard halves.count == 2 else { return first.count == 16 ? first : nil }
    guard let last = groups(halves[1]), first.count + last.count <= 14 else { return nil }
    return first + [UInt8](repeating: 0, count: 16 - first.count - last.count) + last
  }

  /// The bytes of groups between colons, the last of which may be an IPv4 address.
  private static func groups(_ text: String) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    var bytes: [UInt8] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, part.utf8.contains(UInt8(ascii: ".")) {
        guard let four = self.bytes(ofIPv4: String(part)) else { return nil }
        bytes += four
      } else {
        guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
          let group = UInt16(part, radix: 16)
        else { return nil }
        bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
      }
    }
    return bytes.count <= 16 ? bytes : nil
  }
}

extension String {
  /// The parts around a separator. O(length).
  fileprivate func components(around separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
