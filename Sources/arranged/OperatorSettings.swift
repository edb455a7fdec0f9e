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
  /// Parses the address of the HTTP listener, HOST:PORT or tls:HOST:PORT.
  ///
  /// - Parameter hasAccessFile: whether there is an access file, which an address that other machines can reach requires.
  init(http text: String, hasAccessFile: Bool) throws(SettingError) {
    let address: ListenAddress
    do throws(SettingError) { address = try ListenAddress(parsing: text) } catch {
      throw SettingError("http: \"\(text)\" is not HOST:PORT or tls:HOST:PORT, such as 127.0.0.1:7412")
    }
    let host: String
    switch address {
    case .tcp(let name, _), .tls(let name, _): host = name
    case .unixSocket, .passed:
      throw SettingError("http: \"\(text)\" is not HOST:PORT or tls:HOST:PORT")
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

extension ProxyNetworks {
  /// - Parameter texts: the setting.
  init(setting texts: [String]) throws(SettingError) {
    guard let networks = ProxyNetworks(texts) else {
      guard let text = ProxyNetworks.invalid(in: texts) else {
        throw SettingError("http-behind-proxy: there can be \(ProxyNetworks.most) networks at most")
      }
      throw SettingError(
        "http-behind-proxy: \"\(text)\" is not a network such as 10.0.0.0/8 or fd00::/8, or an address"
      )
    }
    self = networks
  }
}
