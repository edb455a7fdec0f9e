package import ArrangeModel
package import InputText

/// Why a request in JSON is refused: the path of the member, and what is wrong with it.
package struct JSONRefusal: Error, Sendable, Hashable {
  /// The path as in the specification, such as `operations[2].insert_items.items[0].id`; empty for the whole.
  package var path: String
  /// What is wrong: the rest of a sentence about the member, or a sentence of its own.
  private var message: String
  private var isSentence = false

  /// - Parameter message: the rest of a sentence that begins with the path.
  init(_ message: String, at path: String = "") {
    self.message = message
    self.path = path
  }

  /// - Parameter sentence: a whole sentence.
  package init(sentence: String, at path: String = "") {
    self.init(sentence, at: path)
    isSentence = true
  }

  /// The same refusal with its path nested in another one.
  func within(_ prefix: String) -> JSONRefusal {
    var refusal = self
    refusal.path = path.isEmpty ? prefix : "\(prefix).\(path)"
    return refusal
  }

  /// The refusal as callers see it.
  package var error: ArrangeError {
    let subject = path.isEmpty ? "the body" : path
    return ArrangeError(
      .invalidArgument,
      isSentence ? message : "\(subject) \(message)",
      field: path.isEmpty ? nil : path
    )
  }
}

extension JSONNode {
  /// The value of a request's body.
  ///
  /// - Throws: a refusal that says where the text is no JSON, or gives a name twice.
  package static func body(_ bytes: [UInt8]) throws(JSONRefusal) -> JSONNode {
    do throws(InputError) { return try JSONReader.read(bytes) } catch {
      throw JSONRefusal(sentence: "\(TextPosition(of: error.offset, in: bytes)): \(error.message)")
    }
  }
}
