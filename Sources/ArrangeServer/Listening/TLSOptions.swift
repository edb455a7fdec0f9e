/// What a server shows of itself to those who connect with TLS, and what it asks of them.
package struct TLSOptions: Sendable, Hashable {
  /// Whether clients show a certificate.
  package enum ClientCertificates: String, Sendable, Hashable, CaseIterable {
    /// They are not asked for one.
    case none
    /// They are asked. One that is shown has to be of the authority.
    case requested
    /// Without one of the authority there is no connection.
    case required
  }

  /// The file with the server's certificate, and behind it those that lead to an authority, in PEM.
  package var certificate: String
  /// The file with the private key of the certificate, in PEM.
  package var key: String
  /// The file with the authorities of client certificates, in PEM; nil where clients are not asked for one.
  package var clientAuthority: String?
  package var clientCertificates = ClientCertificates.none

  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}
