/// A bounded queue of lines that wait to be written. Lines that do not fit are dropped and counted.
///
/// It is a value that knows no thread and no descriptor; see ``LineWriter``.
package struct LineQueue: Sendable {
  /// The default capacity, in bytes.
  package static let standardCapacity = 256 * 1024

  /// The format of the lines, and of the note about dropped ones.
  package var format = LogFormat.text
  private let capacity: Int
  /// Complete lines, each with its line feed.
  private var waiting: [UInt8] = []
  /// The number of lines dropped since bytes were last taken.
  private var droppedSinceTaken = 0
  /// The total number of dropped lines.
  package private(set) var dropped: UInt64 = 0

  package init(capacity: Int = LineQueue.standardCapacity) { self.capacity = capacity }

  package var isEmpty: Bool { waiting.isEmpty && droppedSinceTaken == 0 }

  /// Appends a line without a line feed, or counts it as dropped.
  ///
  /// Once a line is dropped, all further ones are, until the queue is emptied: the note about dropped lines
  /// then stands where they are missing.
  package mutating func append(_ line: String) {
    guard droppedSinceTaken == 0, waiting.count + line.utf8.count < capacity else {
      droppedSinceTaken += 1
      dropped += 1
      return
    }
    waiting.append(contentsOf: line.utf8)
    waiting.append(UInt8(ascii: "\n"))
  }

  /// Takes everything in the queue, with a last line about dropped lines.
  package mutating func take() -> [UInt8] {
    if droppedSinceTaken > 0 {
      let (lines, verb) = droppedSinceTaken == 1 ? ("line", "was") : ("lines", "were")
      let note = "\(droppedSinceTaken) \(lines) \(verb) dropped here: the reader of the log was too slow"
      switch format {
      case .text: waiting.append(contentsOf: "(\(note))\n".utf8)
      case .json:
        let count = ("dropped", "\(droppedSinceTaken)")
        waiting.append(contentsOf: (JSONLine.text([("message", note)], [count], longest: .max) + "\n").utf8)
      }
      droppedSinceTaken = 0
    }
    let bytes = waiting
    waiting = []
    return bytes
  }

  /// Counts lines as dropped that were taken and could not be written.
  package mutating func recordLost(_ lines: Int) { dropped += UInt64(lines) }
}
