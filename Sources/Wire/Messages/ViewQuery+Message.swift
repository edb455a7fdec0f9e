internal import ArrangeModel

#if !SWIFT_MESSAGES
  internal import CArrangeProtos
  internal import CProtobufC
#endif

extension ViewDefinition.Query {
  init(_ message: UnsafePointer<Arrange__V1__ViewQuery>) throws(ArrangeError) {
    self.init(
      try Boundary.identifier(message.pointee.collection, "collection"),
      sections: try ViewDefinition.Query.sections(message.pointee.sections),
      layout: try ViewDefinition.Layout(message),
      filter: try Filter(message.pointee.filter, "filter"),
      sort: try ViewDefinition.Query.sort(message),
      cap: try ViewDefinition.Query.cap(message),
      only: try ViewDefinition.Query.only(message.pointee.only)
    )
  }

  private static func only(
    _ message: UnsafeMutablePointer<Arrange__V1__ShownFields>?
  ) throws(ArrangeError) -> ViewDefinition.ShownFields? {
    guard let shown = message?.pointee else { return nil }
    return try Boundary.within("only") { () throws(ArrangeError) in
      try Boundary.check(count: shown.n_fields, maximum: ViewDefinition.ShownFields.maximumCount, "fields")
      return ViewDefinition.ShownFields(
        try Boundary.list(shown.fields, shown.n_fields, "fields") { (name) throws(ArrangeError) in
          try Boundary.name(name, "")
        }
      )
    }
  }

  private static func sections(
    _ message: UnsafeMutablePointer<Arrange__V1__ChosenSections>?
  ) throws(ArrangeError) -> [Identifier]? {
    guard let chosen = message?.pointee else { return nil }
    return try Boundary.within("sections") { () throws(ArrangeError) in
      try Boundary.check(
        count: chosen.n_sections,
        maximum: ViewDefinition.Query.maximumSections,
        "sections"
      )
      return try Boundary.list(chosen.sections, chosen.n_sections, "sections") {
        (section) throws(ArrangeError) in
        try Boundary.identifier(section, "", allowingEmpty: true)
      }
    }
  }

  private static func sort(
    _ message: UnsafePointer<Arrange__V1__ViewQuery>
  ) throws(ArrangeError) -> [SortDescriptor] {
    let count = message.pointee.n_sort
    try Boundary.check(count: count, maximum: ViewDefinition.Query.maximumSortDescriptors, "sort")
    return try Boundary.list(message.pointee.sort, count, "sort") { (descriptor) throws(ArrangeError) in
      try SortDescriptor(descriptor)
    }
  }

  private static func cap(
    _ message: UnsafePointer<Arrange__V1__ViewQuery>
  ) throws(ArrangeError) -> Int? {
    guard message.pointee.cap_choice_case == ARRANGE__V1__VIEW_QUERY__CAP_CHOICE_CAP else { return nil }
    return try Boundary.index(message.pointee.cap, "cap")
  }

  func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__ViewQuery> {
    let message = arena.make(arrange__v1__view_query__init)
    message.pointee.collection = arena.bytes(of: collection)
    if let sections {
      let chosen = arena.make(arrange__v1__chosen_sections__init)
      chosen.pointee.n_sections = sections.count
      chosen.pointee.sections = arena.list(of: sections)
      message.pointee.sections = chosen
    }
    layout.fill(message, in: arena)
    message.pointee.filter = filter?.message(in: arena)
    let list = arena.make(sort.count, arrange__v1__sort_descriptor__init)
    for (place, descriptor) in sort.enumerated() {
      descriptor.fill(list[place].unsafelyUnwrapped, in: arena)
    }
    message.pointee.n_sort = sort.count
    message.pointee.sort = list
    if let cap {
      message.pointee.cap_choice_case = ARRANGE__V1__VIEW_QUERY__CAP_CHOICE_CAP
      message.pointee.cap = Int64(cap)
    }
    if let only {
      let shown = arena.make(arrange__v1__shown_fields__init)
      shown.pointee.n_fields = only.names.count
      shown.pointee.fields = arena.list(of: only.names)
      message.pointee.only = shown
    }
    return message
  }
}

extension ViewDefinition.Layout {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__ViewQuery>) throws(ArrangeError) {
    switch message.pointee.layout_case {
    case ARRANGE__V1__VIEW_QUERY__LAYOUT_OWN_SECTIONS:
      guard message.pointee.own_sections != 0 else {
        throw Boundary.invalid("has to be true", "own_sections")
      }
      self = .sections
    case ARRANGE__V1__VIEW_QUERY__LAYOUT_FLAT:
      self = .flat(try ViewDefinition.Row(message.pointee.flat, of: .section, "flat"))
    case ARRANGE__V1__VIEW_QUERY__LAYOUT_GROUPED:
      let grouping = try Boundary.required(message.pointee.grouped, "grouped")
      self = .grouped(
        try Boundary.within("grouped") { () throws(ArrangeError) in try ViewDefinition.Grouping(grouping) }
      )
    default: throw Boundary.noChoice("layout")
    }
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__ViewQuery>, in arena: Arena) {
    switch self {
    case .sections:
      message.pointee.layout_case = ARRANGE__V1__VIEW_QUERY__LAYOUT_OWN_SECTIONS
      message.pointee.own_sections = 1
    case .flat(let row):
      message.pointee.layout_case = ARRANGE__V1__VIEW_QUERY__LAYOUT_FLAT
      message.pointee.flat = row.message(in: arena)
    case .grouped(let grouping):
      message.pointee.layout_case = ARRANGE__V1__VIEW_QUERY__LAYOUT_GROUPED
      message.pointee.grouped = grouping.message(in: arena)
    }
  }
}

extension ViewDefinition.Grouping {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__Grouping>) throws(ArrangeError) {
    let count = message.pointee.n_declared
    try Boundary.check(count: count, maximum: ViewDefinition.Grouping.maximumDeclaredGroups, "declared")
    let order: Order
    switch message.pointee.order {
    case ARRANGE__V1__GROUP_ORDER__GROUP_ORDER_ASCENDING: order = .ascending
    case ARRANGE__V1__GROUP_ORDER__GROUP_ORDER_DESCENDING: order = .descending
    case ARRANGE__V1__GROUP_ORDER__GROUP_ORDER_BEST_ITEM: order = .bestItem
    default: throw Boundary.unknownValue(message.pointee.order.rawValue, "order")
    }
    self.init(
      try Boundary.name(message.pointee.field, "field"),
      declared: try Boundary.list(message.pointee.declared, count, "declared") {
        (value) throws(ArrangeError) in
        let value = try FieldValue(value)
        return value == .null ? nil : value
      },
      order: order
    )
  }

  fileprivate func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__Grouping> {
    let message = arena.make(arrange__v1__grouping__init)
    message.pointee.field = arena.bytes(of: field)
    message.pointee.n_declared = declared.count
    message.pointee.declared = FieldValue.messages(declared.map { $0 ?? .null }, in: arena)
    message.pointee.order =
      switch order {
      case .ascending: ARRANGE__V1__GROUP_ORDER__GROUP_ORDER_ASCENDING
      case .descending: ARRANGE__V1__GROUP_ORDER__GROUP_ORDER_DESCENDING
      case .bestItem: ARRANGE__V1__GROUP_ORDER__GROUP_ORDER_BEST_ITEM
      }
    return message
  }
}

extension SortDescriptor {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__SortDescriptor>) throws(ArrangeError) {
    let direction: Direction
    switch message.pointee.direction {
    case ARRANGE__V1__SORT_DIRECTION__SORT_DIRECTION_ASCENDING: direction = .ascending
    case ARRANGE__V1__SORT_DIRECTION__SORT_DIRECTION_DESCENDING: direction = .descending
    default: throw Boundary.unknownValue(message.pointee.direction.rawValue, "direction")
    }
    let missing: Missing
    switch message.pointee.missing {
    case ARRANGE__V1__MISSING_VALUES__MISSING_VALUES_LAST: missing = .last
    case ARRANGE__V1__MISSING_VALUES__MISSING_VALUES_FIRST: missing = .first
    default: throw Boundary.unknownValue(message.pointee.missing.rawValue, "missing")
    }
    self.init(
      try Boundary.name(message.pointee.field, "field"),
      direction,
      missing: missing,
      numbersLast: message.pointee.numbers_last != 0,
      digitsLast: message.pointee.digits_last != 0,
      isNatural: message.pointee.natural != 0,
      ignoresCase: message.pointee.ignores_case != 0
    )
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__SortDescriptor>, in arena: Arena) {
    message.pointee.field = arena.bytes(of: field)
    message.pointee.direction =
      switch direction {
      case .ascending: ARRANGE__V1__SORT_DIRECTION__SORT_DIRECTION_ASCENDING
      case .descending: ARRANGE__V1__SORT_DIRECTION__SORT_DIRECTION_DESCENDING
      }
    message.pointee.missing =
      switch missing {
      case .last: ARRANGE__V1__MISSING_VALUES__MISSING_VALUES_LAST
      case .first: ARRANGE__V1__MISSING_VALUES__MISSING_VALUES_FIRST
      }
    message.pointee.numbers_last = numbersLast ? 1 : 0
    message.pointee.digits_last = digitsLast ? 1 : 0
    message.pointee.natural = isNatural ? 1 : 0
    message.pointee.ignores_case = ignoresCase ? 1 : 0
  }
}
