import ArrangeClient
import Foundation
import OutsideFiles
import Testing

@testable import arrange

/// What other programs export is brought in with the commands that `arrange import --help` names.
@Suite(.served) struct OtherProgramsTests {
  struct Program: Sendable, CustomTestStringConvertible {
    var name: String
    var file: String
    var text: String
    var options: [String] = []
    /// The id of each section, and the ids of its items; where the server chose one: `*` and the title.
    var ids: [[String]]
    var words: [String]

    var testDescription: String { name }
  }

  private static let programs = [
    Program(
      name: "Jira",
      file: "jira.csv",
      text: """
        Summary,Issue key,Issue id,Issue Type,Status,Sprint,Sprint,Labels,Labels,Comment
        "Lamps, all",AB-1,10001,Story,To Do,S1,S2,red,,"01/Mar/26 9:30 AM;ada;Two
        lines"
        Wires,AB-2,10002,Bug,In Progress,S2,,,,
        Plugs,AB-3,10003,Bug,To Do,,,,,

        """,
      options: ["--id-field", "Issue key", "--section-field", "Status"],
      ids: [["To Do", "AB-1", "AB-3"], ["In Progress", "AB-2"]],
      words: ["titles from \"Summary\"", "sections from \"Status\"", "left out: nothing"]
    ),
    Program(
      name: "Todoist",
      file: "Home.csv",
      text: """
        \u{FEFF}TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
        task,Paint,,4,1,Ada (1),,every week,en,Europe/Berlin
        task,Buy paint,,4,2,Ada (1),,,,
        ,,,,,,,,,
        section,Later,,,,,,,,
        task,Move,,1,1,Ada (1),,,,

        """,
      ids: [["", "*Paint", "*Buy paint"], ["later", "*Move"]],
      words: ["left out: 1 empty record"]
    ),
    Program(
      name: "Excel",
      file: "stock.csv",
      text: "sep=;\r\nid;Name;Preis;Da;\r\n1;Lampe;2,50;TRUE;\r\n2;Kabel;3,75;FALSE;\r\n;;;;\r\n",
      ids: [["", "1", "2"]],
      words: ["cells divided by ';'", "left out: 1 empty record; 1 empty column without a name"]
    ),
    Program(
      name: "Trello",
      file: "board.json",
      text: """
        {"name":"B","lists":[{"id":"l1","name":"To do","pos":1,"closed":false},{"id":"l2","name":"Old","pos":2,"closed":true}],
        "cards":[{"id":"c1","name":"C","idList":"l1","pos":1,"closed":false,"dueComplete":true,"idMembers":["m"]},
        {"id":"c2","name":"D","idList":"l2","pos":1,"closed":false}],"members":[{"id":"m","fullName":"Ada"}],
        "checklists":[{"id":"k","idCard":"c1","name":"Steps","checkItems":[{"name":"a","state":"complete","pos":1}]}],
        "actions":[{"type":"commentCard"}],"customFields":[],"labels":[]}
        """,
      ids: [["to-do", "c1"]],
      words: ["left out: 1 archived list; 1 archived card; 1 comment"]
    ),
    Program(
      name: "Wekan",
      file: "wekan.json",
      text: """
        {"_format":"wekan-board-1.0.0","_id":"b","title":"Garden","lists":[{"_id":"l2","title":"Done","sort":1},
        {"_id":"l1","title":"To do","sort":0,"archived":false}],"swimlanes":[{"_id":"s","title":"Default"}],
        "cards":[{"_id":"c2","title":"Paint","listId":"l1","sort":1,"labelIds":["x"],"members":["u"],
        "dueAt":"2026-03-01T09:30:00.000Z","customFields":[{"_id":"f","value":"o"},{"_id":"g","value":3}]},
        {"_id":"c1","title":"Order wood","listId":"l1","sort":0},{"_id":"c3","title":"Old","listId":"l2","archived":true}],
        "customFields":[{"_id":"f","name":"Size","type":"dropdown","settings":{"dropdownItems":[{"_id":"o","name":"L"}]}},
        {"_id":"g","name":"Hours","type":"number","settings":{}}],"labels":[{"_id":"x","name":"","color":"red"}],
        "users":[{"_id":"u","username":"ada"}],"comments":[{"_id":"k","text":"Hi"}],
        "checklists":[{"_id":"k","cardId":"c2","title":"Steps","sort":0}],
        "checklistItems":[{"_id":"i","checklistId":"k","title":"a","isFinished":true,"sort":0}]}
        """,
      ids: [["to-do", "c1", "c2"], ["done"]],
      words: ["taken: a board of Wekan", "left out: 1 archived card; 1 comment"]
    ),
    Program(
      name: "Linear",
      file: "linear.csv",
      text: """
        "ID","Team","Title","Status","Estimate","Due Date"
        "ENG-12","Engineering","Login fails, sometimes","In Progress","3",""
        "ENG-13","Engineering","Write ""how to"" well","Todo","","2026-02-01"

        """,
      options: ["--section-field", "Status"],
      ids: [["In Progress", "ENG-12"], ["Todo", "ENG-13"]],
      words: ["titles from \"Title\"", "left out: nothing"]
    ),
    Program(
      name: "monday.com",
      file: "monday.csv",
      text:
        "Sprint board,,\n\"Exported on 5 January\",,\n,,\nThis week,,\nName,Person,Date\nOrder wood,Ann,\n",
      options: ["--skip-lines", "4"],
      ids: [["", "*Order wood"]],
      words: ["titles from \"Name\"", "left out: 4 lines before the first record"]
    ),
    Program(
      name: "Google Sheets with tabs",
      file: "sheet.tsv",
      text: "Task\tSize\nScreen\t27\"\n\"Moby\" is long\t\"x\"\n",
      ids: [["", "*Screen", "*\"Moby\" is long"]],
      words: ["cells divided by tabs, in which quotes are text", "left out: nothing"]
    ),
    Program(
      name: "Notion",
      file: "tasks.csv",
      text: "\u{FEFF}Name,Status,Tags,Done\n\"Write, then read\",Not started,\"a, b\",No\nSend,Done,,Yes\n",
      options: ["--section-field", "Status"],
      ids: [["Not started", "*Write, then read"], ["Done", "*Send"]],
      words: ["titles from \"Name\"", "left out: nothing"]
    ),
    Program(
      name: "Notion page",
      file: "page.md",
      text: """
        # Trip

        ## Before

        - [ ]  Tickets
            - [x]  Compare
        - [x]  Passport

            ```
            - not an item
            ```
        """,
      ids: [["before", "*Tickets", "*Compare", "*Passport"]],
      words: ["left out: nothing"]
    ),
    Program(
      name: "Google Tasks",
      file: "Tasks.json",
      text: """
        {
          "kind": "tasks#taskLists",
          "items": [
            {"kind": "tasks#tasks", "id": "L", "title": "My Tasks", "items": [
              {"id": "t", "title": "Call", "status": "completed", "links": []}
            ]}
          ]
        }
        """,
      ids: [["L", "t"]],
      words: ["taken: the array \"items\", its elements as sections", "left out: \"kind\" beside it"]
    ),
  ]

  @Test("are brought in", arguments: programs) func areBroughtIn(program: Program) async throws {
    let terminal = Terminal()
    try await TemporaryFile.with(program.text, name: program.file) { path in
      let result = await terminal.run(["import", "list", path, "--create", "lexorank"] + program.options)
      #expect(result.status == 0, "\(result.errors)")
      let content = try await terminal.client.content(of: .named("list"))
      let given = Set(program.ids.joined())
      let ids = content.sections.map { slice in
        [slice.section.id.text]
          + slice.items.map { given.contains($0.id.text) ? $0.id.text : "*\($0.fields.title?.text ?? "")" }
      }
      #expect(ids == program.ids)
      for words in program.words { #expect(result.output.contains(words), "\(result.output)") }
    }
  }

  @Test func helpNamesThem() async {
    let help = await Terminal().run("import", "--help").output
    for name in [
      "Jira", "Todoist", "Excel", "Trello", "Wekan", "Linear", "monday.com", "Notion", "Google Tasks",
    ] {
      #expect(help.contains(name))
    }
  }

  /// Workbooks and archives, which hold lists and are no text: the message says what to save instead.
  @Test(
    "files without text",
    arguments: [
      ("b.xlsx", "PK\u{3}\u{4}\u{14}", "CSV UTF-8"), ("l.csv", "%PDF-1.7", "PDF"),
      ("l", "SQLite format 3\0", "CSV"),
    ]
  )
  func withoutText(name: String, text: String, advice: String) async throws {
    try await TemporaryFile.with(text, name: name) { path in
      let result = await Terminal().run("import", "list", path, "--create", "lexorank")
      #expect(result.status == 4 && result.errors.contains("\(name) is a") && result.errors.contains(advice))
    }
  }

  // MARK: Files of strangers

  /// File, options, items. What is wrong with each stands in a test of its kind with an input of its own.
  @Test(
    "strangers' files",
    .needs("cases/"),
    arguments: [
      ("fence-inline.md", [], 3), ("fence-in-fence.md", [], 2), ("fence-open-in-item.md", [], 3),
      ("fence-indented.md", [], 2), ("comment-then-text.md", [], 3), ("comment-in-export.md", [], 2),
      ("setext.md", [], 2), ("setext-two-lines.md", [], 2), ("number-in-text.md", [], 1),
      ("trailing-rows.csv", [], 1),
      ("trailing-columns.csv", [], 2), ("trailing-semicolon.csv", [], 1),
      ("jira.csv", ["--id-field", "Issue key"], 2),
      ("gantt.csv", [], 1), ("blank-before-quote.csv", [], 1), ("sep.csv", [], 2),
      ("sep-comma-bom.csv", [], 1),
      ("asana.csv", ["--id-field", "Task ID"], 2), ("outline-ids.csv", ["--id-field", "Task ID"], 2),
      ("bool-ids.csv", ["--id-field", "key"], 2), ("trello-complete.json", [], 1),
      ("trello-checklists.json", [], 1),
      ("trello-loose-card.json", [], 1), ("mongo.jsonl", [], 2), ("null-section.jsonl", [], 1),
      ("number-section.jsonl", [], 1), ("wrapped.json", [], 2), ("pretty.json", [], 2),
    ] as [(String, [String], Int)]
  )
  func strangersFiles(name: String, options: [String], items: Int) async throws {
    let terminal = Terminal()
    let path = OutsideFile("cases/\(name)").url.path
    let result = await terminal.run(["import", "list", path, "--create", "lexorank"] + options)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try await terminal.client.info("list").itemCount == items)
    #expect(result.output.contains("left out: "))
  }
}
