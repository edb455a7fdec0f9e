/// The origin of a web page, such as `https://lists.example:8443`, as in a browser's Origin header.
package struct WebOrigin: Sendable, Hashable {
  /// The maximum length of an origin, in characters.
  package static let longest = 300

  /// `http` or `https`.
  let scheme: Substring
  /// The host, in lower case, and the port.
  let authority: String

  /// - Parameter text: SCHEME://HOST or SCHEME://HOST:PORT, without a path.
  /// - Returns: nil if it is something else.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard text.count <= WebOrigin.longest, parts.count == 2, parts[1].hasPrefix("//") else { return nil }
    let scheme = parts[0].lowercased()
    let host = parts[1].dropFirst(2)
    guard ["http", "https"].contains(scheme), !host.isEmpty,
      host.allSatisfy({ $0.isASCII && !$0.isWhitespace && !"/?#@,".contains($0) })
    else { return nil }
    self.scheme = scheme[...]
    authority = WebOrigin.authority(String(host), self.scheme)
  }

  /// HOST or HOST:PORT in lower case, always with a port, which may be the scheme's default.
  static func authority(_ host: String, _ scheme: Substring) -> String {
    let host = host.lowercased()
    let hasPort =
      host.last != "]" && host.drop { $0 != "]" }.contains(":") || !host.hasPrefix("[") && host.contains(":")
    return hasPort ? host : host + (scheme == "https" ? ":443" : ":80")
  }
}
