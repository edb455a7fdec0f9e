import Foundation
import Testing
import arrange

/// The examples of the specification of CommonMark have as many items as list items. The specification is not part
/// of the project: `Scripts/check-markdown` says where it is.
@Suite struct CommonMarkTests {
  private static let path = ProcessInfo.processInfo.environment["ARRANGE_COMMONMARK_SPEC"]

  private struct Example {
    var line: Int
    var markdown: String
    var html: String
  }

  @Test(
    "examples have as many items",
    .enabled(if: path != nil, "only Scripts/check-markdown has the specification")
  )
  func examples() throws {
    let text = try String(contentsOfFile: #require(CommonMarkTests.path), encoding: .utf8)
    let examples = CommonMarkTests.examples(in: text)
    try #require(!examples.isEmpty, "there is no example in the file")
    for example in examples {
      // The specification writes tabs as arrows.
      let source = SourceText(example.markdown.replacing("→", with: "\t"))
      let list = try MarkdownReader.read(source)
      let expected = example.html.split(separator: "<li", omittingEmptySubsequences: false).count - 1
      #expect(list.itemCount == expected, "line \(example.line): \(example.markdown)")
    }
    print("\(examples.count) examples have as many items as list items")
  }

  /// Examples stand between long fences: the Markdown, a line with a point, the HTML.
  private static func examples(in text: String) -> [Example] {
    let fence = String(repeating: "`", count: 32)
    var examples: [Example] = []
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().makeIterator()
    while let (number, line) = lines.next() {
      guard line.hasPrefix("\(fence) example") else { continue }
      var example = Example(line: number + 1, markdown: "", html: "")
      var isHTML = false
      while let (_, line) = lines.next(), line != fence {
        if line == ".", !isHTML {
          isHTML = true
        } else if isHTML {
          example.html += "\(line)\n"
        } else {
          example.markdown += "\(line)\n"
        }
      }
      examples.append(example)
    }
    return examples
  }
}
