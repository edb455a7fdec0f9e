/// Labels that fit next to a plot. Truncated labels remain distinct.
struct ShortLabels: Sendable {
  private var texts: [String: String] = [:]

  /// - Parameter longest: the maximum width of a label in columns; wide characters have two.
  init(_ labels: [String], longest: Int) {
    var used: Set<String> = []
    for label in labels where texts[label] == nil && label.columns <= longest {
      texts[label] = label
      used.insert(label)
    }
    let cut = labels.filter { texts[$0] == nil }
    let ends = cut.map { ShortLabels.cut($0, atEndTo: longest) }
    for (place, label) in cut.enumerated() where texts[label] == nil {
      var text = ends[place]
      // If others have the same beginning, the ends of labels distinguish them, or else a number.
      if used.contains(text) || zip(cut, ends).contains(where: { $0.0 != label && $0.1 == text }) {
        text = ShortLabels.cut(label, inMiddleTo: longest)
      }
      var number = 2
      while !used.insert(text).inserted {
        let end = " #\(number)"
        text = ShortLabels.cut(label, atEndTo: longest - end.count) + end
        number += 1
      }
      texts[label] = text
    }
  }

  subscript(label: String) -> String { texts[label] ?? label }

  private static func cut(_ label: String, atEndTo longest: Int) -> String {
    label.beginning(columns: longest - 1) + "…"
  }

  private static func cut(_ label: String, inMiddleTo longest: Int) -> String {
    let head = (longest - 1) / 2
    let tail = String(String(label.reversed()).beginning(columns: longest - 1 - head).reversed())
    return label.beginning(columns: head) + "…" + tail
  }
}

extension String {
  /// The approximate width in digits: East Asian characters and emoji count twice.
  fileprivate var columns: Int { reduce(0) { $0 + $1.columns } }

  fileprivate func beginning(columns: Int) -> String {
    var (text, width) = ("", 0)
    for character in self {
      width += character.columns
      guard width <= columns else { break }
      text.append(character)
    }
    return text
  }
}

extension Character {
  fileprivate var columns: Int {
    switch unicodeScalars.first?.value ?? 0 {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}
