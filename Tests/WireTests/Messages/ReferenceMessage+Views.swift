import ArrangeModel
import Changes
import Ordering
import Wire

extension ReferenceMessage {
  /// A view in which everything is that a view can have.
  private static let home = ViewDefinition(
    [
      ViewDefinition.Part(
        .fixed(
          ViewDefinition.FixedSection(
            section: ViewDefinition.Row("m", ["title": .string("Menu")]),
            items: [ViewDefinition.Row("search"), ViewDefinition.Row("new")]
          )
        ),
        name: "menu"
      ),
      ViewDefinition.Part(
        .collection(
          ViewDefinition.Query(
            "articles",
            sections: [.empty, "world"],
            layout: .flat(ViewDefinition.Row("news")),
            filter: Filter(steps: [
              .exists(field: "title"),
              .comparison(field: "n", .lessOrEqual, .double(1.5), ignoresCase: false),
              .comparison(field: "s", .equal, .string("x"), ignoresCase: true),
              .hasPrefix(field: "t", "a", ignoresCase: false),
              .contains(field: "t", "b", ignoresCase: true),
              .isOneOf(
                field: "k",
                [
                  .null, .bool(true), .int(-7), .bytes([0, 255]), .timestamp(Timestamp(microseconds: 5)),
                ]
              ), .all(3), .any(0), .any(5), .not,
            ]),
            sort: [
              ViewSortDescriptor("date", .descending, missing: .first),
              ViewSortDescriptor("title", numbersLast: true, isNatural: true, ignoresCase: true),
            ],
            cap: 0
          )
        ),
        name: "news"
      ),
      ViewDefinition.Part(
        .collection(
          ViewDefinition.Query(
            "board",
            sections: [],
            layout: .grouped(
              ViewDefinition.Grouping("status", declared: [.string("todo"), nil], order: .bestItem)
            )
          )
        ),
        name: "board"
      ), ViewDefinition.Part(.collection(ViewDefinition.Query("board")), name: "all"),
    ],
    window: ViewDefinition.Window(section: 2, items: 200..<260)
  )

  /// A view of each reader, with the rights of its definer.
  private static let mine = ViewDefinition(
    [
      ViewDefinition.Part(
        .collection(
          ViewDefinition.Query(
            "board",
            filter: .any([.principal("owner"), .principal("author", .notEqual)]),
            only: ["title", "due"]
          )
        )
      ), ViewDefinition.Part(.collection(ViewDefinition.Query("log", only: [])), name: "log"),
    ],
    rights: .definer,
    mayMove: true
  ).named()

  /// A message about a view with a window.
  private static let windowMessage: SubscriptionMessage = {
    var message = SubscriptionMessage(version: 3, epoch: 1, resumeToken: [1], content: .progress)
    message.window = WindowPlace(anchor: "b/x", section: 2, firstItem: 400, sectionItems: 1_000_000)
    return message
  }()

  static let views: [ReferenceMessage] = [
    ReferenceMessage(
      "DefineViewRequest",
      DefineViewRequest(
        name: "phone",
        view: ViewDefinition(
          [.init(.collection(.init("people", sort: [ViewSortDescriptor("name", digitsLast: true)])))],
          window: .around("42", before: 100, after: 5_000)
        )
      ),
      """
      name: "phone"
      view {
        parts { query { collection: "people" own_sections: true sort { field: "name" digits_last: true } } }
        window { around { item: "42" before: 100 after: 5000 } }
      }
      """,
      hex: "0a0570686f6e6512250a161a140a0670656f706c6518013a080a046e616d653801120b22090a02343210641888"
        + "27"
    ),
    ReferenceMessage(
      "SubscribeResponse",
      windowMessage,
      """
      version: 3 epoch: 1 resume_token: "\\001" progress { }
      window { anchor: "b/x" section: 2 first_item: 400 section_items: 1000000 }
      """,
      hex: "08031101000000000000001a010132004a0e0a03622f78100218900320c0843d"
    ),
    ReferenceMessage(
      "ViewInfo",
      ViewInfo(name: "mine", definition: mine, createdAt: Timestamp(microseconds: 5), definer: .anonymous),
      """
      name: "mine"
      definition {
        parts { name: "1" query { collection: "board" own_sections: true
          filter { steps { principal { field: "owner" operator: COMPARISON_OPERATOR_EQUAL } }
            steps { principal { field: "author" operator: COMPARISON_OPERATOR_NOT_EQUAL } } steps { any_of: 2 } }
          only { fields: "title" fields: "due" } } }
        parts { name: "log" query { collection: "log" own_sections: true only { } } }
        rights: VIEW_RIGHTS_DEFINER may_move: true
      }
      created_at_us: 5
      definer: "anonymous"
      """,
      hex: "0a046d696e6512550a3d0a01311a380a05626f6172641801321f0a0b4a090a056f776e657210010a0c4a0a0a0661"
        + "7574686f7210020a0238024a0c0a057469746c650a036475650a100a036c6f671a090a036c6f6718014a001801"
        + "200118052209616e6f6e796d6f7573"
    ),
    ReferenceMessage(
      "DefineViewRequest",
      DefineViewRequest(name: "home", view: home),
      """
      name: "home"
      view {
        parts { name: "menu" fixed {
          section { id: "m" fields { name: "title" string_value: "Menu" } } items { id: "search" } items { id: "new" } } }
        parts { name: "news" query { collection: "articles" sections { sections: "" sections: "world" }
          flat { id: "news" }
          filter { steps { exists: "title" }
            steps { comparison { field: "n" operator: COMPARISON_OPERATOR_LESS_OR_EQUAL value { double_value: 1.5 } } }
            steps { comparison { field: "s" operator: COMPARISON_OPERATOR_EQUAL value { string_value: "x" } ignores_case: true } }
            steps { has_prefix { field: "t" text: "a" } }
            steps { contains { field: "t" text: "b" ignores_case: true } }
            steps { is_one_of { field: "k" values { null_value: NULL_VALUE } values { bool_value: true } values { int_value: -7 }
              values { bytes_value: "\\000\\377" } values { timestamp_us: 5 } } }
            steps { all_of: 3 } steps { any_of: 0 } steps { any_of: 5 } steps { negate: true } }
          sort { field: "date" direction: SORT_DIRECTION_DESCENDING missing: MISSING_VALUES_FIRST }
          sort { field: "title" numbers_last: true natural: true ignores_case: true }
          cap: 0 } }
        parts { name: "board" query { collection: "board" sections { }
          grouped { field: "status" declared { string_value: "todo" } declared { null_value: NULL_VALUE }
            order: GROUP_ORDER_BEST_ITEM } } }
        parts { name: "all" query { collection: "board" own_sections: true } }
        window { section: 2 start: 200 end: 260 }
      }
      """,
      hex: "0a04686f6d6512b8020a2d0a046d656e7512250a120a016d120d0a057469746c6532044d656e7512080a06736561"
        + "72636812050a036e65770abe010a046e6577731ab5010a0861727469636c657312090a000a05776f726c6422060a"
        + "046e65777332790a070a057469746c650a1212100a016e10041a0921000000000000f83f0a0e120c0a017310011a"
        + "032a017820010a081a060a01741201610a0a22080a017412016218010a242a220a016b1202080012021001120b18"
        + "f9ffffffffffffffff011204320200ff120238050a0230030a0238000a0238050a0240013a0a0a04646174651001"
        + "18013a0d0a057469746c6520012801300140000a2a0a05626f6172641a210a05626f61726412002a160a06737461"
        + "74757312062a04746f646f1202080018020a100a03616c6c1a090a05626f61726418011208080210c801188402"
    ),
    ReferenceMessage(
      "SubscribeResponse",
      SubscriptionMessage(
        version: 3,
        epoch: 1,
        resumeToken: [1],
        content: .snapshot(
          SnapshotPage(
            reason: .viewChanged,
            page: 0,
            isLast: true,
            size: ListSize(sections: 1, items: 1),
            sections: [
              SnapshotPage.Run(
                index: 0,
                section: ElementSnapshot(
                  id: "b/todo",
                  fields: [:],
                  contentVersion: 2,
                  key: .empty,
                  origin: RowOrigin(collection: "board", section: "todo")
                ),
                firstItem: 0,
                items: [
                  ElementSnapshot(
                    id: "b/x",
                    fields: [:],
                    contentVersion: 1,
                    key: .empty,
                    origin: RowOrigin(collection: "board", section: "todo", item: "x")
                  )
                ]
              )
            ]
          )
        )
      ),
      """
      version: 3 epoch: 1 resume_token: "\\001"
      snapshot { reason: SNAPSHOT_REASON_VIEW_CHANGED last: true size { sections: 1 items: 1 }
        sections {
          section { id: "b/todo" content_version: 2 origin { collection: "board" section: "todo" } }
          items { id: "b/x" content_version: 1 origin { collection: "board" section: "todo" item: "x" } } } }
      """,
      hex: "08031101000000000000001a01012242080618012204080110012a3612190a06622f746f646f18022a0d0a05626f"
        + "6172641204746f646f22190a03622f7818012a100a05626f6172641204746f646f1a0178"
    ),
  ]
}
