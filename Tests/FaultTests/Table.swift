/// A table of texts, with columns as wide as their widest cell.
struct Table {
  var rows: [[String]]

  var text: String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, text in
        let space = String(repeating: " ", count: widths[column] - text.count)
        // The first columns are names, the others numbers.
        return Int(text) == nil ? text + space : space + text
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
