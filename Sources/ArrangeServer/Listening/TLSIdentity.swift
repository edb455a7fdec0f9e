import ArrangeModel
import Foundation
package import Logging
package import NIOSSL
import Synchronization
import TLSCommon

/// The current certificate of a listener. Open connections keep the certificate that they started with; new
/// ones use the latest.
package final class TLSIdentity: Sendable {
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
    var ends: CertificateEnds
    /// What the log said last about the end of the certificate.
    var stage = CertificateEnds.Stage.valid
    /// The error of the last files that were rejected.
    var refused: TLSError?
  }

  private let options: TLSOptions
  /// The protocols among which a client chooses; empty if there is only one.
  private let protocols: [String]
  private let state: Mutex<State>

  /// Reads the files.
  ///
  /// - Parameter protocols: the protocols among which a client chooses, the preferred one first.
  /// - Throws: a ``TLSError`` that names the invalid file.
  package init(_ options: TLSOptions, protocols: [String] = [], logger: Logger) async throws(TLSError) {
    self.options = options
    self.protocols = protocols
    let files = try await TLSIdentity.read(options)
    let (context, ends) = try TLSIdentity.context(files, options, protocols)
    state = Mutex(State(files: files, context: context, ends: ends))
    recordEnd(logger)
  }

  /// The TLS context for a new connection.
  package var context: NIOSSLContext { state.withLock { $0.context } }

  /// When the certificates end.
  var ends: CertificateEnds { state.withLock { $0.ends } }

  /// Reloads the files if they have changed. Invalid files are logged once, and the previous ones stay in
  /// force. Call it every second or so.
  package func reload(logger: Logger) async {
    recordEnd(logger)
    do throws(TLSError) {
      let files = try await TLSIdentity.read(options)
      guard state.withLock({ $0.files }) != files else { return state.withLock { $0.refused = nil } }
      let (context, ends) = try TLSIdentity.context(files, options, protocols)
      state.withLock { $0 = State(files: files, context: context, ends: ends) }
      logger.notice("new connections use a new certificate", metadata: ["file": "\(options.certificate)"])
      recordEnd(logger)
    } catch {
      guard !Task.isCancelled else { return }
      let isNew = state.withLock { state in
        defer { state.refused = error }
        return state.refused != error
      }
      if isNew { logger.error("the previous certificate stays in use", metadata: ["error": "\(error)"]) }
    }
  }

  private static func read(_ options: TLSOptions) async throws(TLSError) -> Files {
    var files = Files(
      certificate: try await bytes(of: options.certificate, "tls-certificate"),
      key: try await bytes(of: options.key, "tls-key")
    )
    if let path = options.clientAuthority {
      files.clientAuthority = try await bytes(of: path, "tls-client-ca")
    }
    return files
  }

  private static func bytes(of path: String, _ setting: String) async throws(TLSError) -> [UInt8] {
    do throws(FileReader.Failure) {
      return try await FileReader.shared.bytes(of: path, atMost: largestFile)
    } catch { throw TLSError("\(setting): \(error)") }
  }

  /// The TLS context for new connections, and when the certificates end.
  private static func context(
    _ files: Files,
    _ options: TLSOptions,
    _ protocols: [String]
  ) throws(TLSError) -> (NIOSSLContext, CertificateEnds) {
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
    configuration.applicationProtocols = protocols
    configuration.acceptCommonKeys()
    var ends = CertificateEnds(server: chain.map { Double($0.notValidAfter) }.min())
    if let authority = files.clientAuthority, let path = options.clientAuthority {
      let authorities = try certificates(authority, path, "tls-client-ca")
      ends.clientAuthority = CertificateEnds.first(
        of: authorities.map { Double($0.notValidAfter) },
        now: Date().timeIntervalSince1970
      )
      configuration.trustRoots = .certificates(authorities)
      configuration.certificateVerification =
        switch options.clientCertificates {
        case .none: .none
        case .requested: .optionalVerification
        case .required: .noHostnameVerification
        }
    }
    do {
      return (try NIOSSLContext(configuration: configuration), ends)
    } catch {
      throw TLSError("tls-key: \(options.key) is not the key of the certificate in \(options.certificate)")
    }
  }

  /// The certificates in a file.
  ///
  /// - Throws: a ``TLSError`` that names the setting and the file.
  static func certificates(
    in path: String,
    setting: String
  ) async throws(TLSError) -> [NIOSSLCertificate] {
    try certificates(try await bytes(of: path, setting), path, setting)
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

  /// Logs that the certificate ends soon, or has ended, once for each.
  private func recordEnd(_ logger: Logger) {
    let now = Date().timeIntervalSince1970
    let news = state.withLock { state -> (CertificateEnds.Stage, end: Double)? in
      guard let end = state.ends.server else { return nil }
      let stage = CertificateEnds.Stage(end: end, now: now)
      defer { state.stage = stage }
      return stage != state.stage && stage != .valid ? (stage, end) : nil
    }
    guard let (stage, end) = news else { return }
    logger.warning(
      stage == .ending
        ? "a certificate of the file expires soon"
        : "a certificate of the file has expired; clients may not trust it",
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
