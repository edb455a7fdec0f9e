import ArrangeHTTP
import ArrangeModel
import ArrangeServer

extension LogFormat {
  /// - Parameter text: the setting; nil if it is not set.
  init(setting text: String?) throws(SettingError) {
    guard let text else {
      self = .text
      return
    }
    guard let format = LogFormat(rawValue: text) else {
      throw SettingError("log-format: \"\(text)\" is not one of text and json")
    }
    self = format
  }
}

extension ListenAddress {
  /// Parses the address of the HTTP listener, HOST:PORT.
  ///
  /// - Parameter hasAccessFile: whether there is an access file, which an address that other machines can reach requires.
  init(http text: String, hasAccessFile: Bool) throws(SettingError) {
    let address: ListenAddress
    do throws(SettingError) { address = try ListenAddress(parsing: text) } catch {
      throw SettingError("http: \"\(text)\" is not HOST:PORT, such as 127.0.0.1:7412")
    }
    guard case .tcp(let host, _) = address else {
      throw SettingError("http: \"\(text)\" is not HOST:PORT; for TLS put a proxy in front of it")
    }
    guard address.isLocal || hasAccessFile else {
      throw SettingError(
        "http: other machines can reach \(host), and there is no access file that limits who may read the metrics; name one with "
          + "--access, or use 127.0.0.1"
      )
    }
    self = address
  }
}

extension WebOrigin {
  /// - Parameter texts: the setting.
  static func all(setting texts: [String]) throws(SettingError) -> Set<WebOrigin> {
    var origins: Set<WebOrigin> = []
    for text in texts {
      guard let origin = WebOrigin(text) else {
        throw SettingError(
          "http-origins: \"\(text)\" is not SCHEME://HOST or SCHEME://HOST:PORT, such as https://lists.example"
        )
      }
      origins.insert(origin)
    }
    return origins
  }
}
