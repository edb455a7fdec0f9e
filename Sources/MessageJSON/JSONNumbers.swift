/// The integers that JSON can have as numbers: those that every reader keeps exactly, also one that reads doubles.
enum JSONNumbers {
  /// The largest of them: 2^53 - 1.
  static let largest: Int64 = 9_007_199_254_740_991
  /// What to do about one that is larger.
  static let advice = "is beyond 2^53, where many programs lose digits"

  static func holds(_ number: Int64) -> Bool { number >= -largest && number <= largest }
}
