extension ViewDefinition {
  /// The canonical text of the definition: valid definitions are equal exactly if their texts are, and
  /// ``init(parsing:)`` turns the text back into the same definition. Each part is a line. O(size).
  ///
  /// See ``init(parsing:)`` for the language.
  public var text: String {
    var writer = ViewWriter()
    writer.write(self)
    return writer.text
  }
}

extension ViewDefinition.FilterContext {
  /// The word for it in the language; nil for nothing.
  var word: String? {
    switch self {
    case .matches: nil
    case .ancestors: "ancestors"
    case .descendants: "descendants"
    }
  }
}

/// Writes the canonical text of a definition.
private struct ViewWriter {
  var text = ""

  mutating func write(_ view: ViewDefinition) {
    for part in view.parts {
      write(part)
      text += "\n"
    }
    if let window = view.window { write(window) }
    if view.rights == .definer {
      let words = ViewWords.asDefiner + (view.mayMove ? ViewWords.mayMove : [])
      text += words.joined(separator: " ") + "\n"
    }
  }

  private mutating func write(_ window: ViewDefinition.Window) {
    switch window {
    case .items(let range, let section):
      text += "window \(section) \(range.lowerBound)..<\(range.upperBound)\n"
    case .around(let row, let before, let after):
      text += "window around \(ViewWords.name(row.text)) before \(before) after \(after)\n"
    }
  }

  private mutating func write(_ part: ViewDefinition.Part) {
    if !part.name.isEmpty { text += "\(part.name): " }
    switch part.content {
    case .fixed(let fixed):
      text += "fixed "
      write(fixed.section)
      guard !fixed.items.isEmpty else { break }
      text += " ("
      write(fixed.items) { $0.write($1) }
      text += ")"
    case .collection(let query): write(query)
    }
  }

  private mutating func write(_ query: ViewDefinition.Query) {
    text += ViewWords.collection(query.collection.text)
    if let overlay = query.overlay { write(overlay) }
    if let sections = query.sections {
      text += " sections "
      if sections.isEmpty { text += "[]" }
      write(sections) { $0.text += ViewWords.name($1.text) }
    }
    switch query.layout {
    case .sections: break
    case .flat(let row):
      text += " flat "
      write(row)
    case .grouped(let grouping): write(grouping)
    }
    if let filter = query.filter {
      text += " where "
      if let tree = filter.tree { write(tree) } else { text += "?" }
    }
    if let word = query.context.word { text += " \(ViewWords.with) \(word)" }
    if !query.sort.isEmpty {
      text += " sort "
      write(query.sort) { $0.write($1) }
    }
    if let cap = query.cap { text += " cap \(cap)" }
    if !query.sums.fields.isEmpty {
      text += " \(ViewWords.sum) "
      write(query.sums.fields) { $0.text += ViewWords.name($1) }
    }
    if let only = query.only {
      text += " only "
      if only.names.isEmpty { text += "[]" }
      write(only.names) { $0.text += ViewWords.name($1) }
    }
  }

  private mutating func write(_ overlay: ViewDefinition.ShownOverlay) {
    text += " \(ViewWords.overlay) "
    guard overlay.isOwn else {
      text += ViewWords.name(overlay.name.text)
      return
    }
    text += ViewWords.mine
    if overlay.name != ViewDefinition.ShownOverlay.ownName {
      text += " \(ViewWords.named) " + ViewWords.name(overlay.name.text)
    }
    // Only in a view that is resolved for its reader. It is not part of the language.
    if let owner = overlay.owner { text += " of " + ViewWords.quoted(owner.name) }
  }

  private mutating func write(_ row: ViewDefinition.Row) {
    text += ViewWords.name(row.id.text)
    guard !row.fields.isEmpty else { return }
    text += " { "
    write(row.fields) { $0.text += ViewWords.name($1.name) + ": " + ViewWords.value($1.value) }
    text += " }"
  }

  private mutating func write(_ grouping: ViewDefinition.Grouping) {
    text += " group " + ViewWords.name(grouping.field)
    if grouping.isOfParent { text += " " + ViewWords.ofParent.joined(separator: " ") }
    write(grouping.declared, grouping.order)
    guard let second = grouping.by else { return }
    text += " by " + ViewWords.name(second.field)
    write(second.declared, second.order)
  }

  private mutating func write(_ declared: [FieldValue?], _ order: ViewDefinition.Grouping.Order) {
    if !declared.isEmpty {
      text += " declare "
      write(declared) { $0.text += $1.map(ViewWords.value) ?? "missing" }
    }
    switch order {
    case .ascending: break
    case .descending: text += " order desc"
    case .bestItem: text += " order best"
    }
  }

  private mutating func write(_ descriptor: ViewSortDescriptor) {
    text += ViewWords.name(descriptor.field)
    if descriptor.direction == .descending { text += " desc" }
    if descriptor.missing == .first { text += " missing first" }
    if descriptor.numbersLast { text += " numbers last" }
    if descriptor.digitsLast { text += " digits last" }
    if descriptor.isNatural { text += " natural" }
    if descriptor.ignoresCase { text += " ignore case" }
  }

  /// Writes elements with commas between them.
  private mutating func write<Element>(
    _ elements: some Sequence<Element>,
    _ element: (inout ViewWriter, Element) -> Void
  ) {
    var isFirst = true
    for each in elements {
      if !isFirst { text += ", " }
      isFirst = false
      element(&self, each)
    }
  }

  // MARK: Filters

  private mutating func write(_ tree: FilterTree) {
    switch tree {
    case .condition(let step): write(step)
    case .all(let operands): write(operands, joining: "and", else: "all")
    case .any(let operands): write(operands, joining: "or", else: "any")
    case .not(let operand):
      text += "not "
      writeOperand(operand)
    }
  }

  /// Writes a combination of two or more operands with a word between them, and one of fewer as a call.
  private mutating func write(_ operands: [FilterTree], joining word: String, else function: String) {
    if operands.count < 2 {
      text += function + "("
      for operand in operands { write(operand) }
      text += ")"
      return
    }
    for (index, operand) in operands.enumerated() {
      if index > 0 { text += " \(word) " }
      writeOperand(operand)
    }
  }

  /// Writes a filter as an operand, with parentheses if necessary.
  private mutating func writeOperand(_ tree: FilterTree) {
    switch tree {
    case .all(let operands) where operands.count > 1, .any(let operands) where operands.count > 1:
      text += "("
      write(tree)
      text += ")"
    default: write(tree)
    }
  }

  private mutating func write(_ step: Filter.Step) {
    switch step {
    case .exists(let field):
      text += "exists " + ViewWords.name(field)
    case .comparison(let field, .equal, .bool(true), ignoresCase: false):
      text += ViewWords.name(field)
    case .comparison(let field, let comparison, let value, let ignoresCase):
      write(field, ViewWords.symbol(comparison), ignoresCase, ViewWords.value(value))
    case .hasPrefix(let field, let prefix, let ignoresCase):
      write(field, "starts with", ignoresCase, ViewWords.quoted(prefix))
    case .contains(let field, let part, let ignoresCase):
      write(field, "contains", ignoresCase, ViewWords.quoted(part))
    case .isOneOf(let field, let values):
      text += ViewWords.name(field) + " in ["
      write(values) { $0.text += ViewWords.value($1) }
      text += "]"
    case .principal(let field, let comparison):
      write(field, ViewWords.symbol(comparison), false, ViewWords.principal)
    case .all, .any, .not: break
    }
  }

  private mutating func write(_ field: String, _ comparison: String, _ ignoresCase: Bool, _ operand: String) {
    text += "\(ViewWords.name(field)) \(comparison)\(ignoresCase ? "~" : "") \(operand)"
  }
}
