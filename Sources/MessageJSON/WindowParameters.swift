import InputText

/// The parameters of an address that choose a part of a list: a range of a section, or an item and its neighbours.
///
/// `section=doing&from=0&limit=100`, or `around=ID&before=50&after=50`.
enum WindowParameters {
  static let names = ["section", "from", "limit", "around", "before", "after"]
  /// How many neighbours are shown on a side if nothing is said.
  static let neighbours: Int64 = 50
  /// The maximum number of items of a page, as in `FetchRequest.page_size`.
  static let largestPage: Int64 = 5_000

  /// The members of a `FetchRequest`.
  ///
  /// - Parameter values: the parameters of the query by their names.
  static func members(_ values: [String: String]) throws(JSONRefusal) -> [JSONNode.Member] {
    let isAround = values["around"] != nil
    for name in isAround ? ["section", "from", "limit"] : ["before", "after"] where values[name] != nil {
      throw JSONRefusal("goes with \(isAround ? "section" : "around")", at: name)
    }
    if let item = values["around"] {
      return [
        .made(
          "around",
          .made([
            .made("item", .made(item)),
            .made("before", .made(try count("before", values) ?? neighbours)),
            .made("after", .made(try count("after", values) ?? neighbours)),
          ])
        )
      ]
    }
    let (from, limit) = (try count("from", values), try count("limit", values))
    guard let section = values["section"] else {
      if let name = from != nil ? "from" : limit != nil ? "limit" : nil {
        throw JSONRefusal("needs section, whose items are counted", at: name)
      }
      return []
    }
    var window: [JSONNode.Member] = [
      .made("section", .made(section)), .made("start", .made(from ?? 0)),
    ]
    guard let limit else { return [.made("section", .made(window))] }
    window.append(.made("end", .made((from ?? 0) + limit)))
    return [.made("section", .made(window)), .made("page_size", .made(min(max(limit, 1), largestPage)))]
  }

  private static func count(_ name: String, _ values: [String: String]) throws(JSONRefusal) -> Int64? {
    guard let text = values[name] else { return nil }
    guard let number = Int32(text), number >= 0 else {
      throw JSONRefusal("has to be a number from 0 to \(Int32.max)", at: name)
    }
    return Int64(number)
  }
}

/// Values of JSON that do not come from a text.
extension JSONNode {
  static func made(_ text: String) -> JSONNode { JSONNode(offset: 0, content: .string(text)) }
  static func made(_ number: Int64) -> JSONNode { JSONNode(offset: 0, content: .integer(number)) }
  static func made(_ flag: Bool) -> JSONNode { JSONNode(offset: 0, content: .bool(flag)) }
  static func made(_ members: [Member]) -> JSONNode { JSONNode(offset: 0, content: .object(members)) }
}

extension JSONNode.Member {
  static func made(_ name: String, _ value: JSONNode) -> JSONNode.Member {
    JSONNode.Member(name: name, nameOffset: 0, value: value)
  }
}
