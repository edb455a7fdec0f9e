import ArrangeModel

/// A column of comma-separated values: its field and what its cells are.
///
/// A column whose cells are all integers, all numbers or all `true` and `false` becomes a column of such
/// values, but only where no character is lost: `007`, `1.10` and `+3` make the whole column text. Spreadsheets
/// write `TRUE` and `FALSE`, other programs `True` and `False`; both are the same as in small letters.
struct CSVColumn {
  /// The name of the field.
  var name: String
  var kind: Kind

  enum Kind: Hashable {
    case text
    case integers
    case numbers
    case booleans
  }

  /// Integers above this can't be doubles without loss.
  private static let largestExactInteger: UInt64 = 1 << 53

  /// The value of a cell; nil where the cell has none.
  func value(of cell: CSVRecords.Cell) throws(InputError) -> FieldValue? {
    if cell.text.isEmpty { return cell.isQuoted ? .string("") : nil }
    switch kind {
    case .text: break
    case .integers: if let number = CSVColumn.integer(cell.text) { return .int(number) }
    case .numbers: if let number = CSVColumn.number(cell.text) { return .double(number) }
    case .booleans: if let flag = CSVColumn.boolean(cell.text) { return .bool(flag) }
    }
    return .string(try FieldValue.check(cell.text, at: cell.offset))
  }

  /// The narrowest kind that holds all cells.
  static func kind(of cells: some Sequence<CSVRecords.Cell>) -> Kind {
    var possible: [Kind] = [.booleans, .integers, .numbers]
    var isEmpty = true
    for cell in cells {
      if cell.text.isEmpty {
        // An empty text among numbers would be a value of another kind.
        if cell.isQuoted { return .text }
        continue
      }
      isEmpty = false
      possible.removeAll { !allows(cell.text, $0) }
      if possible.isEmpty { return .text }
    }
    return isEmpty ? .text : possible.first ?? .text
  }

  private static func allows(_ text: String, _ kind: Kind) -> Bool {
    switch kind {
    case .text: true
    case .integers: integer(text) != nil
    case .numbers: number(text) != nil
    case .booleans: boolean(text) != nil
    }
  }

  private static func boolean(_ text: String) -> Bool? {
    switch text {
    case "true", "True", "TRUE": true
    case "false", "False", "FALSE": false
    default: nil
    }
  }

  private static func integer(_ text: String) -> Int64? {
    guard let number = Int64(text), "\(number)".utf8.elementsEqual(text.utf8) else { return nil }
    return number
  }

  private static func number(_ text: String) -> Double? {
    if let number = integer(text) {
      return number.magnitude <= largestExactInteger ? Double(number) : nil
    }
    guard let number = Double(text), number.isFinite, "\(number)".utf8.elementsEqual(text.utf8) else {
      return nil
    }
    return number
  }
}
