// Definitions are equal if their texts are equal byte by byte, as evaluation sees them. Swift strings are
// equal if they are canonically equivalent in Unicode, so types that contain texts define their own equality.
// The synthesized hashes can stay: they are equal for equivalent texts, and therefore for equal ones.

extension String {
  /// Whether two texts have the same bytes.
  func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Filter.Step {
  public static func == (a: Filter.Step, b: Filter.Step) -> Bool {
    switch (a, b) {
    case (.exists(let x), .exists(let y)):
      x.hasBytes(of: y)
    case (.comparison(let x, let m, let v, let i), .comparison(let y, let n, let w, let j)):
      x.hasBytes(of: y) && m == n && v == w && i == j
    case (.hasPrefix(let x, let s, let i), .hasPrefix(let y, let t, let j)),
      (.contains(let x, let s, let i), .contains(let y, let t, let j)):
      x.hasBytes(of: y) && s.hasBytes(of: t) && i == j
    case (.principal(let x, let m), .principal(let y, let n)):
      x.hasBytes(of: y) && m == n
    case (.isOneOf(let x, let v), .isOneOf(let y, let w)):
      x.hasBytes(of: y) && v == w
    case (.all(let m), .all(let n)), (.any(let m), .any(let n)):
      m == n
    case (.not, .not):
      true
    default:
      false
    }
  }
}

extension ViewSortDescriptor {
  public static func == (a: ViewSortDescriptor, b: ViewSortDescriptor) -> Bool {
    a.field.hasBytes(of: b.field) && a.direction == b.direction && a.missing == b.missing
      && a.numbersLast == b.numbersLast && a.digitsLast == b.digitsLast && a.isNatural == b.isNatural
      && a.ignoresCase == b.ignoresCase
  }
}

extension ViewDefinition.ShownFields {
  public static func == (a: ViewDefinition.ShownFields, b: ViewDefinition.ShownFields) -> Bool {
    a.names.count == b.names.count && zip(a.names, b.names).allSatisfy { $0.hasBytes(of: $1) }
  }
}

extension ViewDefinition.Grouping {
  public static func == (a: ViewDefinition.Grouping, b: ViewDefinition.Grouping) -> Bool {
    a.field.hasBytes(of: b.field) && a.declared == b.declared && a.order == b.order && a.by == b.by
      && a.isOfParent == b.isOfParent
  }
}

extension ViewDefinition.Grouping.Second {
  public static func == (a: ViewDefinition.Grouping.Second, b: ViewDefinition.Grouping.Second) -> Bool {
    a.field.hasBytes(of: b.field) && a.declared == b.declared && a.order == b.order
  }
}

extension ViewDefinition.Sums {
  public static func == (a: ViewDefinition.Sums, b: ViewDefinition.Sums) -> Bool {
    a.fields.count == b.fields.count && zip(a.fields, b.fields).allSatisfy { $0.hasBytes(of: $1) }
  }
}
