/// Where a server listens.
package enum ListenAddress: Sendable, Hashable {
  case tcp(host: String, port: Int)
  case unixSocket(path: String)
}
