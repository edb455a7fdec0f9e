/// The server's certificate, and what it requires of clients that connect with TLS.
package struct TLSOptions: Sendable, Hashable {
  /// Whether clients present a certificate.
  package enum ClientCertificates: String, Sendable, Hashable, CaseIterable {
    /// Clients are not asked for a certificate.
    case none
    /// Clients are asked for a certificate. If they present one, it has to be issued by the authority.
    case requested
    /// Clients need a certificate issued by the authority.
    case required
  }

  /// The file with the server's certificate, followed by intermediate certificates, in PEM.
  package var certificate: String
  /// The file with the private key of the certificate, in PEM.
  package var key: String
  /// The file with the authorities of client certificates, in PEM; nil if clients are not asked for one.
  package var clientAuthority: String?
  package var clientCertificates = ClientCertificates.none

  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}
