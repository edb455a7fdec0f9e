package import ArrangeModel
package import Ordering

extension TransactionGenerator {
  /// What a suite needs of transactions.
  package struct Profile: Sendable {
    /// What transactions get wrong by themselves.
    package enum Mistakes: Int, Comparable, Sendable {
      case none
      /// Names of what is there no more, or already: what happens to those whose list is outdated.
      case outdated
      /// Also what no client sends: elements named twice, places that can't be.
      case any

      package static func < (a: Mistakes, b: Mistakes) -> Bool { a.rawValue < b.rawValue }
    }

    /// About how many items the list should have.
    package var size = 30
    /// Whether a list with less than half of its size is filled at once, by many large inserts.
    package var fills = false
    /// What transactions are refused for, although the list is as it was given.
    package var mistakes = Mistakes.none
    /// The most elements that an operation names.
    package var mostElements = 6
    /// Whether there is also what the engine takes and no request can say: operations that name nothing, and a section
    /// that is inserted with the empty id.
    package var isForEngine = false
    /// Whether items may go into the default section, which is created then.
    package var usesDefaultSection = true
    /// How many of 100 new elements get an id that was in use.
    package var reused = 6
    /// How many of 100 new elements come without an id.
    package var unnamed = 0
    /// How many of 100 references name the content version that the element must have.
    package var conditional = 0
    /// How many of 100 sections that are written get a limit, which operations may exceed. Needs mistakes.
    package var limited = 0
    /// How often items are adopted, compared with about 100 for all other kinds; their keys can't be used.
    package var adoptions = 0
    /// An item after which many others are inserted, to exhaust its gap. It is never moved or removed.
    package var anchor: Identifier?
    /// Whether most elements go into the middle, to exhaust the room there.
    package var isHot = false
    /// The id with a number.
    package var id: @Sendable (Int) -> Identifier = { Identifier(unchecked: "\($0)") }
    /// The fields of an element. The number is another one each time.
    package var fields: @Sendable (inout OrderingRandom, Int) -> Fields = Profile.counted
    /// The fields that updates remove at times.
    package var removable: [String] = []

    package init() {}

    /// Mostly valid transactions for histories of subscribers and views.
    package static func history(prefix: String = "") -> Profile {
      var profile = Profile()
      profile.usesDefaultSection = false
      profile.reused = 40
      profile.adoptions = 2
      profile.id = { Identifier(unchecked: "\(prefix)\($0)") }
      return profile
    }

    /// A count in the field `n`; values come back.
    private static func counted(_ random: inout OrderingRandom, _ number: Int) -> Fields {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<2: Fields()
      case 2..<4: ["n": .int(Int64.random(in: 0..<3, using: &random))]
      default: ["n": .int(Int64(number))]
      }
    }
  }
}
