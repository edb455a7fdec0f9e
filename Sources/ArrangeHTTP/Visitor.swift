import HTTPTypes
import NIOHTTP1

/// From where a request is, as far as the listener can know it.
///
/// A proxy of a trusted network says for whom it has forwarded a request, and the listener takes its word; what anybody else says
/// counts for nothing, except that the request may be somebody else's.
struct Visitor: Sendable, Equatable {
  /// The address of the client, for logs and limits.
  var address: String
  /// The host and the port that the client has asked for; nil if it has not said so.
  var host: String?
  /// Whether the client's connection is encrypted, to the listener or to the trusted proxy.
  var isEncrypted: Bool
  /// Whether a trusted proxy has forwarded the request.
  var isByProxy = false
  /// Whether something that is not trusted has forwarded it, for somebody who may be anywhere.
  var isForwarded = false

  /// Whether the request may be for somebody who is not the peer of the connection.
  var isOfProxy: Bool { isByProxy || isForwarded }

  /// Why it is not known from where a request is.
  enum Doubt: Error, Equatable {
    /// Two headers of the proxy name different clients: one of them is the client's own.
    case contradiction

    var sentence: String {
      "Forwarded and X-Forwarded-For name different clients; have the proxy remove the one that it does not set."
    }
  }

  /// The headers of a request that matter, by their names in lower case, each with all of its values.
  struct Headers {
    var values: (_ name: String) -> [String]
    /// Whether one of the headers is from a proxy.
    var isMarked: Bool

    init(_ fields: HTTPFields) {
      values = { name in HTTPField.Name(name).map { fields[values: $0] } ?? [] }
      isMarked = ForwardedRequest.isMarked(by: fields.lazy.map(\.name.canonicalName))
    }

    init(_ headers: HTTPHeaders) {
      values = { headers[$0] }
      isMarked = ForwardedRequest.isMarked(by: headers.lazy.map { $0.name.lowercased() })
    }
  }

  /// Somebody of whom only the connection is known.
  init(peer: String) { (address, isEncrypted) = (peer, false) }

  /// - Parameters:
  ///   - peer: the address at the other end of the connection.
  ///   - host: the Host header.
  ///   - isEncrypted: whether the connection is.
  ///   - proxies: the networks that are trusted.
  init(
    _ headers: Headers,
    peer: String,
    host: String?,
    isEncrypted: Bool,
    _ proxies: ProxyNetworks
  ) throws(Doubt) {
    (address, self.host, self.isEncrypted) = (peer, host, isEncrypted)
    guard proxies.contains(peer) else {
      isForwarded = headers.isMarked
      return
    }
    let ways = try Visitor.ways(headers, proxies)
    // A request of the proxy's own, such as a probe.
    guard let client = ways.client else { return }
    isByProxy = true
    address = client
    // The nearest proxy knows how the client has come, or has it from the one before.
    if let scheme = ways.scheme { self.isEncrypted = scheme == "https" }
    self.host = ways.host ?? host
  }

  /// What a request says about its way.
  private struct Way {
    /// The first address, from the nearest proxy on, that is not of a trusted proxy.
    var client: String?
    var scheme: String?
    var host: String?
  }

  private static func ways(_ headers: Headers, _ proxies: ProxyNetworks) throws(Doubt) -> Way {
    var way = Way()
    let hops = list(headers.values("x-forwarded-for")).map { address($0) }
    let elements = list(headers.values("forwarded")).map(Visitor.parameters)
    let standard = elements.map { address($0["for"] ?? "") }
    way.client = client(of: hops, proxies)
    if !standard.isEmpty {
      let other = client(of: standard, proxies)
      guard hops.isEmpty || other == way.client else { throw .contradiction }
      way.client = way.client ?? other
      way.scheme = elements.last?["proto"]?.lowercased()
      way.host = elements.last?["host"]
    }
    if let scheme = list(headers.values("x-forwarded-proto")).last { way.scheme = scheme.lowercased() }
    if let host = list(headers.values("x-forwarded-host")).last { way.host = host }
    return way
  }

  /// The last address that is not of a trusted proxy; the first one if all are.
  private static func client(of hops: [String], _ proxies: ProxyNetworks) -> String? {
    hops.last { !proxies.contains($0) } ?? hops.first
  }

  /// The elements of a header that may be there several times.
  private static func list(_ values: [String]) -> [String] {
    values.flatMap { $0.split(separator: ",") }.map(trimmed).filter { !$0.isEmpty }
  }

  /// The parameters of an element of `Forwarded`, by their names in lower case.
  private static func parameters(_ element: String) -> [String: String] {
    var parameters: [String: String] = [:]
    for pair in element.split(separator: ";") {
      let sides = pair.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { continue }
      let value = trimmed(sides[1])
      let isQuoted = value.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
      parameters[trimmed(sides[0]).lowercased()] = isQuoted ? String(value.dropFirst().dropLast()) : value
    }
    return parameters
  }

  /// The address of a hop without its port; "unknown" for what is none.
  private static func address(_ text: String) -> String {
    var host = text[...]
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
      host = host[host.index(after: host.startIndex)..<end]
    } else if host.count(where: { $0 == ":" }) == 1, let colon = host.firstIndex(of: ":") {
      host = host[..<colon]
    }
    return ProxyNetworks.bytes(of: String(host)) == nil ? "unknown" : String(host)
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
