import ArrangeModel
import InputText

/// What Markdown can't represent of an element, in a comment at the end of its line: `- [ ] Write it <!--
/// arrange {"id":"a","fields":{"priority":2}} -->`.
///
/// The members are `id`; `fields`, which take precedence over those in the line; `exact`, true if the fields
/// in the line are to be ignored; and, on a heading, `list`, true if it is the list's and not a section's.
struct MarkdownRemark {
  static let opening = "<!-- arrange "
  static let closing = " -->"

  var id: Identifier?
  var fields: Fields?
  var isExact = false
  var isList = false

  /// Splits the remark from the end of a line's text.
  ///
  /// - Returns: the text before the remark, and the remark; nil if the text does not end with one.
  static func split(_ text: Range<Int>, of bytes: [UInt8]) throws(InputError) -> (Range<Int>, MarkdownRemark)?
  {
    let content = bytes[text]
    guard content.count >= opening.utf8.count + closing.utf8.count,
      content.suffix(closing.utf8.count).elementsEqual(closing.utf8)
    else { return nil }
    let mark = Array(opening.utf8)
    var start = content.endIndex - closing.utf8.count - mark.count
    while start >= content.startIndex, !bytes[start..<start + mark.count].elementsEqual(mark) { start -= 1 }
    guard start >= content.startIndex else { return nil }
    let json = start + mark.count..<content.endIndex - closing.utf8.count
    let remark = try MarkdownRemark(JSONReader.read(bytes, in: json))
    return (MarkdownText.trim(text.lowerBound..<start, bytes), remark)
  }

  init() {}

  private init(_ node: JSONNode) throws(InputError) {
    guard let members = node.members else {
      throw InputError(at: node.offset, "the comment has to be an object, this is \(node.kind)")
    }
    for member in members {
      let value = member.value
      switch member.name {
      case "id":
        let text = try JSONLinesReader.text(of: value, named: "id")
        id = try Identifier(text, allowingEmpty: true, at: value.offset)
      case "fields":
        fields = try JSONLinesReader.readElement(node, isSection: true, ignoring: ["exact", "list"]).fields
      case "exact", "list":
        guard let flag = value.bool else {
          throw InputError(
            at: value.offset,
            "\"\(member.name)\" has to be true or false, this is \(value.kind)"
          )
        }
        if member.name == "exact" { isExact = flag } else { isList = flag }
      default: throw InputError(at: member.nameOffset, "a comment has no \"\(member.name)\"")
      }
    }
  }

  /// The remark as a comment, with a space before it; empty if it has no members.
  var text: String {
    var members = JSON.Members()
    if let id { members.append("id", .string(id.text)) }
    if let fields, !fields.isEmpty { members.append("fields", fields.json) }
    if isExact { members.append("exact", .bool(true)) }
    if isList { members.append("list", .bool(true)) }
    guard !members.names.isEmpty else { return "" }
    var bytes: [UInt8] = []
    JSON.object(members).write(to: &bytes, escapingMarks: true)
    return " \(MarkdownRemark.opening)\(String(decoding: bytes, as: UTF8.self))\(MarkdownRemark.closing)"
  }
}
