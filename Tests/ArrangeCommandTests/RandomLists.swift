import ArrangeModel
import Ordering
import arrange

/// Random lists with everything that is hard to write: marks of all formats in texts, odd ids, all kinds of
/// values.
enum RandomLists {
  private static let pieces = [
    "a", "Write it", "é", "e\u{301}", "日本", "😀", " ", "  ", "\n", "\r\n", "\r", "\t", "- ", "- [x] ", "[ ] ",
    "#", "## ",
    "1. ", "---", "```", "~~~~", "<!--", "-->", "<!-- arrange {\"id\":\"x\"} -->", " <!-- arrange ", "\"",
    "\\", ",", ";", "{",
    "}", "|", "*", "+", ">", "\u{2028}", "\u{FEFF}", "\u{85}", "\u{7}", "\u{A0}", "x",
    "=", "@", "'", "\u{FF1D}",
  ]

  static func text(using random: inout OrderingRandom) -> String {
    if Bool.random(using: &random) {
      return ["Read it", "Write", "x", "To do", ""].randomElement(using: &random)!
    }
    return (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random)! }
      .joined()
  }

  static func value(using random: inout OrderingRandom) -> FieldValue {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .int(Int64(bitPattern: random.next()))
    case 3: return .int(Int64.random(in: -3...3, using: &random))
    case 4:
      let number = Double(bitPattern: random.next())
      return .double(number.isFinite && number != 0 ? number : 2)
    case 5:
      return .bytes(
        (0..<Int.random(in: 0...5, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      )
    case 6:
      return .timestamp(
        Timestamp(microseconds: Int64(bitPattern: random.next()) >> Int64.random(in: 0...20, using: &random))
      )
    default: return .string(text(using: &random))
    }
  }

  static func fields(using random: inout OrderingRandom) -> Fields {
    var pairs: [(String, FieldValue)] = []
    if Int.random(in: 0..<4, using: &random) > 0 { pairs.append(("title", .string(text(using: &random)))) }
    if Int.random(in: 0..<3, using: &random) == 0 {
      pairs.append(("done", .bool(Bool.random(using: &random))))
    }
    if Int.random(in: 0..<3, using: &random) == 0 { pairs.append(("notes", .string(text(using: &random)))) }
    if Int.random(in: 0..<3, using: &random) == 0 {
      pairs.append(("level", .int(Int64.random(in: -1...4, using: &random))))
    }
    for name in ["title", "done", "notes", "level", "section", "id", "fields", "é", "e\u{301}", "a b", "-->"]
    where Int.random(in: 0..<8, using: &random) == 0 {
      pairs.append((name, value(using: &random)))
    }
    do { return try Fields(pairs) } catch { preconditionFailure("\(error)") }
  }

  /// A list that a server can have.
  static func list(using random: inout OrderingRandom) -> ImportedList {
    let count = Int.random(in: 0...4, using: &random)
    var list = ImportedList()
    var nextItem = 0
    let ids = (["", "todo", "to-do", "x", "a \"b\" -->", "日本", "section", "todo-2"] as [Identifier]).shuffled(
      using: &random
    )
    for index in 0..<count {
      var section = ImportedSection(id: ids[index])
      if Bool.random(using: &random) { section.fields = fields(using: &random) }
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        nextItem += 1
        let id: Identifier = nextItem == 3 ? "odd \"id\" --> <!--" : Identifier(Int64(nextItem))
        section.items.append(ImportedItem(id: id, fields: fields(using: &random), offset: 0))
      }
      list.sections.append(section)
    }
    if Bool.random(using: &random) { list.fields = fields(using: &random) }
    return list
  }

  /// An outline that a server can have: some items of a list are below those before them.
  static func outline(using random: inout OrderingRandom) -> ImportedList {
    var list = list(using: &random)
    for section in list.sections.indices {
      var above: [Identifier] = []
      for index in list.sections[section].items.indices {
        above.removeLast(Int.random(in: 0...above.count, using: &random))
        list.sections[section].items[index].parent = above.last
        if let id = list.sections[section].items[index].id { above.append(id) }
        if Int.random(in: 0..<8, using: &random) == 0 {
          try? list.sections[section].items[index].fields.set("parent", to: value(using: &random))
        }
      }
    }
    return list
  }
}
