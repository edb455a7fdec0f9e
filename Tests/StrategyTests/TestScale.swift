import Foundation

/// By how much the random tests are longer than in an ordinary run: the environment variable
/// `ARRANGE_TEST_SCALE`, or 1.
let testScale = ProcessInfo.processInfo.environment["ARRANGE_TEST_SCALE"].flatMap { Int($0) } ?? 1
