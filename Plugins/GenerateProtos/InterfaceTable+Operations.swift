extension InterfaceTable {
  /// The operations that a transaction consists of.
  struct Operations {
    /// An operation, its permission and its parameters.
    struct Row {
      var place: Place
      var field: String
      var permission: String
      var parameters: [(label: String, field: String)]
    }

    var place: Place
    var message: String
    var type: String
    var rows: [Row] = []
  }

  /// Reads `operations MESSAGE as TYPE`.
  mutating func addOperations(_ text: String, _ place: Place) throws {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 4, words[2] == "as", operations == nil else {
      throw place.error("there is one line 'operations MESSAGE as TYPE'")
    }
    operations = Operations(place: place, message: words[1], type: words[3])
    conversions.append(Conversion(place: place, message: words[1], type: words[3], isByHand: true))
  }

  /// Reads `FIELD: PERMISSION, PARAMETER, …`, where a parameter is `FIELD` or `_ FIELD`.
  static func operation(_ text: String, _ place: Place) throws -> Operations.Row {
    let halves = text.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    guard halves.count == 2 else { throw place.error("an operation is FIELD: PERMISSION, PARAMETER, …") }
    let parts = halves[1].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let parameters = try parts.dropFirst().map { part in
      let words = part.split(separator: " ").map(String.init)
      guard let field = words.last, words.count == 1 || words.count == 2 && words[0] == "_" else {
        throw place.error("a parameter is FIELD, or _ FIELD without a label")
      }
      return (label: words.count == 2 ? "" : property(field), field: field)
    }
    return Operations.Row(place: place, field: halves[0], permission: parts[0], parameters: parameters)
  }
}
