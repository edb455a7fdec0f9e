import ArrangeModel
import InputText
import Testing
import arrange

/// Kinds of JSON that other programs write and that were refused, or lost something.
@Suite struct JSONKindTests {
  @Test(
    "json-dollar",
    arguments: [
      (
        "{\"_id\":{\"$oid\":\"5d\"},\"t\":\"A\"}",
        "[]\n  - {\"_id\":\"{\\\"$oid\\\":\\\"5d\\\"}\",\"t\":\"A\"}"
      ),
      ("{\"n\":{\"$numberLong\":\"5\"}}", "[]\n  - {\"n\":\"{\\\"$numberLong\\\":\\\"5\\\"}\"}"),
      ("{\"b\":{\"$bytes\":5}}", "[]\n  - {\"b\":\"{\\\"$bytes\\\":5}\"}"),
      ("{\"b\":{\"$bytes\":\"Zg==\"}}", "[]\n  - {\"b\":{\"$bytes\":\"Zg==\"}}"),
    ]
  )
  func objects(text: String, expected: String) { #expect(outcome(.jsonl, text) == expected) }

  @Test(
    "json-null-section",
    arguments: [
      ("{\"id\":null,\"section\":null,\"t\":\"A\"}", "[]\n  - {\"t\":\"A\"}"),
      ("{\"id\":7,\"section\":3,\"t\":\"A\"}", "[3]\n  7 {\"t\":\"A\"}"),
      ("{\"section\":null,\"fields\":{}}", "[]\n  - {}"),
      ("{\"section\":{\"id\":4}}", "[4]"),
    ]
  )
  func sections(text: String, expected: String) { #expect(outcome(.jsonl, text) == expected) }

  @Test(
    "json-pretty",
    arguments: [
      "{\n  \"t\": \"A\"\n}\n{\n  \"t\": \"B\"\n}\n", "[\n {\"t\": \"A\"},\n {\"t\":\n \"B\"}\n]\n",
      "{\"t\":\"A\"}\r\n\r\n{\"t\":\r\n\"B\"}",
    ]
  )
  func severalLines(text: String) {
    let expected = "[]\n  - {\"t\":\"A\"}\n  - {\"t\":\"B\"}"
    #expect(outcome(.jsonl, text) == expected)
    #expect(outcome(.json, text) == expected)
  }

  @Test("json-title-field", arguments: [ImportFormat.json, .jsonl]) func titles(format: ImportFormat) {
    var options = ImportOptions()
    options.titleField = "name"
    let text =
      "[{\"id\":1,\"name\":\"A\",\"title\":\"x\",\"title 2\":3},{\"id\":2,\"name\":5},{\"id\":3,\"title\":\"C\"}]"
    #expect(
      outcome(format, text, options)
        == "[]\n  1 {\"title\":\"A\",\"title 2\":3,\"title 3\":\"x\"}\n  2 {\"title\":\"5\"}\n  3 {\"title\":\"C\"}"
    )
    options.titleField = "nope"
    #expect(outcome(format, text, options) == "1:2 no item has a field \"nope\" for --title-field")
  }

  @Test("json-section-field") func sectionsOfFields() {
    var options = ImportOptions()
    options.sectionField = "status"
    let text = "[{\"id\":1,\"status\":\"Open\"},{\"id\":2,\"status\":7,\"n\":1},{\"id\":3,\"section\":\"x\"}]"
    #expect(outcome(.json, text, options) == "[Open]\n  1 {}\n[7]\n  2 {\"n\":1}\n[x]\n  3 {}")
    options.sectionField = "nope"
    #expect(outcome(.json, text, options) == "1:2 no item has a field \"nope\" for --section-field")
  }

  @Test("json-wekan") func wekan() throws {
    let text = """
      {"_format":"wekan-board-1.0.0","_id":"b","title":"B","lists":[{"_id":"l","title":"L","archived":true}],
      "swimlanes":[{"_id":"t","title":"Two","sort":2},{"_id":"o","title":"One","sort":1}],
      "cards":[{"_id":"a","title":"A","listId":"l","swimlaneId":"t","sort":0,"endAt":"2026-03-01T09:30:00Z"},
      {"_id":"c","title":"C","listId":"l","swimlaneId":"o","sort":5,"assignees":["u"],
      "customFields":[{"_id":"f","value":true},{"_id":"g","value":null}]}],
      "users":[{"_id":"u","username":"ada","profile":{"fullname":"Ada L"}}],
      "customFields":[{"_id":"f","name":"Ready","type":"checkbox"},{"_id":"g","name":"Size","type":"text"}]}
      """
    #expect(ImportFormat(guessing: SourceText(text)) == .wekan)
    var options = ImportOptions()
    options.includesArchived = true
    #expect(
      outcome(.wekan, text, options) == """
        list {"title":"B"}
        [l] {"archived":true,"title":"L"}
          c {"Ready":true,"assignees":"Ada L","swimlane":"One","title":"C"}
          a {"end":{"$timestamp":"2026-03-01T09:30:00.000000Z"},"swimlane":"Two","title":"A"}
        """
    )
    #expect(outcome(.trello, text) == "1:1 this is a board of Wekan; --format wekan reads it")
    #expect(
      outcome(.wekan, "{\"lists\":[{\"_id\":\"l\"}],\"cards\":[]}") == "1:11 \"title\" is missing"
    )
    #expect(ImportFormat(guessing: SourceText("{\"lists\":[{\"id\":1}]}")) == .json)
  }

  @Test("json-wrapped") func wrapped() throws {
    let text =
      "{\"kind\":\"x\",\"data\":[{\"id\":\"a\",\"t\":\"A\"},{\"id\":\"b\",\"section\":1}],\"next\":null}"
    let list = try JSONListReader.read(SourceText(text))
    #expect(describe(list) == "[]\n  a {\"t\":\"A\"}\n[1]\n  b {}")
    #expect(list.taken == ["the array \"data\""])
    #expect(list.leftOut.texts == ["\"kind\" beside it", "\"next\" beside it"])
    #expect(
      outcome(.json, "{\"a\":[{}],\"b\":[{}]}")
        == "1:1 the object has several arrays, \"a\", \"b\"; take out the one that is the list, as with jq '.a'"
    )
    #expect(outcome(.json, "{\"a\":[1]}").hasPrefix("1:1 this is not a list"))
    #expect(outcome(.json, "5").hasPrefix("1:1 this is not a list"))
    #expect(outcome(.json, " \n") == "1:1 the file is empty")
  }

  @Test("json-lists-in-a-list") func googleTasks() throws {
    let text = """
      {"kind":"tasks#taskLists","items":[
        {"kind":"tasks#tasks","id":"L1","title":"Home","items":[
          {"id":"t1","title":"Paint","status":"needsAction","due":"2026-03-01T00:00:00Z","links":[]},
          {"id":"t2","title":"Clean","status":"completed"}]},
        {"id":"L2","title":"Empty"}]}
      """
    let list = try JSONListReader.read(SourceText(text))
    #expect(
      describe(list) == """
        [L1] {"kind":"tasks#tasks","title":"Home"}
          t1 {"due":"2026-03-01T00:00:00Z","links":"[]","status":"needsAction","title":"Paint"}
          t2 {"status":"completed","title":"Clean"}
        [L2] {"title":"Empty"}
        """
    )
    #expect(list.leftOut.texts == ["\"kind\" beside it"])
  }
}

@Suite struct TrelloKindTests {
  /// A board with one list and members that a test needs.
  private func board(_ card: String, _ others: String = "") -> String {
    "{\"name\":\"B\",\"lists\":[{\"id\":\"l\",\"name\":\"L\",\"pos\":1}],\"cards\":[{\"id\":\"c\",\"name\":\"C\",\"idList\":\"l\",\"pos\":1\(card)}]\(others)}"
  }

  private func card(_ card: String, _ others: String = "") throws -> (fields: String, leftOut: [String]) {
    let list = try TrelloReader.read(SourceText(board(card, others)))
    return (list.sections[0].items[0].fields.json.text, list.leftOut.texts)
  }

  @Test("trello-complete") func complete() throws {
    #expect(try card(",\"due\":null,\"dueComplete\":true").fields == "{\"done\":true,\"title\":\"C\"}")
    #expect(try card(",\"due\":null,\"dueComplete\":false").fields == "{\"title\":\"C\"}")
    #expect(try card(",\"due\":\"2026-03-01T09:30:00.000Z\"").fields.contains("\"done\":false"))
    #expect(try card(",\"start\":\"2026-03-01T09:30:00.000Z\"").fields.contains("\"start\":{\"$timestamp\""))
  }

  @Test("trello-left-out") func checklists() throws {
    let lists = """
      ,"checklists":[{"id":"k2","idCard":"c","name":"More","pos":2,"checkItems":[]},
      {"id":"k1","idCard":"c","name":"Steps","pos":1,"checkItems":[{"name":"b","state":"incomplete","pos":2},
      {"name":"a","state":"complete","pos":1}]}]
      """
    let read = try card(",\"idChecklists\":[\"k1\"]", lists)
    #expect(read.fields == "{\"checklists\":\"Steps\\n- [x] a\\n- [ ] b\\n\\nMore\",\"title\":\"C\"}")
    #expect(read.leftOut.isEmpty)
  }

  @Test("trello-left-out: names") func namesOfMembersAndLabels() throws {
    let board =
      ",\"members\":[{\"id\":\"m\",\"fullName\":\"Ada L\",\"username\":\"ada\"}],\"labels\":[{\"id\":\"x\",\"name\":\"hot\"}]"
    let read = try card(",\"idMembers\":[\"m\",\"gone\"],\"idLabels\":[\"x\"]", board)
    #expect(read.fields == "{\"labels\":\"hot\",\"members\":\"Ada L\",\"title\":\"C\"}")
    #expect(read.leftOut == ["1 member that the file does not name"])
    #expect(
      try card(",\"labels\":[\"red\",{\"name\":\"\",\"color\":\"blue\"}]").fields
        == "{\"labels\":\"red, blue\",\"title\":\"C\"}"
    )
  }

  @Test("trello-left-out: custom fields") func customFields() throws {
    let board = """
      ,"customFields":[{"id":"n","name":"Points"},{"id":"o","name":"Size","options":[{"id":"v","value":{"text":"big"}}]},
      {"id":"b","name":"title"},{"id":"d","name":"When"}]
      """
    let items = """
      ,"customFieldItems":[{"idCustomField":"n","value":{"number":"3"}},{"idCustomField":"o","idValue":"v"},
      {"idCustomField":"b","value":{"checked":"true"}},{"idCustomField":"d","value":{"date":"2026-03-01T09:30:00.000Z"}},
      {"idCustomField":"gone","value":{"text":"x"}}]
      """
    let read = try card(items, board)
    #expect(
      read.fields
        == "{\"Points\":3,\"Size\":\"big\",\"When\":{\"$timestamp\":\"2026-03-01T09:30:00.000000Z\"},\"title\":\"C\",\"title 2\":true}"
    )
    #expect(read.leftOut == ["1 value of a custom field"])
  }

  @Test("trello-left-out: the rest") func others() throws {
    let read = try card(
      ",\"attachments\":[{},{}],\"stickers\":[{}]",
      ",\"actions\":[{\"type\":\"commentCard\"},{\"type\":\"updateCard\"}],\"pluginData\":[{}]"
    )
    #expect(
      read.leftOut
        == ["1 comment", "1 entry of the history", "1 entry of a power-up", "2 attachments", "1 sticker"]
    )
  }

  @Test("trello-loose-card") func looseCards() throws {
    let text = board("},{\"id\":\"c2\",\"name\":\"Lost\",\"idList\":\"gone\",\"pos\":1")
    let list = try TrelloReader.read(SourceText(text))
    #expect(list.itemCount == 1)
    #expect(list.leftOut.texts == ["the card \"Lost\" (c2), whose list is not in the file"])
  }

  @Test("trello-archived") func archived() throws {
    let list = try TrelloReader.read(
      SourceText(board(",\"closed\":true},{\"id\":\"d\",\"name\":\"D\",\"idList\":\"l\",\"pos\":2"))
    )
    #expect(list.itemCount == 1 && list.leftOut.texts == ["1 archived card"])
  }

  @Test("trello-long-text") func longTexts() throws {
    let read = try card(",\"desc\":\"\(String(repeating: "é", count: 40_000))\"")
    #expect(read.leftOut == ["the end of \"desc\" of the card c, which is too long"])
    #expect(read.fields.utf8.count > 60_000)
  }
}
