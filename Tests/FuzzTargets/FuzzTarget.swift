/// A part of the program that takes bytes from outside, and what has to be true whatever the bytes are.
///
/// The same entry is called by a fuzzer, which makes up inputs, and by the tests, which run through the inputs
/// that are kept in `Tests/FuzzTests/Corpus`.
package enum FuzzTarget: String, Sendable, CaseIterable {
  /// The decoder of frames, and the machines of both ends of a connection fed with what it gives.
  case frames
  /// The boundary: every message that comes from outside, on either end.
  case messages
  /// Stored commits and checkpoints, and the replay of commits.
  case journal
  /// The files of a journal, damaged.
  case recovery
  /// The readers of files that are imported.
  case imports
  /// The language of views, and what definitions mean.
  case views
  /// Access files.
  case access
  /// Tokens, those that are signed among them.
  case tokens

  /// Runs through what has to be true.
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

  /// What a fuzzer calls with each input: a finding stops the process, so that the input is kept.
  package func runOrStop(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    do { try run(UnsafeRawBufferPointer(start: start, count: count)) } catch { fatalError("\(error)") }
    return 0
  }
}

/// Something that has to be true and is not.
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

/// Says that something has to be true.
///
/// - Throws: ``FuzzFinding`` where it is not.
func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws(FuzzFinding) {
  guard condition else { throw FuzzFinding(description: what()) }
}
