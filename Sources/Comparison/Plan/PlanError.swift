/// What is wrong with a plan, and where.
package struct PlanError: Error, Sendable, Hashable {
  /// The line of the text, counted from 1; nil if the plan did not come from a text.
  package var line: Int?
  /// The place in the plan, such as `workloads[2].operations`; empty for the whole.
  package var path: String
  /// What is wrong and what to write.
  package var message: String

  package init(line: Int? = nil, path: String = "", _ message: String) {
    self.line = line
    self.path = path
    self.message = message
  }
}

extension PlanError: CustomStringConvertible {
  package var description: String {
    let place = [line.map { "line \($0)" }, path.isEmpty ? nil : path].compactMap { $0 }
    return place.isEmpty ? message : "\(place.joined(separator: ", ")): \(message)"
  }
}
