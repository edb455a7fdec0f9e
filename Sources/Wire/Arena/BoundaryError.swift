package import ArrangeModel

/// An invalid message from outside: the field, and its problem.
///
/// If messages contain messages, each level puts its own name before the field with ``within(_:)``:
/// `id` becomes `items[3].id`.
package struct BoundaryError: Error, Sendable, Hashable {
  /// The path of the field, as in the specification; empty if the message as a whole is invalid.
  package var field: String

  /// The problem.
  package var problem: Problem

  /// The possible problems of a field.
  package enum Problem: Sendable, Hashable {
    /// The message can't be parsed.
    case malformed

    /// The message consists of too many small parts for its length.
    case tooManyParts

    /// A text is not UTF-8.
    case invalidUTF8

    /// A text contains the character U+0000.
    case embeddedNUL

    /// A text or an array of bytes is longer than `limit` bytes.
    case tooLong(limit: Int)

    /// There are more than `limit` elements.
    case tooMany(limit: Int)

    /// A number is a NaN or infinite.
    case notFinite

    /// The number is outside the field's range.
    case outOfRange

    /// Any other problem, as text.
    case other(String)
  }

  /// Makes an error about a field.
  package init(field: String, _ problem: Problem) {
    self.field = field
    self.problem = problem
  }

  /// Makes an error about a message as a whole.
  package init(_ error: UnpackingError) {
    switch error {
    case .malformed: (field, problem) = ("", .malformed)
    case .tooManyParts: (field, problem) = ("", .tooManyParts)
    case .repeated(let path, let text): (field, problem) = (path, .other(text))
    }
  }

  /// The same error with its field nested in another one.
  package func within(_ prefix: String) -> BoundaryError {
    BoundaryError(field: field.isEmpty ? prefix : "\(prefix).\(field)", problem)
  }

  /// The error as callers see it.
  package var arrangeError: ArrangeError {
    let code: StatusCode =
      switch problem {
      case .tooManyParts: .resourceExhausted
      case .outOfRange: .outOfRange
      default: .invalidArgument
      }
    return ArrangeError(code, description, field: field.isEmpty ? nil : field)
  }
}

extension BoundaryError: CustomStringConvertible {
  package var description: String {
    let subject = field.isEmpty ? "the message" : field
    return switch problem {
    case .malformed: "\(subject) can't be parsed"
    case .tooManyParts: "\(subject) has too many small parts; send it in several requests"
    case .invalidUTF8: "\(subject) is not UTF-8"
    case .embeddedNUL: "\(subject) contains the character U+0000"
    case .tooLong(let limit): "\(subject) has more than \(limit) bytes"
    case .tooMany(let limit): "\(subject) has more than \(limit) elements"
    case .notFinite: "\(subject) is not a finite number"
    case .outOfRange: "\(subject) is out of range"
    case .other(let text): "\(subject) \(text)"
    }
  }
}
