import Foundation

/// An authority that makes certificates for a test, with the program `openssl`.
package final class CertificateAuthority: Sendable {
  private static let program = "/usr/bin/openssl"

  /// The files of a certificate, in PEM.
  package struct Certificate: Sendable {
    package var certificate: String
    package var key: String
  }

  private let directory: URL
  private let own: Certificate

  /// The file with the authority's certificate.
  package var file: String { own.certificate }

  package init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "arrange-ca-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    own = Certificate(
      certificate: directory.appending(path: "ca.pem").path,
      key: directory.appending(path: "ca.key").path
    )
    try CertificateAuthority.run(
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-days",
      "2",
      "-subj",
      "/CN=an authority",
      "-keyout",
      own.key,
      "-out",
      own.certificate
    )
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// Makes a certificate.
  ///
  /// - Parameters:
  ///   - names: what it is for, such as `DNS:localhost,IP:127.0.0.1`.
  ///   - days: for how long it is valid; below 0 it has ended.
  ///   - subject: whose it is, as `openssl` writes it.
  package func certificate(
    for names: String = "DNS:localhost,IP:127.0.0.1",
    days: Int = 1,
    subject: String = "/CN=a test"
  ) throws -> Certificate {
    let base = directory.appending(path: UUID().uuidString).path
    let made = Certificate(certificate: base + ".pem", key: base + ".key")
    try CertificateAuthority.run(
      "req",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-subj",
      subject,
      "-keyout",
      made.key,
      "-out",
      base + ".csr"
    )
    try "subjectAltName=\(names)".write(toFile: base + ".ext", atomically: true, encoding: .utf8)
    try CertificateAuthority.run(
      "x509",
      "-req",
      "-in",
      base + ".csr",
      "-CA",
      own.certificate,
      "-CAkey",
      own.key,
      "-CAcreateserial",
      "-days",
      "\(days)",
      "-extfile",
      base + ".ext",
      "-out",
      made.certificate
    )
    return made
  }

  private static func run(_ arguments: String...) throws {
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw Failure("there is no \(program); Scripts/test installs it")
    }
    let ending = try ChildProcess(program, arguments).wait()
    guard ending == .status(0) else { throw Failure("openssl \(arguments) ended with \(ending)") }
  }
}
