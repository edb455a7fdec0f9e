/// The token in HELLO by which nodes of one service know each other: a secret that stands in their database, where only
/// those can read it who could change everything anyway.
struct NodeToken: Sendable {
  /// What such tokens begin with, so that they are not taken for those of clients.
  private static let prefix = "arrange-node-1:"

  let text: String

  init(secret: String) { text = NodeToken.prefix + secret }

  /// Whether a text claims to be such a token.
  static func isClaimed(by text: String) -> Bool { text.hasPrefix(prefix) }

  /// Whether a text is the token. It takes as long for every text of the same length.
  func matches(_ other: String) -> Bool {
    let (own, other) = (text.utf8, other.utf8)
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
