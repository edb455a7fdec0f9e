import Changes
import Ordering

/// Random histories.
struct HistoryGenerator {
  /// How large lists are and how much happens.
  struct Scale {
    var sections: ClosedRange<Int>
    var items: ClosedRange<Int>
    /// How many numbers there are for sections and items: few, so that they come back.
    var sectionNumbers: Int
    var itemNumbers: Int
    var steps: ClosedRange<Int>
    var operations: ClosedRange<Int>

    /// Everything meets everything.
    static let small = Scale(
      sections: 0...4,
      items: 0...5,
      sectionNumbers: 7,
      itemNumbers: 24,
      steps: 1...3,
      operations: 1...5
    )
    static let manyEmptySections = Scale(
      sections: 6...12,
      items: 0...1,
      sectionNumbers: 16,
      itemNumbers: 12,
      steps: 1...3,
      operations: 1...8
    )
    static let large = Scale(
      sections: 1...8,
      items: 0...60,
      sectionNumbers: 12,
      itemNumbers: 500,
      steps: 2...4,
      operations: 1...40
    )
  }

  private var random: OrderingRandom
  private let scale: Scale

  init(seed: UInt64, _ scale: Scale) {
    random = OrderingRandom(seed: seed)
    self.scale = scale
  }

  mutating func makeHistory() -> ModelHistory {
    var start = ModelList()
    var numbers = Array(0..<scale.itemNumbers).shuffled(using: &random)
    for id in Array(0..<scale.sectionNumbers).shuffled(using: &random).prefix(number(scale.sections)) {
      let items = (0..<min(number(scale.items), numbers.count)).map { _ in
        ModelElement(numbers.removeLast(), content: content())
      }
      start.sections.append(ModelList.Section(ModelElement(id, content: content()), items))
    }
    start.index()
    var history = ModelHistory(states: [start], touched: [TouchedNumbers()])
    for _ in 0..<number(scale.steps) {
      var editor = ModelEditor(history.states[history.steps])
      if chance(12) {
        editor.restore(history.states[Int.random(in: 0...history.steps, using: &random)])
      }
      for _ in 0..<number(scale.operations) { edit(&editor) }
      var state = editor.list
      state.index()
      history.states.append(state)
      history.touched.append(editor.touched)
    }
    return history
  }

  private mutating func edit(_ editor: inout ModelEditor) {
    let sections = editor.list.sections
    let full = sections.indices.filter { !sections[$0].items.isEmpty }
    switch Int.random(in: 0..<16, using: &random) {
    case 0:
      let free = Set(0..<scale.sectionNumbers).subtracting(sections.map(\.element.id)).sorted()
      guard let id = free.randomElement(using: &random) else { return }
      editor.insertSection(ModelElement(id, content: content()), at: place(in: sections.count))
      // Often with something in it.
      let index = editor.list.sections.firstIndex { $0.element.id == id } ?? 0
      for _ in 0..<Int.random(in: 0...2, using: &random) { bringItem(&editor, to: index) }
    case 1 where !sections.isEmpty:
      editor.removeSection(at: index(of: sections))
    case 2 where !sections.isEmpty, 3 where !sections.isEmpty:
      editor.moveSection(from: index(of: sections), to: index(of: sections))
    case 4 where !sections.isEmpty:
      editor.updateSection(at: index(of: sections), content: content())
    case 5 where !sections.isEmpty, 6 where !sections.isEmpty:
      bringItem(&editor, to: index(of: sections))
    case 7 where !full.isEmpty, 8 where !full.isEmpty:
      guard let section = full.randomElement(using: &random) else { return }
      editor.removeItem(section: section, at: index(of: sections[section].items))
    case 9 where !full.isEmpty, 10 where !full.isEmpty:
      guard let section = full.randomElement(using: &random) else { return }
      editor.updateItem(section: section, at: index(of: sections[section].items), content: content())
    case 11 where !full.isEmpty:
      // A section is emptied, reversed, or all of it goes elsewhere.
      guard let section = full.randomElement(using: &random) else { return }
      let target = index(of: sections)
      let mode = Int.random(in: 0..<3, using: &random)
      for round in 0..<sections[section].items.count {
        switch mode {
        case 0: editor.removeItem(section: section, at: 0)
        case 1: editor.moveItem(section: section, at: round, toSection: section, at: 0)
        default:
          let room = editor.list.sections[target].items.count - (target == section ? 1 : 0)
          editor.moveItem(section: section, at: 0, toSection: target, at: place(in: room))
        }
      }
    case 12 where !full.isEmpty:
      // There and back again: deleted and inserted under its number.
      guard let section = full.randomElement(using: &random) else { return }
      let place = index(of: sections[section].items)
      var item = sections[section].items[place]
      editor.removeItem(section: section, at: place)
      if chance(2) { item.content = content() }
      let target = index(of: sections)
      let room = editor.list.sections[target].items.count
      editor.insertItem(item, section: target, at: self.place(in: room))
    case 13 where !sections.isEmpty && chance(3):
      // The same with a section, whose items may come back or not.
      let index = index(of: sections)
      let section = sections[index]
      editor.removeSection(at: index)
      let place = place(in: sections.count - 1)
      editor.insertSection(section.element, at: place)
      for item in section.items where chance(2) {
        let room = editor.list.sections[place].items.count
        editor.insertItem(item, section: place, at: self.place(in: room))
      }
    default:
      guard let section = full.randomElement(using: &random) else { return }
      let from = index(of: sections[section].items)
      let target = chance(2) ? section : index(of: sections)
      let room = sections[target].items.count - (target == section ? 1 : 0)
      editor.moveItem(section: section, at: from, toSection: target, at: place(in: room))
    }
  }

  private mutating func bringItem(_ editor: inout ModelEditor, to section: Int) {
    let taken = Set(editor.list.sections.flatMap { $0.items.map(\.id) })
    let room = editor.list.sections[section].items.count
    let full = editor.list.sections.indices.filter { !editor.list.sections[$0].items.isEmpty }
    if chance(2), let source = full.randomElement(using: &random) {
      let from = index(of: editor.list.sections[source].items)
      editor.moveItem(
        section: source,
        at: from,
        toSection: section,
        at: place(in: source == section ? room - 1 : room)
      )
    } else if let id = (0..<scale.itemNumbers).filter({ !taken.contains($0) }).randomElement(using: &random) {
      editor.insertItem(ModelElement(id, content: content()), section: section, at: place(in: room))
    }
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func content() -> Int { Int.random(in: 0..<3, using: &random) }
  private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }
  private mutating func index(of list: [some Any]) -> Int { Int.random(in: list.indices, using: &random) }

  /// A place to insert at; the ends come often.
  private mutating func place(in count: Int) -> Int {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: 0
    case 1: count
    default: Int.random(in: 0...count, using: &random)
    }
  }
}
