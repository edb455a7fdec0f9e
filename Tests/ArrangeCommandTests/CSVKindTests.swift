import ArrangeModel
import Foundation
import InputText
import Testing
import arrange

/// Kinds of tables that other programs write and that were refused or read wrongly.
@Suite struct CSVKindTests {
  private func read(_ text: String, _ change: (inout ImportOptions) -> Void = { _ in }) throws -> ImportedList
  {
    var options = ImportOptions()
    change(&options)
    return try ImportFormat.csv.read(SourceText(text), options)
  }

  @Test(
    "csv-blank-rows",
    arguments: [
      "id;title\n1;One\n;\n;\n", "id,title\n\n1,One\n,\n", "id,title\n1,One\n , \n,,,\n",
      "id,title\n\"\",\"\"\n1,One\n",
    ]
  )
  func blankRows(text: String) throws {
    let list = try read(text)
    #expect(describe(list) == "[]\n  1 {\"title\":\"One\"}")
    #expect(list.leftOut.texts.count == 1 && list.leftOut.texts[0].contains("empty record"))
  }

  @Test(
    "csv-unnamed-columns",
    arguments: [
      "id,title,,\n1,One,,\n2,Two,,\n", "id;title;\n1;One;\n2;Two;\n", "id,title\n1,One,\n2,Two,,,\n",
      "id,,title\n1,,One\n2, ,Two\n",
    ]
  )
  func unnamedColumns(text: String) throws {
    #expect(describe(try read(text)) == "[]\n  1 {\"title\":\"One\"}\n  2 {\"title\":\"Two\"}")
  }

  @Test(
    "csv-repeated-columns",
    arguments: [
      (
        "id,Sprint,Sprint,Labels,Labels\n1,S1,S2,red,\n2,S2,,,\n",
        "[]\n  1 {\"Labels\":\"red\",\"Sprint\":\"S1\",\"Sprint 2\":\"S2\"}\n  2 {\"Sprint\":\"S2\"}"
      ),
      ("a,a,a 2,a\n1,2,3,4\n", "[]\n  - {\"a\":1,\"a 2\":3,\"a 3\":2,\"a 4\":4}"),
      ("id,ID\n1,x\n", "[]\n  1 {\"ID\":\"x\"}"),
      ("Name,title,Name\na,b,c\n", "[]\n  - {\"Name\":\"a\",\"Name 2\":\"c\",\"title\":\"b\"}"),
      ("Name,Name\na,b\n", "[]\n  - {\"Name\":\"b\",\"title\":\"a\"}"),
    ]
  )
  func repeatedColumns(text: String, expected: String) { #expect(outcome(.csv, text) == expected) }

  @Test(
    "csv-quotes",
    arguments: [
      "id, title\n1, \"One, two\"\n", "id,title\n1,\"One, two\" \n", "id,title\n1,\t\"One, two\"\n",
      " id ,\"title\"\n1,\"One, two\"\n",
    ]
  )
  func blanksAroundQuotes(text: String) { #expect(outcome(.csv, text) == "[]\n  1 {\"title\":\"One, two\"}") }

  @Test(
    "csv-sep-line",
    arguments: [
      "sep=;\nid;title\n1;a,b\n", "\u{FEFF}sep=,\nid,title\n1,\"a,b\"\n",
      "\"sep=|\"\r\nid|title\r\n1|a,b\r\n",
      "sep=\t\nid\ttitle\n1\ta,b\n", "sep=#\nid#title\n1#a,b\n",
    ]
  )
  func separatorLines(text: String) { #expect(outcome(.csv, text) == "[]\n  1 {\"title\":\"a,b\"}") }

  @Test("csv-lines-before-the-header") func linesBefore() throws {
    let list = try read("Exported by \"x\n2026\nid,title\n1,One\n") { $0.skippedLines = 2 }
    #expect(describe(list) == "[]\n  1 {\"title\":\"One\"}")
    #expect(list.leftOut.texts == ["2 lines before the first record"])
    #expect(
      describe(try read("x\nsep=;\nid;a\n1;b\n") { $0.skippedLines = 1 }) == "[]\n  1 {\"a\":\"b\"}"
    )
    #expect(
      outcome(
        .csv,
        "a\n",
        {
          var options = ImportOptions()
          options.skippedLines = 3
          return options
        }()
      ).hasPrefix("2:1 ")
    )
  }

  @Test("csv-section-column") func sections() throws {
    let asana = "Task ID,Name,Section/Column,Parent task\n120,Write,To do,\n121,Read,Doing,\n"
    #expect(
      describe(try read(asana) { $0.idField = "Task ID" })
        == "[To do]\n  120 {\"Task ID\":120,\"title\":\"Write\"}\n[Doing]\n  121 {\"Task ID\":121,\"title\":\"Read\"}"
    )
    let status = "id,Status,section\n1,Open,x\n"
    #expect(describe(try read(status) { $0.sectionField = "status" }) == "[Open]\n  1 {\"section\":\"x\"}")
    #expect(describe(try read(status)) == "[x]\n  1 {\"Status\":\"Open\"}")
    var options = ImportOptions()
    options.sectionField = "nope"
    #expect(
      outcome(.csv, status, options)
        == "1:1 there is no column \"nope\" for --section-field; the columns are id, Status, section"
    )
  }

  @Test("csv-title-column") func titles() throws {
    #expect(describe(try read("Summary,n\nA,1\n")) == "[]\n  - {\"n\":1,\"title\":\"A\"}")
    #expect(
      describe(try read("TITLE\n1984\n2001\n")) == "[]\n  - {\"title\":\"1984\"}\n  - {\"title\":\"2001\"}"
    )
    #expect(
      describe(try read("Name,What\nx,A\n") { $0.titleField = "What" })
        == "[]\n  - {\"Name\":\"x\",\"title\":\"A\"}"
    )
    let taken = try read("Summary,List,n\nA,x,1\n").taken
    #expect(taken == ["the fields title, n", "titles from \"Summary\"", "sections from \"List\""])
  }

  @Test("csv-title-column: a column of that name before it") func titleBefore() throws {
    #expect(
      describe(try read("title,What\nx,A\n") { $0.titleField = "What" })
        == "[]\n  - {\"title\":\"A\",\"title 2\":\"x\"}"
    )
  }

  @Test("csv-id-numbers") func ids() throws {
    let outline = try read("Task ID,Name\n1,Home\n1.1,Paint\n01,x\n") { $0.idField = "Task ID" }
    #expect(outline.sections[0].items.map(\.id) == ["1", "1.1", "01"])
    #expect(
      try read("key,t\ntrue,A\nFALSE,B\n") { $0.idField = "key" }.sections[0].items.map(\.id) == [
        "true", "FALSE",
      ]
    )
    // The column `id` stays a field where another one gives the ids.
    #expect(describe(try read("id,key\n7,a\n") { $0.idField = "key" }) == "[]\n  a {\"id\":7,\"key\":\"a\"}")
    var options = ImportOptions()
    options.idField = "key"
    #expect(outcome(.csv, "key,t\n,A\n", options) == "2:1 the item has no field \"key\" to take its id from")
    #expect(outcome(.csv, "key,t\na,A\na,B\n", options) == "3:1 the id \"a\" comes twice")
  }

  @Test("csv-booleans") func booleans() {
    #expect(
      outcome(.csv, "x,n\nTRUE,1\nFALSE,2\n") == "[]\n  - {\"n\":1,\"x\":true}\n  - {\"n\":2,\"x\":false}"
    )
    #expect(outcome(.csv, "x\nTrue\nfalse\n") == "[]\n  - {\"x\":true}\n  - {\"x\":false}")
    #expect(outcome(.csv, "x\nTRUE\nyes\n") == "[]\n  - {\"x\":\"TRUE\"}\n  - {\"x\":\"yes\"}")
  }

  @Test("csv-utf-16", arguments: [true, false], [true, false]) func utf16(isBigEndian: Bool, hasMark: Bool) {
    let text = (hasMark ? "\u{FEFF}" : "") + "id\ttitle\r\n1\tGrüße, 日本\r\n"
    let bytes = text.utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
    #expect(outcome(.csv, bytes: bytes) == "[]\n  1 {\"title\":\"Grüße, 日本\"}")
    #expect(outcome(.csv, bytes: bytes + [0x41]).hasSuffix("half of a character of UTF-16 is missing"))
  }

  @Test(
    "csv-delimiter",
    arguments: [
      ("id;price\n1;2,5\n2;3,75\n", "[]\n  1 {\"price\":\"2,5\"}\n  2 {\"price\":\"3,75\"}"),
      // More commas, but only the semicolon gives a table.
      ("id;a, b, c\n1;x\n2;y\n", "[]\n  1 {\"a, b, c\":\"x\"}\n  2 {\"a, b, c\":\"y\"}"),
      ("id|title\n1|a\n", "[]\n  1 {\"title\":\"a\"}"),
    ]
  )
  func delimiters(text: String, expected: String) { #expect(outcome(.csv, text) == expected) }

  @Test("csv-delimiter is said") func delimiterIsSaid() throws {
    #expect(try read("id;title\n1;a\n").taken.last == "cells divided by ';'")
    #expect(try read("id\ttitle\n1\ta\n").taken.last == "cells divided by tabs")
    #expect(
      describe(try read("title\na;b\n") { $0.delimiter = UInt8(ascii: ",") }) == "[]\n  - {\"title\":\"a;b\"}"
    )
  }

  @Test("csv-plain-lines") func plainLines() throws {
    var options = ImportOptions()
    options.isFormatGiven = false
    #expect(
      outcome(.csv, "milk\nbread\n", options)
        == "1:1 the file has one column, and its first line, \"milk\", may be an item or the column's name; "
        + "--format lines takes each line as an item, --format csv takes it as the name"
    )
    #expect(outcome(.csv, "name\nbread\n", options) == "[]\n  - {\"title\":\"bread\"}")
    #expect(outcome(.csv, "milk\nbread\n") == "[]\n  - {\"milk\":\"bread\"}")
    #expect(
      outcome(.lines, "milk, 2 l\n\n bread \r\n")
        == "[]\n  - {\"title\":\"milk, 2 l\"}\n  - {\"title\":\"bread\"}"
    )
  }

  @Test("csv-todoist") func todoist() throws {
    let text = """
      TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
      meta,view_style=list,,,,,,,,
      task,Call,soon,1,1,me,,2026-03-01,en,
      note,Twice,,,,me,,,,
      ,,,,,,,,,
      section,To do!,,,,,,,,
      task,Write,,4,1,,,,,
      task,Draft,,4,2,,,,,

      """
    let list = try read(text)
    #expect(
      describe(list) == """
        []
          - {"author":"me","date":"2026-03-01","date_lang":"en","description":"soon","notes":"Twice","priority":1,"title":"Call"}
        [to-do] {"title":"To do!"}
          - {"priority":4,"title":"Write"}
          - {"level":1,"priority":4,"title":"Draft"}
        """
    )
    #expect(list.leftOut.texts == ["1 empty record", "1 record \"meta\""])
  }

  /// The public collection of odd tables. Its files are not part of the project: `ARRANGE_CSV_SPECTRUM` says where
  /// they are, a directory with `csvs` and `json`.
  private static let tables = ProcessInfo.processInfo.environment["ARRANGE_CSV_SPECTRUM"]

  @Test(
    "csv-spectrum",
    .enabled(if: tables != nil, "ARRANGE_CSV_SPECTRUM does not say where the files are")
  )
  func spectrum() throws {
    let root = URL(fileURLWithPath: try #require(CSVKindTests.tables))
    let names = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("csvs").path)
    for name in names.sorted() where name.hasSuffix(".csv") {
      let bytes = Array(try Data(contentsOf: root.appendingPathComponent("csvs/\(name)")))
      let json = root.appendingPathComponent("json/\(name.dropLast(4)).json")
      let expected = try JSONReader.read(Array(try Data(contentsOf: json)))
      let records = try CSVRecords.read(SourceText(bytes))
      let header = try #require(records.first).map(\.text)
      guard let elements = expected.elements else {
        // One, location_coordinates, has another row in its JSON than in its table.
        #expect(records.map(\.count) == [header.count, header.count], "\(name)")
        continue
      }
      let rows = elements.map { row in header.map { row[$0]?.string } }
      #expect(records.dropFirst().map { $0.map(\.text) as [String?] } == rows, "\(name)")
    }
    print("\(names.count) files of csv-spectrum are read as they say")
  }
}
