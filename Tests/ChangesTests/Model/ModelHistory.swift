import Changes

/// What was touched, by the numbers of sections and items.
struct TouchedNumbers {
  private(set) var sections = Table()
  private(set) var items = Table()

  /// Touches by number.
  struct Table {
    fileprivate var touches: [UInt8] = []

    subscript(number: Int) -> Touch {
      get { number < touches.count ? Touch(rawValue: touches[number]) : [] }
      set {
        if number >= touches.count {
          touches.append(contentsOf: repeatElement(0, count: number + 1 - touches.count))
        }
        touches[number] = newValue.rawValue
      }
    }

    /// The numbers of what was touched, ascending.
    var numbers: [Int] { touches.indices.filter { touches[$0] != 0 } }

    /// The numbers of what was moved, inserted or removed.
    var positions: Set<Int> { Set(touches.indices.filter { touches[$0] & Touch.position.rawValue != 0 }) }

    fileprivate mutating func formUnion(_ other: Table) {
      for number in other.touches.indices where other.touches[number] != 0 {
        self[number].formUnion(other[number])
      }
    }
  }

  mutating func touch(section number: Int, _ touch: Touch) { sections[number].formUnion(touch) }
  mutating func touch(item number: Int, _ touch: Touch) { items[number].formUnion(touch) }
  mutating func forget(item number: Int) { items[number] = [] }

  mutating func formUnion(_ other: TouchedNumbers) {
    sections.formUnion(other.sections)
    items.formUnion(other.items)
  }

  var all: [Touched<ModelElement>] {
    sections.numbers.map { Touched(.section, ModelElement($0), sections[$0]) }
      + items.numbers.map { Touched(.item, ModelElement($0), items[$0]) }
  }
}

/// A list that is edited, and what was touched since.
struct ModelEditor {
  private(set) var list: ModelList
  var touched = TouchedNumbers()

  init(_ list: ModelList) { self.list = list }

  mutating func insertSection(_ element: ModelElement, at index: Int) {
    list.sections.insert(ModelList.Section(element), at: index)
    touched.touch(section: element.identity, .existence)
  }

  mutating func removeSection(at index: Int) {
    let section = list.sections.remove(at: index)
    touched.touch(section: section.element.identity, .existence)
    for item in section.items { touched.touch(item: item.identity, .existence) }
  }

  mutating func moveSection(from: Int, to: Int) {
    let section = list.sections.remove(at: from)
    list.sections.insert(section, at: to)
    touched.touch(section: section.element.identity, .position)
  }

  mutating func updateSection(at index: Int, content: Int) {
    list.sections[index].element.content = content
    touched.touch(section: list.sections[index].element.identity, .content)
  }

  mutating func insertItem(_ element: ModelElement, section: Int, at index: Int) {
    list.sections[section].items.insert(element, at: index)
    touched.touch(item: element.identity, .existence)
  }

  mutating func removeItem(section: Int, at index: Int) {
    touched.touch(item: list.sections[section].items.remove(at: index).identity, .existence)
  }

  mutating func moveItem(section: Int, at index: Int, toSection target: Int, at place: Int) {
    let item = list.sections[section].items.remove(at: index)
    list.sections[target].items.insert(item, at: place)
    touched.touch(item: item.identity, .position)
  }

  mutating func updateItem(section: Int, at index: Int, content: Int) {
    list.sections[section].items[index].content = content
    touched.touch(item: list.sections[section].items[index].identity, .content)
  }

  /// Puts another state in the place of this one and takes everything for touched.
  mutating func restore(_ other: ModelList) {
    for list in [list, other] {
      for section in list.sections {
        touched.touch(section: section.element.identity, .existence)
        for item in section.items { touched.touch(item: item.identity, .existence) }
      }
    }
    list = other
  }
}

/// A list at several versions, and what was touched between them.
struct ModelHistory {
  var states: [ModelList]
  /// What was touched on the way to each state; nothing for the first.
  var touched: [TouchedNumbers]

  var steps: Int { states.count - 1 }

  /// What was touched between two states.
  func touched(from: Int, to: Int) -> TouchedNumbers {
    var result = touched[from + 1]
    if to > from + 1 { for step in from + 2...to { result.formUnion(touched[step]) } }
    return result
  }

  /// The history in which an element that is missing at one of some states and there again at a later one is
  /// another element from then on. Only these states are in it.
  func separatingReturns(at boundaries: [Int]) -> ModelHistory {
    var result = ModelHistory(states: boundaries.map { states[$0] }, touched: [TouchedNumbers()])
    for (from, to) in zip(boundaries, boundaries.dropFirst()) {
      result.touched.append(touched(from: from, to: to))
    }
    let stride = 1_000
    var (sections, items): ([Int: [Bool]], [Int: [Bool]]) = ([:], [:])
    for (place, state) in result.states.enumerated() {
      for section in state.sections {
        sections[section.element.id, default: .init(repeating: false, count: boundaries.count)][place] = true
        for item in section.items {
          items[item.id, default: .init(repeating: false, count: boundaries.count)][place] = true
        }
      }
    }
    /// How often an element had come back by each state.
    func returns(_ isThere: [Bool]) -> [Int] {
      var (seen, gone, count) = (false, false, 0)
      return isThere.map { there in
        if there, gone { count += 1 }
        gone = seen && !there
        seen = seen || there
        return count
      }
    }
    let sectionReturns = sections.mapValues(returns)
    let itemReturns = items.mapValues(returns)
    for place in boundaries.indices {
      for index in result.states[place].sections.indices {
        let id = result.states[place].sections[index].element.id
        result.states[place].sections[index].element.identity += stride * sectionReturns[id]![place]
        for item in result.states[place].sections[index].items.indices {
          let id = result.states[place].sections[index].items[item].id
          result.states[place].sections[index].items[item].identity += stride * itemReturns[id]![place]
        }
      }
      result.states[place].index()
      let touched = result.touched[place]
      for id in touched.sections.numbers {
        for count in Set(sectionReturns[id] ?? []) {
          result.touched[place].touch(section: id + stride * count, touched.sections[id])
        }
      }
      for id in touched.items.numbers {
        for count in Set(itemReturns[id] ?? []) {
          result.touched[place].touch(item: id + stride * count, touched.items[id])
        }
      }
    }
    return result
  }

  /// Whether an element is missing at one of some states, and there before and after it.
  func hasReturns(at boundaries: [Int]) -> Bool {
    guard boundaries.count > 2 else { return false }
    var (seenSections, goneSections, seenItems, goneItems) = (Set<Int>(), Set<Int>(), Set<Int>(), Set<Int>())
    for place in boundaries {
      let sections = Set(states[place].sections.map(\.element.id))
      let items = Set(states[place].sections.flatMap { $0.items.map(\.id) })
      if !goneSections.isDisjoint(with: sections) || !goneItems.isDisjoint(with: items) { return true }
      goneSections.formUnion(seenSections.subtracting(sections))
      goneItems.formUnion(seenItems.subtracting(items))
      seenSections.formUnion(sections)
      seenItems.formUnion(items)
    }
    return false
  }

  var text: String { states.enumerated().map { "\($0): \($1.text)" }.joined(separator: "\n") }
}
