/// What is wrong with what a service manager has set for this process, in one sentence that names the variable.
package struct ServiceManagerError: Error, Sendable, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// What the variables of a service manager have in common.
enum ManagerVariable {
  /// Whether variables are for this process: they are inherited by processes that it starts, for which they are not.
  static func isMeant(_ owner: String?, for process: Int32) -> Bool {
    owner.map { Int32($0) == process } ?? true
  }
}
