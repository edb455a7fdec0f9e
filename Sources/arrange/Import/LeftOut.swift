/// What a reader did not take from a file, in the order in which it was met first: what an import ends with.
package struct LeftOut: Sendable, Equatable {
  private struct Entry: Equatable {
    var text: String
    /// How many there were of what the text names; nil where it is said as it is.
    var count: Int?
    var plural: String
  }

  private var entries: [Entry] = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// Counts what has one name.
  ///
  /// - Parameter plural: the name of more than one, where it is not the same with an s.
  package mutating func count(_ noun: String, plural: String? = nil, _ number: Int = 1) {
    guard number > 0 else { return }
    if let index = entries.firstIndex(where: { $0.text == noun }), let count = entries[index].count {
      entries[index].count = count + number
    } else {
      entries.append(Entry(text: noun, count: number, plural: plural ?? "\(noun)s"))
    }
  }

  /// Adds what is said as it is.
  package mutating func add(_ text: String) { entries.append(Entry(text: text, count: nil, plural: text)) }

  /// Adds all that another reader left out.
  package mutating func add(_ other: LeftOut) { entries += other.entries }

  /// What is left out, one text for each kind: `2 comments`.
  package var texts: [String] {
    entries.map { entry in
      guard let count = entry.count else { return entry.text }
      return "\(count.grouped) \(count == 1 ? entry.text : entry.plural)"
    }
  }
}
