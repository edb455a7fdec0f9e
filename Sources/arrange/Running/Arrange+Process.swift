import ArrangeModel
import DenseInteger
import LexoRank
import Ordering
import RandomizedFraction

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the program takes from its process and gives the commands.
extension Arrange {
  /// The environment of the process.
  static var environment: [String: String] {
    let names = ["ARRANGE_SERVER", "ARRANGE_TOKEN", "NO_COLOR", "TERM"]
    var environment: [String: String] = [:]
    for name in names {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    return environment
  }

  /// The file of this program.
  static var executable: String {
    #if canImport(Darwin)
      CommandLine.arguments[0]
    #else
      "/proc/self/exe"
    #endif
  }

  /// The strategies whose keys the program can show as text.
  static let strategies = StrategyCatalog([DenseInteger.kind, LexoRank.kind, RandomizedFraction.kind])

  /// A client of a server. Connects when it is used.
  @Sendable
  static func connect(_ address: ServerAddress) throws(ArrangeError) -> any ArrangeService {
    try ClientService(address)
  }

  static func exitProcess(_ status: Int32) -> Never { exit(status) }
}
