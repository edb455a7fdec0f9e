import ArrangeClient
import ArrangeModel
import ArrangeTLS

extension ServerAddress {
  /// What protects connections; nil where nothing does.
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
  /// - Throws: an error with the code ``ArrangeModel/StatusCode/invalidArgument`` where the address is none.
  convenience init(_ address: ServerAddress) throws(ArrangeError) {
    var configuration = try ArrangeClientConfiguration(server: address.server)
    configuration.token = address.token
    configuration.sendsTokenInClear = address.sendsTokenInClear
    configuration.security = try address.connectionSecurity
    configuration.clientName = "arrange \(ArrangeVersion.current)"
    configuration.callTimeout = address.patience.answer
    // Before the call's own time is over, so that a port is named at which no server of ours answers.
    configuration.connectTimeout = min(address.patience.answer / 2, address.patience.connection)
    // A person at a terminal waits for a server that restarts, but not for one that is not there.
    configuration.retry = RetryPolicy(maximumAttempts: 3, maximumBackoff: .milliseconds(250))
    self.init(configuration)
  }

  /// The content of a window as one page. Slices of one section that came on several pages are put together.
  func content(
    of source: ListSource,
    window: FetchRequest.Window = .all
  ) async throws(ArrangeError) -> FetchPage {
    var pages = pages(of: source, window: window, pageSize: FetchRequest.maximumPageSize).makeAsyncIterator()
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
