public import ArrangeClient
public import ArrangeModel
internal import NIOCore
internal import NIOSSL
import TLSCommon

/// Where a client gets its trusted authorities from.
public enum Authorities: Sendable, Hashable {
  /// Those that the machine trusts.
  case system

  /// Those in a file, in PEM.
  case file(String)
}

/// The certificate by which a client identifies itself.
public struct ClientCertificate: Sendable, Hashable {
  /// The file with the certificate, followed by the chain to an authority, in PEM.
  public var certificate: String

  /// The file with the private key of the certificate, in PEM, without a password.
  public var key: String

  public init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}

extension ConnectionSecurity {
  /// TLS 1.2 or later. The server's certificate must be issued by a trusted authority and name the host that
  /// the client connects to.
  ///
  ///     import ArrangeClient
  ///     import ArrangeTLS
  ///
  ///     var configuration = try ArrangeClientConfiguration(server: "lists.example.org:7411")
  ///     configuration.security = try .tls(authorities: .file("ca.pem"))
  ///
  /// The files are read once, here.
  ///
  /// - Parameters:
  ///   - authorities: the trusted authorities.
  ///   - certificate: the certificate to present if the server asks for one; nil for none.
  ///   - serverName: the name that the server's certificate must have; nil for the host that is connected to.
  ///     Required for a Unix socket.
  /// - Throws: an error with the code ``ArrangeModel/StatusCode/invalidArgument`` that names the file at fault.
  public static func tls(
    authorities: Authorities = .system,
    certificate: ClientCertificate? = nil,
    serverName: String? = nil
  ) throws(ArrangeError) -> ConnectionSecurity {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    configuration.acceptCommonKeys()
    if case .file(let path) = authorities {
      configuration.trustRoots = .certificates(try certificates(path))
    }
    if let certificate {
      configuration.certificateChain = try certificates(certificate.certificate).map { .certificate($0) }
      do {
        configuration.privateKey = .privateKey(try NIOSSLPrivateKey(file: certificate.key, format: .pem))
      } catch {
        throw ArrangeError(
          .invalidArgument,
          "\(certificate.key) can't be read, or has no private key in PEM, without a password"
        )
      }
    }
    let context: NIOSSLContext
    do { context = try NIOSSLContext(configuration: configuration) } catch {
      let file = certificate.map { "\($0.key) is not the key of the certificate in \($0.certificate)" }
      throw ArrangeError(.invalidArgument, file ?? "TLS can't be set up: \(error)")
    }
    return ConnectionSecurity { channel, host in
      // TLS has no server name indication for addresses; the certificate must still name the address.
      let name = serverName ?? host.flatMap { isAddress($0) ? nil : $0 }
      try channel.pipeline.syncOperations.addHandler(
        NIOSSLClientHandler(context: context, serverHostname: name)
      )
    } explain: {
      HandshakeFailure.explanation(of: $0)
    }
  }

  private static func isAddress(_ host: String) -> Bool {
    (try? SocketAddress(ipAddress: host, port: 0)) != nil
  }

  private static func certificates(_ path: String) throws(ArrangeError) -> [NIOSSLCertificate] {
    guard let certificates = try? NIOSSLCertificate.fromPEMFile(path), !certificates.isEmpty else {
      throw ArrangeError(.invalidArgument, "\(path) can't be read, or has no certificate in PEM")
    }
    return certificates
  }
}
