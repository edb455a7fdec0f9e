import ArrangeClient
import ArrangeModel
import ArrangeTLS

extension ServerAddress {
  /// The TLS settings of connections; nil without TLS.
  var connectionSecurity: ConnectionSecurity? {
    get throws(ArrangeError) {
      guard let files = security else { return nil }
      return try .tls(
        authorities: files.authorities.map { .file($0) } ?? .system,
        certificate: files.certificate.flatMap { certificate in
          files.key.map { ClientCertificate(certificate: certificate, key: $0) }
        }
      )
    }
  }
}

extension ArrangeClient {
  /// A client for one command, which connects when it is used.
  ///
  /// - Throws: an error with the code ``ArrangeModel/StatusCode/invalidArgument`` if the address is invalid.
  convenience init(_ address: ServerAddress) throws(ArrangeError) {
    var configuration = try ArrangeClientConfiguration(server: address.server)
    // Successive commands ask the same node, as long as it answers.
    configuration.startsAtFirst = true
    configuration.token = address.token
    configuration.sendsTokenInClear = address.sendsTokenInClear
    configuration.security = try address.connectionSecurity
    configuration.clientName = "arrange \(ArrangeVersion.current)"
    configuration.callTimeout = address.patience.answer
    // Shorter than the timeout of the call, so that the error names the port if no Arrange server answers
    // there.
    configuration.connectTimeout = min(address.patience.answer / 2, address.patience.connection)
    // The retries cover a server that restarts, but do not wait long for one that does not exist.
    configuration.retry = RetryPolicy(maximumAttempts: 3, maximumBackoff: .milliseconds(250))
    self.init(configuration)
  }

  /// The content of a window as one page. Slices of one section on several pages are merged.
  func content(
    of source: ListSource,
    window: FetchRequest.Window = .all,
    at version: VersionReference? = nil
  ) async throws(ArrangeError) -> FetchPage {
    let size = FetchRequest.maximumPageSize
    var pages = pages(of: source, window: window, pageSize: size, at: version).makeAsyncIterator()
    guard var whole = try await pages.next() else {
      throw ArrangeError(.internal, "the server sent no page")
    }
    whole.nextPageToken = nil
    while let page = try await pages.next() {
      for slice in page.sections {
        if let last = whole.sections.indices.last, whole.sections[last].index == slice.index {
          whole.sections[last].items += slice.items
        } else {
          whole.sections.append(slice)
        }
      }
    }
    return whole
  }
}
