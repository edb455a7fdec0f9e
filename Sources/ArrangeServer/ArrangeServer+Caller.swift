import Access
import ArrangeModel
import Engine

/// Who calls over HTTP.
extension ArrangeServer {
  /// Whether a token is valid, or there is none.
  ///
  /// - Parameter peer: the caller's address, for the audit log.
  package func accepts(token: String, peer: String) async -> Bool {
    guard await identity(token) == nil else { return true }
    server.audit?.recordRefusedConnection("a ticket needs a valid token", peer: peer)
    return false
  }

  /// Who has a token, or has none; nil if the token is not valid.
  func identity(_ token: String) async -> Identity? {
    var facts = PeerFacts()
    facts.token = token
    let now = server.clock.wallTime()
    switch server.access.identify(facts, now: now) {
    case .known(let known): return known
    case .unknown: return nil
    case .token(let token): return try? await token.authenticate(now: now).get()
    }
  }
}
