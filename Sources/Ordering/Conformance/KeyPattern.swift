/// A pattern of edits, composed of writers that take turns, for measuring how many keys a strategy writes.
///
/// ``OrderingWorkload`` has fixed patterns. These are generated, so that a search can look for expensive ones;
/// each has a text from which it can be repeated.
package struct KeyPattern: Sendable, Hashable {
  /// The number of elements of the list at first.
  package var initial: Int

  /// Who edits the list, in turn.
  package var writers: [KeyWriter]

  package init(initial: Int, writers: [KeyWriter]) {
    self.initial = initial
    self.writers = writers
  }
}

/// One writer of a pattern: where it inserts, and what it removes.
package struct KeyWriter: Sendable, Hashable {
  /// What the place of a writer is relative to.
  package enum Anchor: String, Sendable, CaseIterable {
    /// An index, counted from the start of the list.
    case start

    /// An index, counted from the end.
    case end

    /// A part of the growing list.
    case part

    /// The element that the writer inserted last.
    case own
  }

  /// How inserts are distributed over the places of a window.
  package enum Shape: String, Sendable, CaseIterable {
    /// At random.
    case random

    /// At the first and the last place in turn.
    case ends

    /// At one place after the other.
    case up

    /// At one place before the other.
    case down

    /// At random, most often in the middle.
    case bell
  }

  /// Where elements are removed.
  package enum Removal: String, Sendable, CaseIterable {
    /// Near the place of the writer.
    case near

    /// Anywhere.
    case far
  }

  package var anchor = Anchor.start

  /// The place, in thousandths of the list.
  package var place = 500

  /// By how many thousandths of a place the anchor advances with each step; negative towards the start.
  package var drift = 0

  /// The number of places around the anchor at which elements are inserted.
  package var width = 1

  package var shape = Shape.random

  /// The number of elements inserted in one step.
  package var block = 1

  /// The number of steps until the writer jumps to another place; 0 if it never does.
  package var jump = 0

  /// How far a jump goes at most, in places; 0 stands for anywhere.
  package var reach = 0

  /// The number of steps until as many elements are removed as one step inserts; 0 if none are.
  package var remove = 0

  package var removal = Removal.near

  /// The number of steps until the next writer's turn.
  package var turn = 1

  package init() {}
}

extension KeyPattern: CustomStringConvertible {
  /// The text of a pattern: `initial=100; anchor=start place=500 width=5; …`, without what is as in a new
  /// ``KeyWriter``.
  package var description: String {
    (["initial=\(initial)"] + writers.map(\.description)).joined(separator: "; ")
  }

  /// The pattern that a text stands for; nil if there is none.
  package init?(_ text: String) {
    let parts = text.split(separator: ";").map { part in part.split(separator: " ").map(String.init) }
    guard parts.count > 1, parts[0].count == 1, parts[0][0].hasPrefix("initial="),
      let initial = Int(parts[0][0].dropFirst(8))
    else { return nil }
    var writers: [KeyWriter] = []
    for part in parts.dropFirst() {
      guard let writer = KeyWriter(part) else { return nil }
      writers.append(writer)
    }
    self.init(initial: initial, writers: writers)
  }
}

extension KeyWriter: CustomStringConvertible {
  /// The numbers of a writer by name.
  private static let numbers: [(name: String, path: any WritableKeyPath<KeyWriter, Int> & Sendable)] = [
    ("place", \.place), ("drift", \.drift), ("width", \.width), ("block", \.block), ("jump", \.jump),
    ("reach", \.reach), ("remove", \.remove), ("turn", \.turn),
  ]

  package var description: String {
    let usual = KeyWriter()
    var words = ["anchor=\(anchor)"]
    if shape != usual.shape { words.append("shape=\(shape)") }
    if removal != usual.removal { words.append("removal=\(removal)") }
    for (name, path) in KeyWriter.numbers where self[keyPath: path] != usual[keyPath: path] {
      words.append("\(name)=\(self[keyPath: path])")
    }
    return words.joined(separator: " ")
  }

  /// The writer that some words stand for; nil if there is none.
  fileprivate init?(_ words: [String]) {
    self.init()
    for word in words {
      let sides = word.split(separator: "=").map(String.init)
      guard sides.count == 2 else { return nil }
      switch (sides[0], sides[1]) {
      case ("anchor", let name):
        guard let anchor = Anchor(rawValue: name) else { return nil }
        self.anchor = anchor
      case ("shape", let name):
        guard let shape = Shape(rawValue: name) else { return nil }
        self.shape = shape
      case ("removal", let name):
        guard let removal = Removal(rawValue: name) else { return nil }
        self.removal = removal
      case (let name, let text):
        guard let path = KeyWriter.numbers.first(where: { $0.name == name })?.path, let number = Int(text)
        else { return nil }
        self[keyPath: path] = number
      }
    }
    guard width > 0, block > 0, turn > 0, min(jump, reach, remove) >= 0 else { return nil }
  }
}

extension KeyPattern {
  /// A random pattern.
  package static func random(initial: Int, using random: inout OrderingRandom) -> KeyPattern {
    var pattern = KeyPattern(initial: initial, writers: [])
    let writers = [1, 1, 1, 2, 3][random.position(in: 0..<5)]
    for _ in 0..<writers {
      var writer = KeyWriter()
      for _ in 0..<8 { writer.change(using: &random) }
      pattern.writers.append(writer)
    }
    return pattern
  }

  /// A pattern that differs in a few respects.
  package func changed(using random: inout OrderingRandom) -> KeyPattern {
    var pattern = self
    repeat {
      let index = random.position(in: 0..<pattern.writers.count)
      switch random.position(in: 0..<16) {
      case 0 where pattern.writers.count < KeyPattern.mostWriters:
        var copy = pattern.writers[index]
        copy.change(using: &random)
        pattern.writers.append(copy)
      case 1 where pattern.writers.count > 1: pattern.writers.remove(at: index)
      default: pattern.writers[index].change(using: &random)
      }
    } while pattern == self || random.next() % 3 == 0
    return pattern
  }

  /// The maximum number of writers of a generated pattern.
  private static let mostWriters = 4
}

extension KeyWriter {
  /// Changes one property at random.
  fileprivate mutating func change(using random: inout OrderingRandom) {
    func pick<Value>(_ values: [Value]) -> Value { values[random.position(in: 0..<values.count)] }
    switch random.position(in: 0..<12) {
    case 0: anchor = pick(Anchor.allCases)
    case 1: place = pick([0, 1, 10, 100, 250, 333, 500, 500, 500, 750, 900, 990, 1_000])
    case 2: drift = pick([0, 0, 0, 1_000, -1_000, 500, -500, 333, 100, -100, 10, 1_500, 2_000, 3_000])
    case 3: width = pick([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 17, 25, 33, 50, 65, 100, 200, 500, 1_000])
    case 4: shape = pick(Shape.allCases)
    case 5: block = pick([1, 1, 1, 1, 2, 3, 5, 10, 20, 50])
    case 6: jump = pick([0, 0, 0, 1, 2, 5, 10, 30, 100, 300, 1_000, 10_000])
    case 7: reach = pick([0, 10, 30, 100, 300, 1_000, 10_000])
    case 8: remove = pick([0, 0, 1, 2, 3, 4, 5, 10, 30])
    case 9: removal = pick(Removal.allCases)
    case 10: turn = pick([1, 1, 2, 3, 5, 10, 30, 100, 1_000, 10_000])
    default: width = max(1, width + random.position(in: 0..<5) - 2)
    }
  }
}
