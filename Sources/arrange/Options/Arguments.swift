import ArgumentParser
import ArrangeModel
import InputText

/// Parses arguments of the command line, before anything is sent.
enum Arguments {
  /// An id.
  static func identifier(_ text: String) throws -> Identifier {
    do {
      return try Identifier(text)
    } catch {
      throw ValidationError(error.message)
    }
  }

  /// A version, with or without its history.
  static func state(_ text: String) throws -> StateID {
    guard let state = StateID(text) else {
      throw ValidationError(
        "'\(text)' is not a version; give a number such as 7, or a state such as 7@00c8d09d4f13ab1e"
      )
    }
    return state
  }

  /// A version of a collection: its number, or its name.
  static func version(_ text: String) throws -> VersionReference {
    if let number = UInt64(text) { return .number(number) }
    return .named(try identifier(text))
  }

  /// The id of a section; empty for the default section.
  static func section(_ text: String) throws -> Identifier {
    text.isEmpty ? .empty : try identifier(text)
  }

  /// The id of a row or a section of a list; in a view it may be longer.
  static func row(_ text: String) throws -> Identifier {
    do {
      return try Identifier(text, maximumLength: Identifier.maximumRowLength)
    } catch {
      throw ValidationError(error.message)
    }
  }

  /// The id of a section of a list; empty for the default section.
  static func sectionRow(_ text: String) throws -> Identifier { text.isEmpty ? .empty : try row(text) }

  /// A view that is defined on the command line.
  static func view(_ text: String) throws -> ViewDefinition {
    do {
      return try ViewDefinition(parsing: text)
    } catch {
      throw ValidationError(error.message)
    }
  }

  static func principal(_ text: String) throws -> Principal {
    do {
      return try Principal(text)
    } catch {
      throw ValidationError(error.message)
    }
  }

  static func requestID(_ text: String) throws -> RequestID {
    do {
      return try RequestID(Array(text.utf8))
    } catch {
      throw ValidationError(error.message)
    }
  }

  /// The id of a stack or of a group; nil for an empty text.
  static func stack(_ text: String) throws -> StackID? {
    guard !text.isEmpty else { return nil }
    do {
      return try StackID(text)
    } catch {
      throw ValidationError(error.message)
    }
  }

  /// How long to wait for an answer.
  static func timeout(_ text: String) throws -> Duration {
    guard let seconds = Double(text), seconds >= 0.001, seconds <= 86_400 else {
      throw ValidationError("it has to be a number of seconds, 0.001 to 86400")
    }
    return .seconds(seconds)
  }

  static func duration(_ text: String) throws -> Duration {
    guard let seconds = Double(text), seconds.isFinite, (0...86_400).contains(seconds) else {
      throw ValidationError("it has to be a number of seconds, 0 to 86400")
    }
    return .seconds(seconds)
  }
}

/// A field on the command line: `name=text`, or `name:=JSON` for values of other kinds.
struct FieldArgument: Sendable, Hashable {
  var name: String
  var value: FieldValue

  static func parse(_ text: String) throws -> FieldArgument {
    guard let mark = text.firstIndex(of: "=") else {
      throw ValidationError("a field is written name=text, or name:=JSON")
    }
    let after = String(text[text.index(after: mark)...])
    var name = String(text[..<mark])
    let value: FieldValue
    if name.hasSuffix(":") {
      name.removeLast()
      do {
        value = try FieldValue(JSONReader.read(Array(after.utf8)))
      } catch {
        throw ValidationError("after := there has to be JSON: \(error.message)")
      }
    } else {
      value = .string(after)
    }
    do {
      _ = try Fields([(name, value)])
    } catch {
      throw ValidationError(error.message)
    }
    return FieldArgument(name: name, value: value)
  }
}

extension Fields {
  /// Creates fields from an optional title and other arguments.
  ///
  /// - Throws: if a name occurs twice, or the fields are too many or too large.
  init(title: String?, _ arguments: [FieldArgument]) throws {
    let pairs =
      (title.map { [("title", FieldValue.string($0))] } ?? []) + arguments.map { ($0.name, $0.value) }
    var names: Set<String> = []
    for (name, _) in pairs where !names.insert(name).inserted {
      throw CommandFailure(.invalid, "the field \"\(name.printable)\" is given twice; give each field once")
    }
    do {
      try self.init(pairs)
    } catch {
      throw CommandFailure(.invalid, error.message, code: error.code, field: error.field)
    }
  }
}
