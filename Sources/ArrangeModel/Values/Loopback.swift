#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The addresses that only the machine itself can reach.
package enum Loopback {
  /// Whether a host is local: an address of the loopback network, or `localhost`. Any other name may stand
  /// for any address.
  package static func contains(_ host: String) -> Bool {
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
