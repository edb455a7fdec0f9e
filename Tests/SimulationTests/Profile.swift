import ArrangeModel
import ListModel
import Ordering

extension TransactionGenerator.Profile {
  /// Transactions of all kinds, with every mistake.
  ///
  /// - Parameter isHot: whether most elements go into the middle, where keys run out of room.
  static func simulation(size: Int, isHot: Bool) -> Self {
    var profile = Self()
    profile.size = size
    profile.isHot = isHot
    profile.fills = true
    profile.mistakes = .any
    profile.mostElements = 100
    profile.isForEngine = true
    profile.unnamed = 10
    profile.conditional = 10
    profile.limited = size <= 200 && !isHot ? 10 : 0
    profile.id = Self.awkwardID
    profile.fields = { random, _ in
      func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
      var fields = Fields()
      if chance(60) { try? fields.set("n", to: .int(chance(50) ? 0 : 1)) }
      if chance(20) { try? fields.set("title", to: .string(chance(50) ? "caf\u{E9}" : "cafe\u{301}")) }
      return fields
    }
    profile.removable = ["n", "title", "none"]
    return profile
  }

  /// Neighbouring numbers often have ids that are canonically equivalent Unicode but different bytes; some ids are as
  /// long as an id may be.
  @Sendable
  private static func awkwardID(_ number: Int) -> Identifier {
    switch number % 16 {
    case 2: Identifier(unchecked: "\u{E9}\(number / 2)")
    case 3: Identifier(unchecked: "e\u{301}\(number / 2)")
    case 5:
      Identifier(unchecked: "\(number)" + String(repeating: "-", count: 128 - "\(number)".utf8.count))
    default: Identifier(unchecked: "\(number)")
    }
  }
}
