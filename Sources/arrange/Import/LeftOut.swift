/// The parts of a file that a reader left out, in the order in which they first occurred, for the summary of
/// an import.
package struct LeftOut: Sendable, Equatable {
  private struct Entry: Equatable {
    var text: String
    /// The number of parts with this name; nil for a complete text.
    var count: Int?
    var plural: String
  }

  private var entries: [Entry] = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// Counts parts with one name.
  ///
  /// - Parameter plural: the plural of the name, if it is not formed with an s.
  package mutating func count(_ noun: String, plural: String? = nil, _ number: Int = 1) {
    guard number > 0 else { return }
    if let index = entries.firstIndex(where: { $0.text == noun }), let count = entries[index].count {
      entries[index].count = count + number
    } else {
      entries.append(Entry(text: noun, count: number, plural: plural ?? "\(noun)s"))
    }
  }

  /// Adds a complete text.
  package mutating func add(_ text: String) { entries.append(Entry(text: text, count: nil, plural: text)) }

  /// Adds everything that another reader left out.
  package mutating func add(_ other: LeftOut) { entries += other.entries }

  /// What was left out, one text for each kind: `2 comments`.
  package var texts: [String] {
    entries.map { entry in
      guard let count = entry.count else { return entry.text }
      return "\(count.grouped) \(count == 1 ? entry.text : entry.plural)"
    }
  }
}
