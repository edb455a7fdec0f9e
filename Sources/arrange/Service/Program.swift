#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The state of the process that commands use.
enum Program {
  /// The environment of the process.
  static var environment: [String: String] {
    let names = [
      "ARRANGE_SERVER", "ARRANGE_TOKEN", "ARRANGE_TOKEN_FILE", "ARRANGE_CA", "ARRANGE_CERT", "ARRANGE_KEY",
      "ARRANGE_CONTEXT", "ARRANGE_CONTEXTS", "HOME", "NO_COLOR", "TERM", "XDG_CONFIG_HOME",
    ]
    var environment: [String: String] = [:]
    for name in names {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    return environment
  }

  /// The command line arguments as bytes, because the standard library replaces bytes that are not valid
  /// UTF-8.
  static var words: [[UInt8]] {
    let arguments = CommandLine.unsafeArgv
    return (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      arguments[index].map {
        Array(UnsafeBufferPointer(start: $0, count: strlen($0))).map(UInt8.init(bitPattern:))
      }
    }
  }

  /// The path of this program.
  static var executable: String {
    #if canImport(Darwin)
      CommandLine.arguments[0]
    #else
      "/proc/self/exe"
    #endif
  }

  /// Ends the process.
  static func end(_ status: Int32) -> Never { exit(status) }
}
