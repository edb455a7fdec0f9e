import Testing
import arrange

@Suite struct JSONListTests {
  @Test(arguments: [
    ("", ""),
    (
      "{\"id\":\"a\",\"section\":\"s\",\"fields\":{\"title\":\"A\"}}\n\n{\"fields\":{}}\r\n",
      "[s]\n  a {\"title\":\"A\"}\n[]\n  - {}"
    ),
    (
      "{\"title\":\"A\",\"n\":1,\"tags\":[\"x\",2],\"o\":{\"p\":null}}",
      "[]\n  - {\"n\":1,\"o\":\"{\\\"p\\\":null}\",\"tags\":\"[\\\"x\\\",2]\",\"title\":\"A\"}"
    ),
    ("{\"id\":7,\"section\":\"s\",\"x\":null}", "[s]\n  7 {\"x\":null}"),
    (
      "{\"section\":{\"id\":\"s\",\"fields\":{\"title\":\"S\"}}}\n{\"section\":\"t\",\"x\":1}\n{\"section\":\"s\",\"x\":2}",
      "[s] {\"title\":\"S\"}\n  - {\"x\":2}\n[t]\n  - {\"x\":1}"
    ),
    (
      "{\"x\":1,\"section\":\"s\"}\n{\"section\":{\"id\":\"s\",\"fields\":{\"a\":true}}}",
      "[s] {\"a\":true}\n  - {\"x\":1}"
    ),
    ("{\"list\":{\"fields\":{\"title\":\"L\"}}}", "list {\"title\":\"L\"}"),
    (
      "{\"at\":{\"$timestamp\":\"2026-03-01T09:30:00.000000Z\"},\"b\":{\"$bytes\":\"Zg==\"}}",
      "[]\n  - {\"at\":{\"$timestamp\":\"2026-03-01T09:30:00.000000Z\"},\"b\":{\"$bytes\":\"Zg==\"}}"
    ),
    ("{\"id\":\"a\",\"fields\":{},\"key\":\"0|x\"}", "[]\n  a {}"),
    ("{\"fields\":\"just text\"}", "[]\n  - {\"fields\":\"just text\"}"),
  ])
  func lines(text: String, expected: String) { #expect(outcome(.jsonl, text) == expected) }

  @Test(arguments: [
    ("{}\n[1]\n", "2:1 an item has to be an object, this is an array"),
    ("{}\n  {\"a\":}\n", "2:8 this is not a JSON value"),
    ("{\"id\":true}", "1:7 \"id\" has to be a text or an integer, this is a boolean"),
    ("{\"section\":1.5}", "1:12 \"section\" has to be a text or an integer, this is a number"),
    ("{\"id\":\"\"}", "1:7 an id has at least 1 byte"),
    ("{\"id\":\"a\"}\n{\"id\":\"a\"}", "2:1 the id \"a\" comes twice"),
    ("{\"fields\":{\"x\":[1]}}", "1:16 an array can't be the value of a field"),
    (
      "{\"fields\":{},\"title\":1}",
      "1:14 there is no \"title\" beside \"id\", \"section\" and \"fields\"; put it into \"fields\""
    ),
    ("{\"section\":{\"id\":\"s\"}}\n{\"section\":{\"id\":\"s\"}}", "2:12 the section \"s\" comes twice"),
    ("{\"a\":1} {\"b\":2}", "1:9 there is something after the end of the JSON value"),
    ("{\"a\":\"x\n\"}", "1:8 a control character has to be written as an escape, such as \\n"),
  ])
  func refusals(text: String, expected: String) { #expect(outcome(.jsonl, text) == expected) }

  @Test(arguments: [
    ("[]", ""), ("[{\"x\":1},{\"id\":\"a\",\"fields\":{}}]", "[]\n  - {\"x\":1}\n  a {}"),
    ("{\"sections\":[]}", ""),
    (
      "{\"collection\":\"c\",\"strategy\":\"dense\",\"version\":3,\"sections\":[{\"id\":\"s\",\"fields\":{\"a\":1},\"items\":[{\"id\":\"i\",\"fields\":{},\"key\":\"1\"}]},{\"id\":\"t\"}]}",
      "[s] {\"a\":1}\n  i {}\n[t]"
    ),
    (
      "{\"x\":1}",
      "1:1 this is not a list: it is neither an array of objects nor an object with one, nor one with \"sections\""
    ),
    ("{\"sections\":[1]}", "1:14 a section has to be an object, this is a number"),
    ("{\"sections\":[{\"items\":{}}]}", "1:23 \"items\" has to be an array, this is an object"),
    ("{\"sections\":[{\"items\":[1]}]}", "1:24 an item has to be an object, this is a number"),
  ])
  func whole(text: String, expected: String) { #expect(outcome(.json, text) == expected) }

  @Test func takesIDsFromAField() {
    var options = ImportOptions()
    options.idField = "isbn"
    #expect(
      outcome(.jsonl, "{\"isbn\":\"x\"}\n{\"isbn\":5}", options)
        == "[]\n  x {\"isbn\":\"x\"}\n  5 {\"isbn\":5}"
    )
    #expect(
      outcome(.jsonl, "{\"isbn\":\"x\"}\n{\"t\":5}", options)
        == "2:1 the item has no field \"isbn\" to take its id from"
    )
    #expect(outcome(.jsonl, "{\"isbn\":\"x\"}\n {\"isbn\":\"x\"}", options) == "2:2 the id \"x\" comes twice")
    #expect(
      outcome(.jsonl, "{\"isbn\":1.5}", options)
        == "1:1 the field \"isbn\" is neither text nor an integer, so it can't be an id"
    )
  }
}

@Suite struct TrelloTests {
  private let board = """
    {"name":"Trip","desc":"","lists":[
      {"id":"l2","name":"Doing","closed":false,"pos":200},
      {"id":"l1","name":"To do","closed":false,"pos":100.5},
      {"id":"l3","name":"Old","closed":true,"pos":50},
      {"id":"l4","name":"To do","pos":300}],
     "cards":[
      {"id":"c1","name":"Second","idList":"l1","pos":20,"closed":false,"desc":"Do it","labels":[{"name":"red one","color":"red"},{"name":"","color":"blue"}],"due":"2026-03-01T09:30:00.000Z","dueComplete":true,"shortUrl":"https://example.org/c1"},
      {"id":"c2","name":"First","idList":"l1","pos":10,"due":null,"labels":[]},
      {"id":"c3","name":"Gone","idList":"l2","pos":1,"closed":true},
      {"id":"c4","name":"In the old list","idList":"l3","pos":1}]}
    """

  @Test func readsABoard() {
    #expect(
      outcome(.trello, board) == """
        list {"title":"Trip"}
        [to-do] {"title":"To do"}
          c2 {"title":"First"}
          c1 {"desc":"Do it","done":true,"due":{"$timestamp":"2026-03-01T09:30:00.000000Z"},"labels":"red one, blue","title":"Second","url":"https://example.org/c1"}
        [doing] {"title":"Doing"}
        [to-do-2] {"title":"To do"}
        """
    )
  }

  @Test func readsWhatIsArchivedWhereAsked() {
    var options = ImportOptions()
    options.includesArchived = true
    let text = outcome(.trello, board, options)
    #expect(
      text.contains("[old] {\"archived\":true,\"title\":\"Old\"}\n  c4 {\"title\":\"In the old list\"}")
    )
    #expect(text.contains("c3 {\"archived\":true,\"title\":\"Gone\"}"))
  }

  @Test(arguments: [
    ("[]", "1:1 this is not a board export: it needs \"lists\" and \"cards\""),
    ("{\"lists\":[{\"id\":\"l\"}],\"cards\":[]}", "1:11 \"pos\" has to be a number"),
    ("{\"lists\":[{\"id\":\"l\",\"pos\":1}],\"cards\":[]}", "1:11 \"name\" is missing"),
    (
      "{\"lists\":[{\"id\":1,\"pos\":1,\"name\":\"\"}],\"cards\":[]}",
      "1:17 \"id\" has to be a text, this is a number"
    ),
    (
      "{\"lists\":[{\"id\":\"l\",\"pos\":1,\"name\":\"\",\"closed\":1}],\"cards\":[]}",
      "1:48 \"closed\" has to be true or false, this is a number"
    ),
  ])
  func refusals(text: String, expected: String) { #expect(outcome(.trello, text) == expected) }
}
