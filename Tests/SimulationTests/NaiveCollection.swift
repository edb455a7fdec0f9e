import ArrangeModel
import Ordering

/// A collection as plain arrays: the model that the engine is compared with.
///
/// It is written to be obviously correct and uses nothing of the engine. Elements are numbers; `Names` maps
/// them to ids. Lookups are searches from the front, and a transaction works on a copy.
struct NaiveCollection {
  /// The number of the default section, whose id is empty.
  static let defaultSection = 0

  struct Content: Equatable {
    var fields: Fields
    var version: UInt64
  }

  struct Section: Equatable {
    var id: Int
    var items: [Int]
  }

  var version: UInt64 = 0
  var sections: [Section] = []
  var sectionContent: [Int: Content] = [:]
  var itemContent: [Int: Content] = [:]

  var itemCount: Int { sections.reduce(0) { $0 + $1.items.count } }

  /// Where an item is.
  func find(item: Int) -> (section: Int, index: Int)? {
    for (section, list) in sections.enumerated() {
      if let index = list.items.firstIndex(of: item) { return (section, index) }
    }
    return nil
  }

  /// Where a section is.
  func find(section: Int) -> Int? { sections.firstIndex { $0.id == section } }
}

/// Why a transaction is refused: the code, and the fields that the error may name.
struct NaiveFailure: Error {
  var code: StatusCode
  var fields: Set<String>

  init(_ code: StatusCode, _ fields: String...) {
    self.code = code
    self.fields = Set(fields)
  }

  init(_ code: StatusCode, anyOf fields: [String]) {
    self.code = code
    self.fields = Set(fields)
  }

  func within(_ prefix: String) -> NaiveFailure {
    NaiveFailure(code, anyOf: fields.map { "\(prefix).\($0)" })
  }
}

/// An element that an operation named.
enum NaiveNamed {
  case item(Int)
  case section(Int)
}

/// The outcome of a transaction.
struct NaiveOutcome {
  var changed: Bool
  /// For each operation the elements that it named.
  var named: [[NaiveNamed]]
  /// The number of ranks of other elements that the operations changed, each operation counted by itself. For
  /// a reordering only bounds are known, since it may choose which elements to move.
  var shifted: ClosedRange<Int>
  /// The adopted items that keep the keys with which they came.
  var keptKeys: [Int: OrderKey]
}

/// The ids that belong to the numbers of the model. Neighbouring numbers often have ids that are canonically
/// equivalent Unicode but different bytes; some ids are as long as an id may be.
struct Names {
  private(set) var identifiers: [Identifier] = []
  private var numbers: [Identifier: Int] = [:]

  init() { extend(to: 64) }

  var count: Int { identifiers.count }

  mutating func extend(to count: Int) {
    while identifiers.count < count {
      let number = identifiers.count
      let id = Names.identifier(number)
      numbers[id] = number
      identifiers.append(id)
    }
  }

  subscript(number: Int) -> Identifier { identifiers[number] }

  func number(of id: Identifier) -> Int {
    guard let number = numbers[id] else { preconditionFailure("\(id) is none of the ids of the run") }
    return number
  }

  private static func identifier(_ number: Int) -> Identifier {
    switch number {
    case 0: .empty
    case _ where number % 16 == 2: Identifier(unchecked: "\u{E9}\(number / 2)")
    case _ where number % 16 == 3: Identifier(unchecked: "e\u{301}\(number / 2)")
    case _ where number % 16 == 5:
      Identifier(unchecked: "\(number)" + String(repeating: "-", count: 128 - "\(number)".utf8.count))
    default: Identifier(unchecked: "\(number)")
    }
  }
}
