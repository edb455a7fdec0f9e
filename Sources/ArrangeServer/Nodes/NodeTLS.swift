import NIOCore
import NIOSSL
import TLSCommon

/// How connections to other nodes are secured.
struct NodeTLS: Sendable {
  private let context: NIOSSLContext

  /// - Parameters:
  ///   - authorities: the authorities that the certificates of the nodes are of.
  ///   - identity: the files of the certificate and the key that this node presents.
  /// - Throws: an error if the files can't be used.
  init(
    authorities: [NIOSSLCertificate],
    identity: (certificate: String, key: String)?
  ) throws {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.trustRoots = .certificates(authorities)
    configuration.minimumTLSVersion = .tlsv13
    configuration.acceptCommonKeys()
    if let identity {
      configuration.certificateChain = try NIOSSLCertificate.fromPEMFile(identity.certificate).map {
        .certificate($0)
      }
      configuration.privateKey = .privateKey(try NIOSSLPrivateKey(file: identity.key, format: .pem))
    }
    context = try NIOSSLContext(configuration: configuration)
  }

  func handler(host: String) throws -> NIOSSLClientHandler {
    // A certificate for an address has no server name.
    let isName = (try? SocketAddress(ipAddress: host, port: 0)) == nil
    return try NIOSSLClientHandler(context: context, serverHostname: isName ? host : nil)
  }
}
