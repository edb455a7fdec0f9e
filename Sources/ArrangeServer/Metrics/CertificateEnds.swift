/// When the certificates of a server end, in seconds since 1970; nil for those that it does not have.
struct CertificateEnds: Sendable, Equatable {
  /// The first end in the file of the server's certificate and its chain.
  var server: Double?
  /// The first end to come in the file of the authorities of clients.
  var clientAuthority: Double?

  /// What the log says about an end.
  enum Stage: Equatable {
    case valid
    case ending
    case ended

    /// How long before a certificate ends the log warns of it, in seconds.
    static let warningSeconds = 14 * 86_400.0

    init(end: Double, now: Double) {
      self = end <= now ? .ended : end - now < Stage.warningSeconds ? .ending : .valid
    }
  }

  /// The first of the ends to come or, if all are past, the last one. A file of authorities may keep one that has
  /// ended beside its successor.
  static func first(of ends: [Double], now: Double) -> Double? {
    ends.filter { $0 > now }.min() ?? ends.max()
  }
}
