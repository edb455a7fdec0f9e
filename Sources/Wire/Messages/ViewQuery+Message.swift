internal import ArrangeModel
internal import CArrangeProtos

extension ViewDefinition.Query {
  init(_ message: UnsafePointer<Arrange__V1__ViewQuery>) throws(ArrangeError) {
    self.init(
      try Boundary.identifier(message.pointee.collection, "collection"),
      sections: try ViewDefinition.Query.sections(message.pointee.sections),
      layout: try ViewDefinition.Layout(message),
      filter: try Boundary.optional(message.pointee.filter, "filter") { (filter) throws(ArrangeError) in
        try Filter(filter)
      },
      sort: try Boundary.list(
        message.pointee.sort,
        message.pointee.n_sort,
        maximum: ViewDefinition.Query.maximumSortDescriptors,
        "sort"
      ) { (descriptor) throws(ArrangeError) in try ViewSortDescriptor(descriptor) },
      cap: try ViewDefinition.Query.cap(message),
      only: try ViewDefinition.Query.only(message.pointee.only),
      overlay: try Boundary.optional(message.pointee.overlay, "overlay") { (overlay) throws(ArrangeError) in
        try ViewDefinition.ShownOverlay(overlay)
      },
      sums: try ViewDefinition.Query.sums(message),
      context: try ViewDefinition.FilterContext(message.pointee.context, "context")
    )
  }

  private static func sums(
    _ message: UnsafePointer<Arrange__V1__ViewQuery>
  ) throws(ArrangeError) -> ViewDefinition.Sums {
    let count = message.pointee.n_sums
    try Boundary.check(count: count, maximum: ViewDefinition.Sums.maximumCount, "sums")
    return ViewDefinition.Sums(
      try Boundary.list(message.pointee.sums, count, "sums") { (name) throws(ArrangeError) in
        try Boundary.name(name, "")
      }
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
    if let filter {
      message.pointee.filter = arena.message(arrange__v1__filter__init) { filter.fill($0, in: arena) }
    }
    message.pointee.n_sort = sort.count
    message.pointee.sort = arena.messages(sort, arrange__v1__sort_descriptor__init) {
      $0.fill($1, in: arena)
    }
    if let cap {
      message.pointee.cap_choice_case = ARRANGE__V1__VIEW_QUERY__CAP_CHOICE_CAP
      message.pointee.cap = Int64(cap)
    }
    if let overlay {
      message.pointee.overlay = arena.message(arrange__v1__shown_overlay__init) {
        overlay.fill($0, in: arena)
      }
    }
    if let only {
      let shown = arena.make(arrange__v1__shown_fields__init)
      shown.pointee.n_fields = only.names.count
      shown.pointee.fields = arena.list(of: only.names)
      message.pointee.only = shown
    }
    message.pointee.n_sums = sums.fields.count
    message.pointee.sums = arena.list(of: sums.fields)
    message.pointee.context = context.message
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
      self = .flat(
        try Boundary.required(message.pointee.flat, "flat") { (row) throws(ArrangeError) in
          try ViewDefinition.Row(row, of: .section)
        }
      )
    case ARRANGE__V1__VIEW_QUERY__LAYOUT_GROUPED:
      self = .grouped(
        try Boundary.required(message.pointee.grouped, "grouped") { (grouping) throws(ArrangeError) in
          try ViewDefinition.Grouping(grouping)
        }
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
      message.pointee.flat = arena.message(arrange__v1__view_row__init) { row.fill($0, in: arena) }
    case .grouped(let grouping):
      message.pointee.layout_case = ARRANGE__V1__VIEW_QUERY__LAYOUT_GROUPED
      message.pointee.grouped = grouping.message(in: arena)
    }
  }
}

extension ViewDefinition.Grouping {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__Grouping>) throws(ArrangeError) {
    let fields = message.pointee
    self.init(
      try Boundary.name(fields.field, "field"),
      declared: try ViewDefinition.Grouping.groups(fields.declared, fields.n_declared),
      order: try ViewDefinition.Grouping.Order(fields.order, "order")
    )
    by = try Boundary.optional(fields.by, "by") { (second) throws(ArrangeError) in try Second(second) }
    isOfParent = fields.of_parent != 0
  }

  fileprivate func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__Grouping> {
    let message = arena.make(arrange__v1__grouping__init)
    message.pointee.field = arena.bytes(of: field)
    message.pointee.n_declared = declared.count
    message.pointee.declared = FieldValue.messages(declared.map { $0 ?? .null }, in: arena)
    message.pointee.order = order.message
    if let by { message.pointee.by = by.message(in: arena) }
    message.pointee.of_parent = isOfParent ? 1 : 0
    return message
  }

  /// Declared groups; nil is the group of items without the field.
  fileprivate static func groups(
    _ values: MessageList<Arrange__V1__Value>?,
    _ count: Int
  ) throws(ArrangeError) -> [FieldValue?] {
    try Boundary.check(count: count, maximum: ViewDefinition.Grouping.maximumDeclaredGroups, "declared")
    return try Boundary.list(values, count, "declared") { (value) throws(ArrangeError) in
      let value = try FieldValue(value)
      return value == .null ? nil : value
    }
  }
}

extension ViewDefinition.Grouping.Second {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__SecondGrouping>) throws(ArrangeError) {
    let fields = message.pointee
    self.init(
      try Boundary.name(fields.field, "field"),
      declared: try ViewDefinition.Grouping.groups(fields.declared, fields.n_declared),
      order: try ViewDefinition.Grouping.Order(fields.order, "order")
    )
  }

  fileprivate func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__SecondGrouping> {
    let message = arena.make(arrange__v1__second_grouping__init)
    message.pointee.field = arena.bytes(of: field)
    message.pointee.n_declared = declared.count
    message.pointee.declared = FieldValue.messages(declared.map { $0 ?? .null }, in: arena)
    message.pointee.order = order.message
    return message
  }
}
