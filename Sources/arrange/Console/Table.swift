/// A table for people. Column widths are measured as on a terminal; see ``Swift/String/columns``.
struct Table {
  /// The alignment of a cell in its column.
  enum Alignment {
    case left
    case right
  }

  private let columns: [(title: String, alignment: Alignment)]
  private var rows: [[String]] = []

  init(_ columns: (String, Alignment)...) { self.init(columns) }

  init(_ columns: [(String, Alignment)]) { self.columns = columns.map { (title: $0.0, alignment: $0.1) } }

  mutating func append(_ cells: String...) { append(cells) }

  mutating func append(_ cells: [String]) { rows.append(cells.map(\.printable)) }

  /// The lines of the table, the titles first.
  func lines(_ style: Style) -> [String] {
    let widths = columns.indices.map { column in
      max(columns[column].title.columns, rows.map { $0[column].columns }.max() ?? 0)
    }
    func line(_ cells: [String]) -> String {
      let padded = columns.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - cells[column].columns)
        return columns[column].alignment == .left ? cells[column] + space : space + cells[column]
      }
      return String(padded.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
    return [style.dim(line(columns.map(\.title)))] + rows.map(line)
  }
}

extension Int {
  /// The number with a comma between thousands.
  var grouped: String {
    var text = ""
    let digits = String(magnitude)
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return self < 0 ? "-\(text)" : text
  }

  /// The number with a noun, such as `1 item` and `2,000 items`.
  func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}
