/// A part of the program that takes bytes from outside, and its invariants for any bytes.
///
/// Fuzzers call it with generated inputs, tests with the inputs stored in `Tests/FuzzTests/Corpus`.
package enum FuzzTarget: String, Sendable, CaseIterable {
  /// The decoder of frames, and the state machines of both ends of a connection, fed with its frames.
  case frames
  /// The decoding of every message that comes from outside, on either end.
  case messages
  /// Stored commits and checkpoints, and the replay of commits.
  case journal
  /// The files of a journal, damaged.
  case recovery
  /// The readers of imported files.
  case imports
  /// The language of views, and the meaning of definitions.
  case views
  /// Access files.
  case access
  /// Tokens, including signed ones.
  case tokens

  /// Checks the invariants.
  ///
  /// - Parameter input: bytes, of which each target takes the first few for choices.
  package func run(_ input: UnsafeRawBufferPointer) throws(FuzzFinding) {
    switch self {
    case .frames: try FrameTarget.run(input)
    case .messages: try MessageTarget.run(input)
    case .journal: try JournalTarget.run(input)
    case .recovery: try RecoveryTarget.run(input)
    case .imports: try ImportTarget.run(input)
    case .views: try ViewTarget.run(input)
    case .access: try AccessTarget.run(input)
    case .tokens: try TokenTarget.run(input)
    }
  }

  /// Called by a fuzzer with each input: a finding aborts the process, so that the fuzzer keeps the input.
  package func runOrStop(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    do { try run(UnsafeRawBufferPointer(start: start, count: count)) } catch { fatalError("\(error)") }
    return 0
  }
}

/// A violated invariant.
package struct FuzzFinding: Error, Sendable, CustomStringConvertible {
  package var description: String
}

/// Calls a closure with the bytes of an array.
func withBytes<Value>(
  of array: [UInt8],
  _ body: (UnsafeRawBufferPointer) throws(FuzzFinding) -> Value
) throws(FuzzFinding) -> Value {
  let result: Result<Value, FuzzFinding> = array.withUnsafeBytes { bytes in
    do throws(FuzzFinding) { return .success(try body(bytes)) } catch { return .failure(error) }
  }
  return try result.get()
}

/// Checks an invariant.
///
/// - Throws: ``FuzzFinding`` if it is violated.
func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws(FuzzFinding) {
  guard condition else { throw FuzzFinding(description: what()) }
}
