package import ArrangeModel

/// Generates ids from headings: lower case letters and digits with hyphens between words, so that they are
/// easy to type. `To do!` becomes `to-do`.
package struct Slugs {
  /// The maximum length of a slug in bytes, which leaves room for a number after it.
  private static let maximumLength = 100

  private var taken: Set<Identifier>

  /// - Parameter taken: ids that must not be generated.
  package init(taken: Set<Identifier> = []) { self.taken = taken }

  /// A new unique id: the slug of a text, with a number if it is already used.
  package mutating func make(from text: String) -> Identifier {
    let slug = Slugs.slug(text)
    var candidate = Identifier(unchecked: slug)
    var number = 2
    while !taken.insert(candidate).inserted {
      candidate = Identifier(unchecked: "\(slug)-\(number)")
      number += 1
    }
    return candidate
  }

  /// The slug of a text; `section` if the text has neither letters nor digits.
  package static func slug(_ text: String) -> String {
    var slug = ""
    var needsHyphen = false
    for character in text.lowercased() {
      guard character.isLetter || character.isNumber else {
        needsHyphen = !slug.isEmpty
        continue
      }
      let piece = needsHyphen ? "-\(character)" : String(character)
      guard slug.utf8.count + piece.utf8.count <= maximumLength else { break }
      slug += piece
      needsHyphen = false
    }
    return slug.isEmpty ? "section" : slug
  }
}
