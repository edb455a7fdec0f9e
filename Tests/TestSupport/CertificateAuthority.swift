package import Foundation

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
    try CertificateAuthority.run([
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
      "/CN=an authority", "-keyout", own.key, "-out", own.certificate,
    ])
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// Makes a certificate.
  ///
  /// - Parameters:
  ///   - names: what it is for, such as `DNS:localhost,IP:127.0.0.1`.
  ///   - days: for how long it is valid; below 0 it has ended.
  ///   - end: when it ends, if not after whole days.
  ///   - subject: whose it is, as `openssl` writes it.
  ///   - key: the kind of its key, as `openssl` names it.
  package func certificate(
    for names: String = "DNS:localhost,IP:127.0.0.1",
    days: Int = 1,
    end: Date? = nil,
    subject: String = "/CN=a test",
    key: String = "ec:P-256"
  ) throws -> Certificate {
    let base = directory.appending(path: UUID().uuidString).path
    let made = Certificate(certificate: base + ".pem", key: base + ".key")
    // A curve is an option; the size of another key is part of its kind.
    let isCurve = key.hasPrefix("ec:")
    let kind = isCurve ? ["ec", "-pkeyopt", "ec_paramgen_curve:\(key.dropFirst("ec:".count))"] : [key]
    try CertificateAuthority.run(
      ["req", "-newkey"] + kind + [
        "-nodes", "-subj", subject, "-keyout", made.key, "-out", base + ".csr",
      ]
    )
    try "subjectAltName=\(names)".write(toFile: base + ".ext", atomically: true, encoding: .utf8)
    if let end {
      try sign(base, until: end, as: made)
    } else {
      try CertificateAuthority.run([
        "x509", "-req", "-in", base + ".csr", "-CA", own.certificate, "-CAkey", own.key, "-CAcreateserial",
        "-days",
        "\(days)", "-extfile", base + ".ext", "-out", made.certificate,
      ])
    }
    return made
  }

  /// Signs a request so that the certificate ends at a second, which only `openssl ca` can.
  private func sign(_ base: String, until end: Date, as made: Certificate) throws {
    try """
    [ca]
    default_ca = own
    [own]
    database = \(base).index
    new_certs_dir = \(directory.path)
    rand_serial = yes
    default_md = sha256
    policy = any
    [any]
    commonName = optional
    organizationName = optional
    """.write(toFile: base + ".conf", atomically: true, encoding: .utf8)
    try Data().write(to: URL(filePath: base + ".index"))
    let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
    let time = end.formatted(style).replacing("T", with: "")
    try CertificateAuthority.run([
      "ca", "-batch", "-notext", "-preserveDN", "-config", base + ".conf", "-in", base + ".csr", "-cert",
      own.certificate, "-keyfile", own.key, "-startdate", "20200101000000Z", "-enddate", time, "-extfile",
      base + ".ext", "-out", made.certificate,
    ])
  }

  private static func run(_ arguments: [String]) throws {
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw Failure("there is no \(program); Scripts/test installs it")
    }
    let ending = try ChildProcess(program, arguments).wait()
    guard ending == .status(0) else { throw Failure("openssl \(arguments) ended with \(ending)") }
  }
}
