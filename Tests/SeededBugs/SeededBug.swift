#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The deliberate bug that this process has: the one that the environment names, or none.
///
/// `Scripts/seeded-bugs` puts a copy of this file into each module that has bugs.
enum SeededBug {
  private static let name = getenv("ARRANGE_SEEDED_BUG").map { String(cString: $0) }

  static func isOn(_ bug: String) -> Bool { bug == name }
}
