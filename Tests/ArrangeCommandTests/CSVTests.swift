import ArrangeModel
import Testing
import arrange

@Suite struct CSVTests {
  @Test(arguments: [
    ("a,b\n1,2\n", ["a|b", "1|2"]),
    ("a,b\r\n1,2\r\n", ["a|b", "1|2"]),
    ("a,b\r1,2", ["a|b", "1|2"]),
    ("a\n\n\r\nb\n", ["a", "b"]),
    ("\"a,\"\"b\"\"\",c\n", ["a,\"b\"|c"]),
    ("\"two\r\nlines\",x\n", ["two\r\nlines|x"]),
    ("a,,c\n,,\n", ["a||c", "||"]),
    ("\"\"\n", [""]),
    ("\u{FEFF}a,b\n", ["a|b"]),
    ("\u{FEFF}\"a\",b\n", ["a|b"]),
    ("a;b,c;d\n", ["a|b,c|d"]),
    ("a\tb\n", ["a|b"]),
    ("\"a,b,c\";d\n", ["a,b,c|d"]),
    (" a , b \n", [" a | b "]),
    ("é,日本\n", ["é|日本"]),
    ("a,12°34'5.6\"N,5\" x 3\"\n", ["a|12°34'5.6\"N|5\" x 3\""]),
    ("a,b\nc\rd,e\n", ["a|b", "c\rd|e"]),
    ("a,b\r\nc\rd,\"e\rf\"\r\ng,h\r", ["a|b", "c\rd|e\rf", "g|h"]),
    ("a,\"b\nc\"\rd,e\r", ["a|b\nc", "d|e"]),
    ("id,size 27\"\na,b\rc\n", ["id|size 27\"", "a|b\rc"]),
    ("\"a\"\"\",b\n\"c\rd\",e\n", ["a\"|b", "c\rd|e"]),
    ("", []),
  ])
  func records(text: String, expected: [String]) throws {
    let records = try CSVRecords.read(SourceText(text))
    #expect(records.map { $0.map(\.text).joined(separator: "|") } == expected)
  }

  @Test(arguments: [
    ("title,n\nOne,1\nTwo,20\n", "[]\n  - {\"n\":1,\"title\":\"One\"}\n  - {\"n\":20,\"title\":\"Two\"}"),
    (
      "id,section,title\na,s,A\nb,t,B\nc,s,C\n",
      "[s]\n  a {\"title\":\"A\"}\n  c {\"title\":\"C\"}\n[t]\n  b {\"title\":\"B\"}"
    ),
    ("ID,Section,t\n1,,x\n", "[]\n  1 {\"t\":\"x\"}"),
    ("t,n\n,1\n\"\",2\n", "[]\n  - {\"n\":1}\n  - {\"n\":2,\"t\":\"\"}"),
    ("zip\n01234\n2\n", "[]\n  - {\"zip\":\"01234\"}\n  - {\"zip\":\"2\"}"),
    ("x\n1.5\n2\n", "[]\n  - {\"x\":1.5}\n  - {\"x\":2.0}"),
    ("x\n1.10\n", "[]\n  - {\"x\":\"1.10\"}"),
    ("x\n+1\n", "[]\n  - {\"x\":\"+1\"}"),
    ("x\n-0\n", "[]\n  - {\"x\":\"-0\"}"),
    ("x\ntrue\nfalse\n", "[]\n  - {\"x\":true}\n  - {\"x\":false}"),
    ("x\ntrue\n1\n", "[]\n  - {\"x\":\"true\"}\n  - {\"x\":\"1\"}"),
    ("x\nnan\ninf\n", "[]\n  - {\"x\":\"nan\"}\n  - {\"x\":\"inf\"}"),
    ("x\n9223372036854775808\n", "[]\n  - {\"x\":\"9223372036854775808\"}"),
    ("x\n9007199254740993\n0.5\n", "[]\n  - {\"x\":\"9007199254740993\"}\n  - {\"x\":\"0.5\"}"),
    ("x\n", ""),
  ])
  func lists(text: String, expected: String) { #expect(outcome(.csv, text) == expected) }

  @Test func keepsTextWhereAsked() {
    var options = ImportOptions()
    options.isTextOnly = true
    options.section = "books"
    #expect(outcome(.csv, "n\n1\n", options) == "[books]\n  - {\"n\":\"1\"}")
  }

  @Test(arguments: [
    ("", "1:1 the file is empty; its first line has to name the columns"),
    ("a,\nx,y\n", "1:3 column 2 has no name, but values; name it in the first line"),
    ("a,b\n1,2\n1\n", "3:1 the record has 1 cell, but the first line names 2 columns"),
    ("a\n1,é,3\n", "2:3 the record has 3 cells, but the first line names 1 column"),
    ("a\n\"x\"y\n", "2:4 something follows the closing quote of a cell; double the quotes in it"),
    ("a\nx\n\"open\n\n", "3:1 the cell that begins here has no closing quote"),
    ("id\nx\nx\n", "3:1 the id \"x\" comes twice"),
    ("t,id\r\nä,\"a\tb\"\r\n", "2:3 an id has no control characters"),
    ("t\na\u{0}b\n", "2:1 the text has a character U+0000"),
  ])
  func refusals(text: String, expected: String) { #expect(outcome(.csv, text) == expected) }

  @Test func namesTheFirstByteThatIsNotUTF8() {
    #expect(
      outcome(.csv, bytes: Array("a\né".utf8) + [0xFF, 0x41])
        == "2:2 this is not valid UTF-8; save the file as UTF-8, in Excel as 'CSV UTF-8'"
    )
  }
}
