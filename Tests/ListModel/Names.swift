package import ArrangeModel
import Synchronization

/// The numbers with which a naive list computes in place of ids. The number 0 is the default section's, whose id is
/// empty.
package final class Names: Sendable {
  private struct Table {
    var identifiers: [Identifier] = [.empty]
    var numbers: [Identifier: Int] = [.empty: 0]
  }

  private let table = Mutex(Table())

  package init() {}

  package var count: Int { table.withLock { $0.identifiers.count } }

  package subscript(number: Int) -> Identifier { table.withLock { $0.identifiers[number] } }

  /// The number of an id; an id that is new gets one.
  package func number(of id: Identifier) -> Int {
    table.withLock { table in
      if let number = table.numbers[id] { return number }
      table.identifiers.append(id)
      table.numbers[id] = table.identifiers.count - 1
      return table.identifiers.count - 1
    }
  }
}
