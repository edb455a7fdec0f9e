import Access
import Foundation
import NIOCore
import NIOSSL
import SwiftASN1
import X509

/// What a connection shows of who is on the other side. It proves nothing that was not proved already: the certificate is
/// one of the authority, the user is what the kernel says; the token is still to be judged.
struct PeerFacts: Sendable {
  /// The subject and the alternative names of the client's certificate; empty where it showed none.
  var certificate: [CertificateName] = []
  /// The user of the process at the other end of a Unix socket.
  var user: UInt32?
  /// What came with HELLO; empty for nothing.
  var token = ""
}

extension PeerFacts {
  /// Reads what the channel knows. To be called on its event loop, after the TLS handshake.
  init(_ channel: any Channel, token: String) {
    self.token = token
    let tls = try? channel.pipeline.syncOperations.handler(type: NIOSSLServerHandler.self)
    if let certificate = tls?.peerCertificate { self.certificate = CertificateName.names(of: certificate) }
    if case .unixDomainSocket = channel.localAddress { user = PeerFacts.user(of: channel) }
  }

  #if os(Linux)
    /// `struct ucred` of Linux.
    private struct Credentials {
      var process: Int32 = 0
      var user: UInt32 = 0
      var group: UInt32 = 0
    }

    private static func user(of channel: any Channel) -> UInt32? {
      guard let options = channel as? any SocketOptionProvider else { return nil }
      // On the event loop of the channel the answer is there at once.
      let answer =
        options.unsafeGetSocketOption(
          level: .socket,
          name: NIOBSDSocket.Option(rawValue: SO_PEERCRED)
        ) as EventLoopFuture<Credentials>
      var user: UInt32?
      answer.assumeIsolated().whenSuccess { user = $0.user }
      return user
    }
  #else
    private static func user(of channel: any Channel) -> UInt32? { nil }
  #endif
}

extension CertificateName {
  /// The names by which a certificate can be known: its whole subject, and its alternative names.
  static func names(of certificate: NIOSSLCertificate) -> [CertificateName] {
    guard let bytes = try? certificate.toDERBytes(), let certificate = try? Certificate(derEncoded: bytes)
    else {
      return []
    }
    var names: [String] = []
    if !certificate.subject.isEmpty { names.append(certificate.subject.description) }
    if let alternatives = try? certificate.extensions.subjectAlternativeNames {
      for name in alternatives {
        switch name {
        case .dnsName(let name): names.append("DNS:\(name)")
        case .uniformResourceIdentifier(let text): names.append("URI:\(text)")
        case .rfc822Name(let address): names.append("EMAIL:\(address)")
        default: break
        }
      }
    }
    return names.map { CertificateName($0) }
  }
}
