import DenseInteger
import LexoRank
import Ordering
import RandomizedFraction
import Testing

@Suite("The strategy catalog")
struct StrategyCatalogTests {
  @Test("finds strategies by name")
  func finds() {
    #expect(catalog.names == ["dense", "fractional", "lexorank"])
    for name in catalog.names { #expect(catalog[name]?.name == name) }
    #expect(catalog["Dense"] == nil)
  }

  @Test("keeps the later of two strategies with the same name")
  func replaces() {
    func kind(_ step: Int) -> StrategyKind {
      StrategyKind(name: "lexorank", version: 1, summary: "") { (_) throws(OrderingError) in
        LexoRank(step: step)
      }
    }
    let catalog = StrategyCatalog([kind(1), kind(7)])
    #expect(catalog.names == ["lexorank"])
    #expect((catalog["lexorank"] as? LexoRank)?.step == 7)
  }

  @Test("makes strategies with the given parameters, and has one text for each")
  func parameters() throws {
    let (strategy, choice) = try catalog.choose("lexorank:step=7,jitter=40")
    let lexorank = try #require(strategy as? LexoRank)
    #expect(lexorank.step == 7 && lexorank.jitterBits == 40)
    #expect("\(choice)" == "lexorank:jitter=40,step=7")
    #expect("\(try catalog.choose("lexorank:step=128,jitter=3").choice)" == "lexorank:jitter=3")
    #expect("\(try catalog.choose("lexorank:jitter=0").choice)" == "lexorank")
    #expect("\(try catalog.choose("fractional:run-bits=8").choice)" == "fractional:run-bits=8")
  }

  @Test(
    "refuses what it can't make, and says what it has",
    arguments: [
      ("ranks", "there is no ordering strategy ‘ranks’; there are dense, fractional, lexorank"),
      ("dense:step=1", "strategy dense has no parameter ‘step’; it has none"),
      ("lexorank:stop=1", "strategy lexorank has no parameter ‘stop’; it has jitter, step"),
      ("lexorank:step=0", "parameter ‘step’ of strategy lexorank is 0, not from 1 to 65536"),
      ("lexorank:step=1,step=2", "the parameter ‘step’ appears twice"),
      ("lexorank:", "‘’ is not a parameter; write NAME=NUMBER, several with commas between"),
      ("lexorank:step=1.5", "‘step=1.5’ is not a parameter; write NAME=NUMBER, several with commas between"),
      ("", "‘’ is not a strategy name: a-z, 0-9 and -, a letter first"),
      ("Lexo", "‘Lexo’ is not a strategy name: a-z, 0-9 and -, a letter first"),
    ]
  )
  func refusals(text: String, expected: String) {
    do {
      _ = try catalog.choose(text)
      Issue.record("‘\(text)’ is accepted")
    } catch {
      #expect(error.description == expected)
    }
  }

  private let catalog = StrategyCatalog([LexoRank.kind, DenseInteger.kind, RandomizedFraction.kind])
}
