import ArrangeModel
import InputText

/// A column of comma-separated values: its field and the kind of its cells.
///
/// If all cells of a column are integers, numbers, or `true` and `false`, their values are of that kind, but
/// only if no character is lost: `007`, `1.10` and `+3` make the whole column text. Spreadsheets write `TRUE`
/// and `FALSE`, other programs `True` and `False`; both are read like lower case.
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

  /// Greater integers can't be represented exactly as doubles.
  private static let largestExactInteger: UInt64 = 1 << 53

  /// The value of a cell; nil if the cell is empty.
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

  /// The most specific kind for all cells.
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
