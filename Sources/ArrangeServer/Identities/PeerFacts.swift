import Access
import ArrangeModel
import Foundation
import NIOCore
import NIOSSL
import SwiftASN1
import X509

/// The credentials that a connection presents. The certificate has been verified against the authority, and
/// the user comes from the kernel; the token is not checked yet.
struct PeerFacts: Sendable {
  /// The subject and the alternative names of the client's certificate; empty without a certificate.
  var certificate: [CertificateName] = []
  /// The end of the client's certificate; nil without one.
  var certificateEnd: Timestamp?
  /// The user of the process at the other end of a Unix socket.
  var user: UInt32?
  /// The token in HELLO; empty if there is none.
  var token = ""
}

/// A channel of calls that have come on another one.
protocol CallerChannel: Channel {
  /// The connection whose certificate is the caller's; nil if it is another one's.
  var source: (any Channel)? { get }
}

extension PeerFacts {
  /// Reads the credentials from the channel. Call it on the channel's event loop, after the TLS handshake.
  ///
  /// A call that has come over another protocol has the certificate of the connection on which it came.
  init(_ channel: any Channel, token: String) {
    self.token = token
    let source = (channel as? any CallerChannel).map(\.source) ?? channel
    guard let channel = source else { return }
    let tls = try? channel.pipeline.syncOperations.handler(type: NIOSSLServerHandler.self)
    if let certificate = tls?.peerCertificate {
      self.certificate = CertificateName.names(of: certificate)
      certificateEnd = Timestamp(microseconds: Int64(certificate.notValidAfter) * 1_000_000)
    }
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
      // On the channel's event loop the option is available at once.
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
  /// The names that a certificate can be matched by: its whole subject, and its alternative names.
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
