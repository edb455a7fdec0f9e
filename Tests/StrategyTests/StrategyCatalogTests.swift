import DenseInteger
import LexoRank
import Ordering
import RandomizedFraction
import Testing

@Suite("The strategy catalog")
struct StrategyCatalogTests {
  @Test("finds strategies by name")
  func finds() {
    let catalog = StrategyCatalog([LexoRank(), DenseInteger(), RandomizedFraction()])
    #expect(catalog.names == ["dense", "fractional", "lexorank"])
    for name in catalog.names { #expect(catalog[name: name]?.name == name) }
    #expect(catalog[name: "Dense"] == nil)
  }

  @Test("keeps the later one of two strategies with the same name")
  func replaces() {
    let catalog = StrategyCatalog([LexoRank(step: 1), LexoRank(step: 7)])
    #expect(catalog.names == ["lexorank"])
    #expect((catalog[name: "lexorank"] as? LexoRank)?.step == 7)
  }
}
