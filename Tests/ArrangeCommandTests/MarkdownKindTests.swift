import Testing
import arrange

/// Kinds of Markdown that lists were lost in: what CommonMark says of them holds.
@Suite struct MarkdownKindTests {
  @Test(
    "md-fence",
    arguments: [
      // Backticks can't be in the info of a fence of backticks, so that this is no fence.
      (
        "## W\n\n- a\n\n```make``` builds it.\n\n- b\n- c\n",
        "[w] {\"notes\":\"```make``` builds it.\",\"title\":\"W\"}\n  - {\"title\":\"a\"}\n  - {\"title\":\"b\"}\n  - {\"title\":\"c\"}"
      ),
      // A closing fence has no info.
      (
        "- a\n\n```\n```js\n- no\n```\n\n- b\n",
        "[] {\"notes\":\"```\\n```js\\n- no\\n```\"}\n  - {\"title\":\"a\"}\n  - {\"title\":\"b\"}"
      ),
      // The fence ends with the item that it is in.
      (
        "- a\n  ```\n  code\n- b\n- c\n",
        "[]\n  - {\"notes\":\"```\\ncode\",\"title\":\"a\"}\n  - {\"title\":\"b\"}\n  - {\"title\":\"c\"}"
      ),
      // Four columns in is code, not a fence.
      (
        "- a\n\ntext\n\n    ```\n\n- b\n",
        "[] {\"notes\":\"text\\n\\n    ```\"}\n  - {\"title\":\"a\"}\n  - {\"title\":\"b\"}"
      ),
      (
        "~~~\n- no\n```\n- no\n~~~\n- a\n",
        "[] {\"notes\":\"~~~\\n- no\\n```\\n- no\\n~~~\"}\n  - {\"title\":\"a\"}"
      ),
      (
        "- ```\n  x\n\n\n  y\n  ```\n- b\n",
        "[]\n  - {\"notes\":\"```\\nx\\n\\n\\ny\\n```\",\"title\":\"\"}\n  - {\"title\":\"b\"}"
      ),
      ("> ```\n- a\n", "[] {\"notes\":\"> ```\"}\n  - {\"title\":\"a\"}"),
      (
        "- a\n\n      code\n\n  ```\n  \tx\n  ```\n",
        "[]\n  - {\"notes\":\"    code\\n\\n```\\n\\tx\\n```\",\"title\":\"a\"}"
      ),
    ]
  )
  func fences(text: String, expected: String) { #expect(outcome(.markdown, text) == expected) }

  @Test(
    "md-comment",
    arguments: [
      // A comment ends where it ends, not at the end of a line.
      (
        "<!-- draft --> intro\n\n- a\n- b\n<!-- end -->\n- c\n",
        "[] {\"notes\":\"<!-- draft --> intro\"}\n  - {\"title\":\"a\"}\n  - {\"title\":\"b\"}\n  - {\"title\":\"c\"}"
      ),
      (
        "## A\n\n<!-- x --> y\n- one <!-- arrange {\"id\":\"a\"} -->\n- two <!-- arrange {\"id\":\"b\"} -->\n",
        "[a] {\"notes\":\"<!-- x --> y\",\"title\":\"A\"}\n  a {\"title\":\"one\"}\n  b {\"title\":\"two\"}"
      ),
      ("<!-- a --> <!-- b -->\n- a\n", "[]\n  - {\"title\":\"a\"}"),
      ("- a\n  <!-- b\n\n  - no -->\n- c\n", "[]\n  - {\"title\":\"a\"}\n  - {\"title\":\"c\"}"),
      ("- <!-- only -->\n", "[]\n  - {\"title\":\"\"}"),
      (
        "- <!-- arrange {\"id\":\"a\"} -->\n- [ ] <!-- arrange {\"id\":\"b\"} -->\n",
        "[]\n  a {\"title\":\"\"}\n  b {\"done\":false,\"title\":\"\"}"
      ),
      // One that never ends is everything to the end; it is kept as text.
      ("- a\n\n<!-- open\n- b\n", "[] {\"notes\":\"<!-- open\\n- b\"}\n  - {\"title\":\"a\"}"),
    ]
  )
  func comments(text: String, expected: String) { #expect(outcome(.markdown, text) == expected) }

  @Test(
    "md-setext",
    arguments: [
      (
        "List\n====\n\nTo do\n-----\n\n- a\n\nDone\n----\n\n- b\n",
        "list {\"title\":\"List\"}\n[to-do] {\"title\":\"To do\"}\n  - {\"title\":\"a\"}\n[done] {\"title\":\"Done\"}\n  - {\"title\":\"b\"}"
      ),
      (
        "My list\n=======\n\n- a\n\nLater\nand more\n---\n- b\n",
        "list {\"title\":\"My list\"}\n[]\n  - {\"title\":\"a\"}\n[later-and-more] {\"title\":\"Later and more\"}\n  - {\"title\":\"b\"}"
      ),
      ("A\n-\n- a\n---\n- b\n", "[a] {\"title\":\"A\"}\n  - {\"title\":\"a\"}\n  - {\"title\":\"b\"}"),
      ("A <!-- arrange {\"id\":\"x\"} -->\n===\n- a\n", "[x] {\"title\":\"A\"}\n  - {\"title\":\"a\"}"),
      ("#tag\n===\n- a\n", "[tag] {\"title\":\"#tag\"}\n  - {\"title\":\"a\"}"),
      // In an item they are its text.
      ("- A\n  ---\n  b\n- # C\n", "[]\n  - {\"notes\":\"b\",\"title\":\"A\"}\n  - {\"title\":\"C\"}"),
    ]
  )
  func underlinedHeadings(text: String, expected: String) { #expect(outcome(.markdown, text) == expected) }

  @Test(
    "md-number-in-paragraph",
    arguments: [
      (
        "- a\n\nThe windows are\n14. The doors are six.\n",
        "[] {\"notes\":\"The windows are\\n14. The doors are six.\"}\n  - {\"title\":\"a\"}"
      ),
      ("Text\n1. a\n", "[] {\"notes\":\"Text\"}\n  - {\"title\":\"a\"}"),
      ("14) a\n15) b\n", "[]\n  - {\"title\":\"a\"}\n  - {\"title\":\"b\"}"),
      ("1234567890. no\n", "list {\"notes\":\"1234567890. no\"}"),
    ]
  )
  func numbersInText(text: String, expected: String) { #expect(outcome(.markdown, text) == expected) }

  @Test(
    "md-nesting",
    arguments: [
      (
        "- - a\n  - b\n",
        "[]\n  - {\"title\":\"\"}\n  - {\"level\":1,\"title\":\"a\"}\n  - {\"level\":1,\"title\":\"b\"}"
      ),
      // One column in is not in the item.
      ("- a\n - b\n  - c\n", "[]\n  - {\"title\":\"a\"}\n  - {\"title\":\"b\"}\n  - {\"title\":\"c\"}"),
      (
        "1. a\n   - b\n\n     text\n",
        "[]\n  - {\"title\":\"a\"}\n  - {\"level\":1,\"notes\":\"text\",\"title\":\"b\"}"
      ),
      (
        "- a\n    - b\n        - [x] c\n",
        "[]\n  - {\"title\":\"a\"}\n  - {\"level\":1,\"title\":\"b\"}\n  - {\"done\":true,\"level\":2,\"title\":\"c\"}"
      ),
      (
        "> Said:\n> - a\n>   b\n> - c\n",
        "[] {\"notes\":\"> Said:\"}\n  - {\"notes\":\"b\",\"title\":\"a\"}\n  - {\"title\":\"c\"}"
      ),
      ("- > q\n  > r\n", "[]\n  - {\"notes\":\"> r\",\"title\":\"> q\"}"),
      ("-\n  a\n-\n\n  b\n", "[] {\"notes\":\"b\"}\n  - {\"title\":\"a\"}\n  - {\"title\":\"\"}"),
      ("-     code\n", "[]\n  - {\"title\":\"code\"}"),
      ("- [x]: /url\n- b\n", "[]\n  - {\"title\":\"[x]: /url\"}\n  - {\"title\":\"b\"}"),
      ("[x]: /url\n\n- a\n", "[] {\"notes\":\"[x]: /url\"}\n  - {\"title\":\"a\"}"),
      ("- * * *\n- b\n", "[]\n  - {\"title\":\"\"}\n  - {\"title\":\"b\"}"),
      ("<div>\n- no\n</div>\n\n- a\n", "[] {\"notes\":\"<div>\\n- no\\n</div>\"}\n  - {\"title\":\"a\"}"),
    ]
  )
  func nesting(text: String, expected: String) { #expect(outcome(.markdown, text) == expected) }

  @Test(
    "md-front-matter",
    arguments: [
      ("---\ntags:\n- no\n---\n- a\n", "[]\n  - {\"title\":\"a\"}"),
      ("---\n- a\n---\n- b\n", "[]\n  - {\"title\":\"a\"}\n  - {\"title\":\"b\"}"),
      ("---\n---\n- b\n", "[]\n  - {\"title\":\"b\"}"),
    ]
  )
  func frontMatter(text: String, expected: String) { #expect(outcome(.markdown, text) == expected) }

  @Test func saysWhatItLeftOut() throws {
    let list = try MarkdownReader.read(SourceText("---\na: b\n---\n<!-- x -->\n- a\n<!-- y\n-->\n"))
    #expect(list.leftOut.texts == ["front matter", "2 comments"])
    #expect(try MarkdownReader.read(SourceText("- a <!-- arrange {} -->\n---\n")).leftOut.isEmpty)
  }

  /// Deep nesting takes neither the stack nor time without bounds.
  @Test func deepNesting() throws {
    let depth = 3_000
    let list = try MarkdownReader.read(SourceText(String(repeating: "- ", count: depth) + "a\n"))
    #expect(list.itemCount == depth)
    _ = try MarkdownReader.read(SourceText(String(repeating: "> ", count: depth) + "- a\n"))
  }
}
