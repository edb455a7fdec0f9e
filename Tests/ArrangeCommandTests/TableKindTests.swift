import ArrangeModel
import Ordering
import Testing

@testable import arrange

/// Kinds of tables whose quotes, apostrophes and first lines mean something else than in CSV.
@Suite struct TableKindTests {
  private func read(_ text: String, _ change: (inout ImportOptions) -> Void = { _ in }) throws -> ImportedList
  {
    var options = ImportOptions()
    change(&options)
    return try ImportFormat.csv.read(SourceText(text), options)
  }

  private func records(_ text: String) throws -> [String] {
    try CSVRecords.read(SourceText(text), delimiter: CSVDialect.tab)
      .map { $0.map(\.text).joined(separator: "|") }
  }

  // MARK: Tabs

  @Test(
    "tsv-quotes: are text",
    arguments: [
      "Task\tNotes\n\"Start here\tx\nDig\ty\nStop \"there\"\tq\nsay \"bye\"\tw\n",
      "Task\tNotes\n\"Start\tx\nDig\ty\nend\"\tz\nLast\tq\n", "Task\tSize\nScreen\t27\"\nBoard\t2\" x 4\"\n",
      "Task\tNotes\n\"Moby\" is long\tx\n\"Paint\"\ty\n", "Task\tNotes\nsay \"a\"\"b\"\tx\n \"y\"\tz\n",
      "Task\t\"Notes\nx\"\ty\n", "a\tb\n\"\tc\n\"\td\n",
    ]
  )
  func quotesAreText(text: String) throws {
    let lines = text.split(separator: "\n").map { String($0).replacing("\t", with: "|") }
    #expect(try records(text) == lines)
    let list = try read(text)
    #expect(list.itemCount == lines.count - 1)
    #expect(list.taken.last == "cells divided by tabs, in which quotes are text")
  }

  /// CSV with tabs, as spreadsheets and former versions write it.
  @Test(
    "tsv-quotes: are read where a program wrote them",
    arguments: [
      ("id\ttitle\n1\t\"Bread, butter\"\n2\tMilk\n", ["id|title", "1|Bread, butter", "2|Milk"]),
      ("id\ttitle\n1\t\"say \"\"x\"\"\"\n", ["id|title", "1|say \"x\""]),
      ("\"id\"\t\"title\"\n\"1\"\t\"One\"\n", ["id|title", "1|One"]),
      ("id\ttitle\tn\n1\t\"two\nlines\"\t\"x\"\n", ["id|title|n", "1|two\nlines|x"]),
      ("id\ttitle\tn\n1\t\"a\tb\"\tx\n", ["id|title|n", "1|a\tb|x"]),
      ("id\ttitle\n1\t\"\"\n2\t\" x\"\n", ["id|title", "1|", "2| x"]),
    ]
  )
  func quotesOfPrograms(text: String, expected: [String]) throws { #expect(try records(text) == expected) }

  @Test("tsv-name: tabs divide the cells") func tabsByName() throws {
    let text = "Task, big\tNotes, short\nDig, deep\tx, y\n"
    #expect(try read(text) { $0.prefersTabs = true }.sections[0].items[0].fields["Task, big"] == "Dig, deep")
    #expect(try read("a,b\n1,2\n") { $0.prefersTabs = true }.sections[0].items[0].fields["b"] == .int(2))
  }

  // MARK: Everything in quotes

  @Test(
    "csv-all-quoted: empty cells are no fields",
    arguments: [
      "\"id\",\"Estimate\",\"Due\"\n\"1\",\"3\",\"\"\n\"2\",\"\",\"x\"\n",
      "\"id\",\"Estimate\",\"Due\"\n1,3,\"\"\n2,\"\",\"x\"\n",
      "id,Estimate,Due\n\"1\",\"3\",\"\"\n\"2\",\"\",\"x\"\n",
    ]
  )
  func emptyInQuotes(text: String) throws {
    #expect(describe(try read(text)) == "[]\n  1 {\"Estimate\":3}\n  2 {\"Due\":\"x\"}")
  }

  @Test("csv-all-quoted: an empty text beside empty cells is one") func emptyTexts() throws {
    #expect(
      describe(try read("\"id\",\"a\",\"b\"\n\"1\",\"\",\n")) == "[]\n  1 {\"a\":\"\"}"
    )
    #expect(describe(try read("id,a,b\n1,\"\",x\n")) == "[]\n  1 {\"a\":\"\",\"b\":\"x\"}")
  }

  // MARK: Lines above the header

  @Test(
    "csv-lines-before-the-header: the message says how to pass over them",
    arguments: [
      ("Sprint board,,\n\"Exported, today\",,\n,,\nThis week,,\nName,Who,When\nWood,Ann,2026\n", 5),
      ("Exported by x\n\nid;title\n1;One\n", 3), ("Report\nid,title,n\n1,One,2\n", 2),
      ("Report\tx\t\na\tb\tc\n1\t2\t3\n", 2),
    ]
  )
  func linesAbove(text: String, line: Int) throws {
    var options = ImportOptions()
    options.isFormatGiven = false
    let advice = "; if line \(line) names the columns, pass over those above it with --skip-lines \(line - 1)"
    #expect(outcome(.csv, text, options).hasSuffix(advice))
    #expect(try read(text) { $0.skippedLines = line - 1 }.itemCount == 1)
  }

  @Test(
    "csv-lines-before-the-header: no advice without a better line",
    arguments: ["a,b\n1,2\n1\n", "a\n1,é,3\n", "a,\nx,y\n", "a,b\n1,2,3\n4,5,6\n"]
  )
  func noAdvice(text: String) { #expect(!outcome(.csv, text).contains("--skip-lines")) }

  // MARK: Formulas

  @Test(
    "csv-formulas: are text",
    arguments: [
      ("=1+1", "'=1+1"), ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"), ("-2+3", "'-2+3"),
      ("@SUM(A1)", "'@SUM(A1)"),
      ("\t=1", "'\t=1"), ("\r=1", "'\r=1"), ("\n=1", "'\n=1"), ("\u{FF1D}1", "'\u{FF1D}1"), ("'=1", "''=1"),
      ("''@x", "'''@x"), ("-", "'-"), ("--", "'--"), ("+3", "'+3"),
      ("-5", "-5"), ("-1.5", "-1.5"), ("'", "'"), ("'x", "'x"), ("it's =1", "it's =1"), ("", ""),
      (" =1", " =1"),
    ]
  )
  func formulas(text: String, cell: String) {
    #expect(CSVFormulas.protect(text).unicodeScalars.elementsEqual(cell.unicodeScalars))
    #expect(CSVFormulas.unprotect(cell).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("csv-formulas: no cell of an export begins one", arguments: [UInt8(ascii: ","), CSVDialect.tab])
  func exports(delimiter: UInt8) throws {
    let text = "=1+1"
    let fields: Fields = ["title": .string(text), "=2": .string("@x"), "n": .int(-3)]
    let slice = SectionSlice(
      index: 0,
      section: ElementSnapshot(id: "-s", fields: [:], contentVersion: 1, key: .empty),
      itemCount: 1,
      firstItem: 0,
      items: [ElementSnapshot(id: "+i", fields: fields, contentVersion: 1, key: .empty)]
    )
    for keeps in [false, true] {
      var writer = CSVWriter(delimiter: delimiter, keepsFormulas: keeps)
      var bytes: [UInt8] = []
      writer.writeList([:], name: "b", to: &bytes)
      writer.write(slice, to: &bytes)
      writer.finish(to: &bytes)
      let records = try CSVRecords.read(SourceText(bytes), delimiter: delimiter)
      let cells = records.joined().map(\.text)
      let expected = ["id", "section", "title", "'=2", "n", "'+i", "'-s", "'=1+1", "'@x", "-3"]
      #expect(cells == (keeps ? expected.map { $0.replacing("'", with: "") } : expected))
      let list = try read(String(decoding: bytes, as: UTF8.self)) { $0.keepsFormulas = keeps }
      #expect(describe(list) == "[-s]\n  +i {\"=2\":\"@x\",\"n\":-3,\"title\":\"=1+1\"}")
    }
    let kept = try read("id,a\n1,'=1\n") { $0.keepsFormulas = true }
    #expect(kept.sections[0].items[0].fields["a"] == "'=1")
  }
}
