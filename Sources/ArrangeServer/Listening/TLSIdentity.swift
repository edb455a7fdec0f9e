import ArrangeModel
import Foundation
import Logging
import NIOSSL
import Synchronization

/// The current certificate of a server. Open connections keep the certificate that they started with; new
/// ones use the latest.
final class TLSIdentity: Sendable {
  /// How long before a certificate expires the log warns of it, in seconds.
  private static let warningSeconds: TimeInterval = 14 * 86_400
  /// The maximum size of a file that is read, in bytes.
  private static let largestFile = 1024 * 1024

  /// The content of the files.
  private struct Files: Equatable {
    var certificate: [UInt8]
    var key: [UInt8]
    var clientAuthority: [UInt8]?
  }

  private struct State {
    var files: Files
    var context: NIOSSLContext
    /// The error of the last files that were rejected.
    var refused: TLSError?
  }

  private let options: TLSOptions
  private let state: Mutex<State>

  /// Reads the files.
  ///
  /// - Throws: a ``TLSError`` that names the invalid file.
  init(_ options: TLSOptions, logger: Logger) throws(TLSError) {
    self.options = options
    let files = try TLSIdentity.read(options)
    let (context, end) = try TLSIdentity.context(files, options)
    state = Mutex(State(files: files, context: context))
    TLSIdentity.note(end, options, logger)
  }

  /// The TLS context for a new connection.
  var context: NIOSSLContext { state.withLock { $0.context } }

  /// Reloads the files if they have changed. Invalid files are logged once, and the previous ones stay in
  /// force. Call it every second or so.
  func reload(logger: Logger) {
    do throws(TLSError) {
      let files = try TLSIdentity.read(options)
      guard state.withLock({ $0.files }) != files else { return state.withLock { $0.refused = nil } }
      let (context, end) = try TLSIdentity.context(files, options)
      state.withLock { $0 = State(files: files, context: context) }
      logger.notice("new connections use a new certificate", metadata: ["file": "\(options.certificate)"])
      TLSIdentity.note(end, options, logger)
    } catch {
      let isNew = state.withLock { state in
        defer { state.refused = error }
        return state.refused != error
      }
      if isNew { logger.error("the previous certificate stays in use", metadata: ["error": "\(error)"]) }
    }
  }

  private static func read(_ options: TLSOptions) throws(TLSError) -> Files {
    Files(
      certificate: try bytes(of: options.certificate, "tls-certificate"),
      key: try bytes(of: options.key, "tls-key"),
      clientAuthority: try options.clientAuthority.map { (path) throws(TLSError) in
        try bytes(of: path, "tls-client-ca")
      }
    )
  }

  private static func bytes(of path: String, _ setting: String) throws(TLSError) -> [UInt8] {
    do throws(SettingFile.Failure) { return try SettingFile.bytes(of: path, atMost: largestFile) } catch {
      throw TLSError("\(setting): \(error)")
    }
  }

  /// The TLS context for new connections, and the expiry of the certificate, in seconds since 1970.
  private static func context(
    _ files: Files,
    _ options: TLSOptions
  ) throws(TLSError) -> (NIOSSLContext, end: TimeInterval) {
    let chain = try certificates(files.certificate, options.certificate, "tls-certificate")
    let key: NIOSSLPrivateKey
    do { key = try NIOSSLPrivateKey(bytes: files.key, format: .pem) } catch {
      throw TLSError("tls-key: \(options.key) has no private key in PEM, without a password")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) },
      privateKey: .privateKey(key)
    )
    configuration.minimumTLSVersion = .tlsv12
    configuration.acceptCommonKeys()
    if let authority = files.clientAuthority, let path = options.clientAuthority {
      configuration.trustRoots = .certificates(try certificates(authority, path, "tls-client-ca"))
      configuration.certificateVerification =
        switch options.clientCertificates {
        case .none: .none
        case .requested: .optionalVerification
        case .required: .noHostnameVerification
        }
    }
    do {
      return (try NIOSSLContext(configuration: configuration), TimeInterval(chain[0].notValidAfter))
    } catch {
      throw TLSError("tls-key: \(options.key) is not the key of the certificate in \(options.certificate)")
    }
  }

  /// The certificates in a file.
  ///
  /// - Throws: a ``TLSError`` that names the setting and the file.
  static func certificates(in path: String, setting: String) throws(TLSError) -> [NIOSSLCertificate] {
    try certificates(try bytes(of: path, setting), path, setting)
  }

  private static func certificates(
    _ bytes: [UInt8],
    _ path: String,
    _ setting: String
  ) throws(TLSError) -> [NIOSSLCertificate] {
    guard let certificates = try? NIOSSLCertificate.fromPEMBytes(bytes), !certificates.isEmpty else {
      throw TLSError("\(setting): \(path) has no certificate in PEM")
    }
    return certificates
  }

  private static func note(_ end: TimeInterval, _ options: TLSOptions, _ logger: Logger) {
    let left = end - Date().timeIntervalSince1970
    guard left < warningSeconds else { return }
    logger.warning(
      left > 0 ? "the certificate expires soon" : "the certificate has expired; no client will trust it",
      metadata: [
        "file": "\(options.certificate)", "end": "\(Date(timeIntervalSince1970: end).ISO8601Format())",
      ]
    )
  }
}

/// Why a server has no usable certificate: one sentence that names the setting and its file.
package struct TLSError: Error, Sendable, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
