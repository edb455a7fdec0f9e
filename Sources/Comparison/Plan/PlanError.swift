import InputText

/// An error in a plan, with its position.
package struct PlanError: Error, Sendable, Hashable {
  /// The line of the text, counted from 1; nil if the plan did not come from a text.
  package var line: Int?
  /// The path in the plan, such as `workloads[2].operations`; empty for the whole.
  package var path: String
  /// The error, and what to write instead.
  package var message: String

  package init(line: Int? = nil, path: String = "", _ message: String) {
    self.line = line
    self.path = path
    self.message = message
  }

  init(_ error: YAMLError) { self.init(line: error.line, path: error.path, error.message) }
}

extension PlanError: CustomStringConvertible {
  package var description: String {
    let place = [line.map { "line \($0)" }, path.isEmpty ? nil : path].compactMap { $0 }
    return place.isEmpty ? message : "\(place.joined(separator: ", ")): \(message)"
  }
}
