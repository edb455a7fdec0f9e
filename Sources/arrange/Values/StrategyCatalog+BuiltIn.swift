import DenseInteger
import LexoRank
import Ordering
import RandomizedFraction

extension StrategyCatalog {
  /// The strategies whose keys the program can format, and which it compares.
  static let builtIn = StrategyCatalog([DenseInteger.kind, LexoRank.kind, RandomizedFraction.kind])
}
