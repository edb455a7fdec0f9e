import Testing
import arrange

@Suite struct MarkdownTests {
  @Test(arguments: [
    ("", ""),
    (
      "- a\n* b\n+ c\n1. d\n2) e\n",
      "[]\n  - {\"title\":\"a\"}\n  - {\"title\":\"b\"}\n  - {\"title\":\"c\"}\n  - {\"title\":\"d\"}\n  - {\"title\":\"e\"}"
    ),
    (
      "- [ ] a\n- [x] b\n- [X] c\n- [y] d\n- []\n",
      "[]\n  - {\"done\":false,\"title\":\"a\"}\n  - {\"done\":true,\"title\":\"b\"}\n  - {\"done\":true,\"title\":\"c\"}\n  - {\"title\":\"[y] d\"}\n  - {\"title\":\"[]\"}"
    ),
    (
      "## To do\n- a\n## Empty\n## Done ##\n- b\n",
      "[to-do] {\"title\":\"To do\"}\n  - {\"title\":\"a\"}\n[empty] {\"title\":\"Empty\"}\n[done] {\"title\":\"Done\"}\n  - {\"title\":\"b\"}"
    ),
    ("# Board\n## A\n- a\n", "list {\"title\":\"Board\"}\n[a] {\"title\":\"A\"}\n  - {\"title\":\"a\"}"),
    ("# A\n- a\n# B\n", "[a] {\"title\":\"A\"}\n  - {\"title\":\"a\"}\n[b] {\"title\":\"B\"}"),
    ("# Only\n- a\n", "[only] {\"title\":\"Only\"}\n  - {\"title\":\"a\"}"),
    (
      "# Board\n- loose\n## A\n",
      "list {\"title\":\"Board\"}\n[]\n  - {\"title\":\"loose\"}\n[a] {\"title\":\"A\"}"
    ),
    (
      "# B\nAbout it.\n\nMore.\n## A\nNote\n- a\n",
      "list {\"notes\":\"About it.\\n\\nMore.\",\"title\":\"B\"}\n[a] {\"notes\":\"Note\",\"title\":\"A\"}\n  - {\"title\":\"a\"}"
    ),
    (
      "- a\n  - b\n    - c\n  - d\n- e\n",
      "[]\n  - {\"title\":\"a\"}\n  - {\"level\":1,\"title\":\"b\"}\n  - {\"level\":2,\"title\":\"c\"}\n  - {\"level\":1,\"title\":\"d\"}\n  - {\"title\":\"e\"}"
    ),
    ("- a\n\t- b\n", "[]\n  - {\"title\":\"a\"}\n  - {\"level\":1,\"title\":\"b\"}"),
    (
      "- a\n  note\n\n  more\n- b\nlazy\n",
      "[]\n  - {\"notes\":\"note\\n\\nmore\",\"title\":\"a\"}\n  - {\"notes\":\"lazy\",\"title\":\"b\"}"
    ),
    ("## S\n- a\n\nAfter.\n", "[s] {\"notes\":\"After.\",\"title\":\"S\"}\n  - {\"title\":\"a\"}"),
    ("- a\n---\n- b\n* * *\n", "[]\n  - {\"title\":\"a\"}\n  - {\"title\":\"b\"}"),
    ("---\ntitle: x\n---\n- a\n", "[]\n  - {\"title\":\"a\"}"),
    ("<!-- no\n- item\n-->\n- a\n", "[]\n  - {\"title\":\"a\"}"),
    (
      "- a\n  ```\n  - code\n  # code\n  ```\n- b\n",
      "[]\n  - {\"notes\":\"```\\n- code\\n# code\\n```\",\"title\":\"a\"}\n  - {\"title\":\"b\"}"
    ),
    ("## A\n## a\n## A!\n", "[a] {\"title\":\"A\"}\n[a-2] {\"title\":\"a\"}\n[a-3] {\"title\":\"A!\"}"),
    ("#tag\n-no\n1.no\n", "list {\"notes\":\"#tag\\n-no\\n1.no\"}"),
    ("-\n- \n", "[]\n  - {\"title\":\"\"}\n  - {\"title\":\"\"}"),
    ("##\n- a\n", "[section]\n  - {\"title\":\"a\"}"),
    ("\u{FEFF}# é\r\n- ä\r\n", "[é] {\"title\":\"é\"}\n  - {\"title\":\"ä\"}"),
    ("- a <!-- arrange {\"id\":\"x\",\"fields\":{\"n\":1}} -->\n", "[]\n  x {\"n\":1,\"title\":\"a\"}"),
    ("- [x] a <!-- arrange {\"fields\":{\"title\":\"t\"},\"exact\":true} -->\n", "[]\n  - {\"title\":\"t\"}"),
    ("## A <!-- arrange {\"id\":\"\"} -->\n- a\n", "[] {\"title\":\"A\"}\n  - {\"title\":\"a\"}"),
    ("# A <!-- arrange {\"list\":true} -->\n- a\n", "list {\"title\":\"A\"}\n[]\n  - {\"title\":\"a\"}"),
    ("- a <!-- remark -->\n", "[]\n  - {\"title\":\"a <!-- remark -->\"}"),
  ])
  func lists(text: String, expected: String) { #expect(outcome(.markdown, text) == expected) }

  @Test(arguments: [
    ("- a\n- b <!-- arrange {\"id\":} -->\n", "2:24 this is not a JSON value"),
    ("- a <!-- arrange [] -->\n", "1:18 the comment has to be an object, this is an array"),
    ("- a <!-- arrange {\"x\":1} -->\n", "1:19 a comment has no \"x\""),
    ("- a <!-- arrange {\"exact\":1} -->\n", "1:27 \"exact\" has to be true or false, this is a number"),
    (
      "- a <!-- arrange {\"id\":\"x\"} -->\n- b <!-- arrange {\"id\":\"x\"} -->\n",
      "2:1 the id \"x\" comes twice"
    ),
    (
      "## A <!-- arrange {\"id\":\"s\"} -->\n## B <!-- arrange {\"id\":\"s\"} -->\n",
      "2:1 the section \"s\" comes twice"
    ),
    ("- a\u{0}\n", "1:1 the text has a character U+0000"),
  ])
  func refusals(text: String, expected: String) { #expect(outcome(.markdown, text) == expected) }
}
