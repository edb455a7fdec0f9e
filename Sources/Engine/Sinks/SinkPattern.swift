package import ArrangeModel

/// The names of collections that a sink delivers: `*` stands for any run of bytes between slashes, `**` for any run.
package struct SinkPattern: Sendable, Hashable {
  private enum Step: Sendable, Hashable {
    case byte(UInt8)
    case withinPart
    case acrossParts
  }

  private let steps: [Step]

  /// - Throws: an error with the code ``StatusCode/invalidArgument`` that says what is wrong.
  package init(_ text: String, field: String = "settings.collections") throws(ArrangeError) {
    func refuse(_ message: String) -> ArrangeError { ArrangeError(.invalidArgument, message, field: field) }
    let bytes = Array(text.utf8)
    guard (1...Identifier.maximumLength).contains(bytes.count) else {
      throw refuse("a pattern has 1 to \(Identifier.maximumLength) bytes, this one has \(bytes.count)")
    }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw refuse("a pattern has no control characters")
    }
    let star = UInt8(ascii: "*")
    var steps: [Step] = []
    var stars = 0
    for byte in bytes + [0] {
      if byte == star {
        stars += 1
        continue
      }
      guard stars <= 2 else { throw refuse("a pattern has * and **, and no \("***")") }
      if stars > 0 { steps.append(stars == 1 ? .withinPart : .acrossParts) }
      stars = 0
      if byte != 0 { steps.append(.byte(byte)) }
    }
    self.steps = steps
  }

  /// The text of one name, if the pattern stands for no other.
  package var onlyName: Identifier? {
    var bytes: [UInt8] = []
    for step in steps {
      guard case .byte(let byte) = step else { return nil }
      bytes.append(byte)
    }
    return Identifier(unchecked: String(decoding: bytes, as: UTF8.self))
  }

  /// Whether it stands for a name. O(bytes · steps) at most.
  package func matches(_ name: Identifier) -> Bool {
    name.withBytes { bytes in
      // The steps that can be next after the bytes so far.
      var places = [Bool](repeating: false, count: steps.count + 1)
      places[0] = true
      skip(&places)
      for byte in bytes {
        var next = [Bool](repeating: false, count: steps.count + 1)
        for (index, step) in steps.enumerated() where places[index] {
          switch step {
          case .byte(byte): next[index + 1] = true
          case .byte: break
          case .withinPart: if byte != UInt8(ascii: "/") { next[index] = true }
          case .acrossParts: next[index] = true
          }
        }
        skip(&next)
        places = next
      }
      return places[steps.count]
    }
  }

  /// A run may be empty.
  private func skip(_ places: inout [Bool]) {
    for (index, step) in steps.enumerated() where places[index] {
      if case .byte = step { continue }
      places[index + 1] = true
    }
  }
}
