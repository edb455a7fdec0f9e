import Foundation

extension InterfaceTable {
  /// An address below `/v1`, and the call that a request to it becomes.
  struct Route {
    /// A parameter of the query, which sets a field of the request.
    struct Parameter {
      var name: String
      var field: String
      var isInSeconds = false
    }

    var place: Place
    var verb: String
    /// The path below `/v1`, with `{FIELD}` or `{NAME=FIELD}` for fields of the request.
    var path: String
    /// The operation whose members the body has; nil if the body is the request.
    var operation: String?
    /// Whether something is created.
    var isCreated = false
    /// Whether parameters choose a window.
    var hasWindow = false
    var parameters: [Parameter] = []

    /// The parameters in the path, and the fields that they set.
    var pathParameters: [(name: String, field: String)] {
      path.split(separator: "/").filter { $0.hasPrefix("{") }.map { part in
        let sides = part.dropFirst().dropLast().split(separator: "=").map(String.init)
        return (sides[0], sides[sides.count - 1])
      }
    }

    /// The path with the names of the parameters alone.
    var shownPath: String {
      path.split(separator: "/").map { part in
        part.hasPrefix("{") ? "/{\(part.dropFirst().prefix { $0 != "=" && $0 != "}" })}" : "/\(part)"
      }.joined()
    }

    /// Whether requests have a body.
    var hasBody: Bool { ["POST", "PUT", "PATCH"].contains(verb) }

    /// Reads `VERB PATH as OPERATION created with PARAMETER, …`.
    ///
    /// - Parameter last: the route of the line above, if it is one of the same method.
    init(_ text: String, _ place: Place, after last: Route?) throws {
      let halves = text.components(separatedBy: " with ")
      var words = halves[0].split(separator: " ").map(String.init)[...]
      guard halves.count <= 2, let verb = words.popFirst(), let path = words.popFirst(),
        ["GET", "POST", "PUT", "PATCH", "DELETE"].contains(verb), path.hasPrefix("/")
      else { throw place.error("an address is VERB /PATH as OPERATION created with PARAMETER, …") }
      (self.place, self.verb, self.path) = (place, verb, path)
      if words.first == "as", let name = words.dropFirst().first {
        operation = name
        words = words.dropFirst(2)
      }
      if words.first == "created" {
        isCreated = true
        words = words.dropFirst()
      }
      guard words.isEmpty else { throw place.error("'\(words.joined(separator: " "))' is not known here") }
      guard halves.count == 2 else { return }
      guard !hasBody else { throw place.error("a request with a body has no parameters") }
      for part in halves[1].split(separator: ",") {
        var text = part.trimmingCharacters(in: .whitespaces)
        if text == "those above" {
          guard let last else { throw place.error("there is no address above") }
          parameters += last.parameters
          hasWindow = hasWindow || last.hasWindow
          continue
        }
        if text == "window" {
          hasWindow = true
          continue
        }
        let isInSeconds = text.hasSuffix(" in seconds")
        if isInSeconds { text = String(text.dropLast(" in seconds".count)) }
        let sides = text.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let name = sides.first, sides.count <= 2 else {
          throw place.error("a parameter is NAME = FIELD in seconds")
        }
        parameters.append(Parameter(name: name, field: sides.last ?? name, isInSeconds: isInSeconds))
      }
    }
  }
}
