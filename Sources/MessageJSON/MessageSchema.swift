/// The messages of the specification as data: what their conversion to JSON and back goes by.
///
/// `generate-protos` writes it as text, one line for each message, enum and method; ``JSONToMessage`` and ``MessageToJSON``
/// interpret it. So a message, a field or a method that is added to `Protos` needs no line of code here.
///
/// | line | meaning |
/// |---|---|
/// | `#NAME VALUE …` | an enum; its values in lower case, by their numbers from 0; `-` is a value that can't be chosen |
/// | `NAME FIELD=NUMBER:KIND …` | a message; `NAME~` leaves out its empty lists |
/// | `/SERVICE/METHOD REQUEST RESPONSE` | a method; `stream` follows if it has a stream of responses |
///
/// After the kind of a field, `*` marks a repeated one, and `|N` a member of the message's N-th oneof. The kinds are
/// those of ``Kind``; an enum and a message are `#NAME` and `NAME`.
package struct MessageSchema: Sendable {
  /// What a field has, and how JSON writes it.
  package enum Kind: Sendable, Hashable {
    /// `s`: a text.
    case text
    /// `y`: bytes, as base64url without padding.
    case bytes
    /// `t`: bytes that are usually text: a text, or `{"$bytes": BASE64}` if they are none.
    case textBytes
    /// `b`: a boolean.
    case flag
    /// `i`: a signed integer; a text beyond 2^53.
    case signed
    /// `u`: an unsigned integer; a text beyond 2^53.
    case unsigned
    /// `d`: a finite number.
    case double
    /// `x`: the id of a history, as 16 hexadecimal digits.
    case fixed64
    /// `F`: the fields of an element, as an object.
    case fields
    /// `V`: the value of a field.
    case value
    /// `L`: a list of fields that may be missing, as an object.
    case fieldList
    /// `W`: a view, as its text or as an object.
    case view
    /// An enum, by its place in ``enums``.
    case choice(Int)
    /// A message, by its place in ``shapes``.
    case message(Int)
  }

  /// A field of a message.
  package struct Field: Sendable {
    package let name: String
    let number: UInt32
    package let kind: Kind
    package let isRepeated: Bool
    /// The oneof that the field is a member of.
    let choice: Int?

    /// Whether the field can be missing: a message, or a member of a oneof.
    var isOptional: Bool {
      if choice != nil { return true }
      if isRepeated { return false }
      switch kind {
      case .message, .view, .fieldList, .value: return true
      default: return false
      }
    }
  }

  /// A message.
  package struct Shape: Sendable {
    package let name: String
    /// Whether empty lists are left out.
    let isSparse: Bool
    /// In the order of their numbers.
    package let fields: [Field]
    private let places: [String: Int]
    private let placesByNumber: [UInt32: Int]

    init(name: String, isSparse: Bool, fields: [Field]) {
      self.name = name
      self.isSparse = isSparse
      self.fields = fields
      places = Dictionary(uniqueKeysWithValues: fields.enumerated().map { ($1.name, $0) })
      placesByNumber = Dictionary(uniqueKeysWithValues: fields.enumerated().map { ($1.number, $0) })
    }

    /// The place of a field among ``fields``. O(1).
    func place(_ name: String) -> Int? { places[name] }
    func place(ofNumber number: UInt32) -> Int? {
      // Most numbers count from 1 without a gap.
      let guess = Int(number) - 1
      if guess < fields.count, fields[guess].number == number { return guess }
      return placesByNumber[number]
    }

    /// The field of a name; nil if there is none. O(1).
    package func field(_ name: String) -> Field? { places[name].map { fields[$0] } }
  }

  /// An enum: the words of its values by their numbers; nil for one that can't be chosen.
  package struct Choice: Sendable {
    let name: String
    let words: [String?]
    private let numbers: [String: Int]

    init(name: String, words: [String?]) {
      self.name = name
      self.words = words
      numbers = Dictionary(
        uniqueKeysWithValues: words.enumerated().compactMap { place, word in word.map { ($0, place) } }
      )
    }

    func number(of word: String) -> Int? { numbers[word] }
  }

  /// A method that clients call.
  package struct Method: Sendable {
    /// The service and the method, such as `Collections/Apply`.
    package let name: String
    package let request: Shape
    package let response: Shape
    package let isStream: Bool
  }

  package let shapes: [Shape]
  let enums: [Choice]
  package let methods: [Method]
  private let methodPlaces: [String: Int]

  /// The schema of this version.
  package static let current = MessageSchema(generatedSchema)

  /// Reads the text that `generate-protos` has written.
  init(_ text: String) {
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let enumLines = lines.filter { $0[0].hasPrefix("#") }
    let methodLines = lines.filter { $0[0].hasPrefix("/") }
    let shapeLines = lines.filter { !$0[0].hasPrefix("#") && !$0[0].hasPrefix("/") }
    enums = enumLines.map { words in
      Choice(name: String(words[0].dropFirst()), words: words.dropFirst().map { $0 == "-" ? nil : $0 })
    }
    let enumPlaces = Dictionary(uniqueKeysWithValues: enums.enumerated().map { ($1.name, $0) })
    let names = shapeLines.map { $0[0].hasSuffix("~") ? String($0[0].dropLast()) : $0[0] }
    let shapePlaces = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    shapes = zip(names, shapeLines).map { name, words in
      Shape(
        name: name,
        isSparse: words[0].hasSuffix("~"),
        fields: words.dropFirst().map { MessageSchema.field($0, enumPlaces, shapePlaces) }
      )
    }
    let shapes = shapes
    func shape(_ name: String) -> Shape {
      guard let place = shapePlaces[name] else { preconditionFailure("the schema has no message \(name)") }
      return shapes[place]
    }
    methods = methodLines.map { words in
      Method(
        name: String(words[0].dropFirst()),
        request: shape(words[1]),
        response: shape(words[2]),
        isStream: words.count > 3
      )
    }
    methodPlaces = Dictionary(uniqueKeysWithValues: methods.enumerated().map { ($1.name, $0) })
  }

  /// The method with a name such as `Collections/Apply`; nil if there is none that clients call. O(1).
  package func method(_ name: String) -> Method? { methodPlaces[name].map { methods[$0] } }

  /// The message with a name; nil if none has it. O(messages).
  package func shape(_ name: String) -> Shape? { shapes.first { $0.name == name } }

  /// The message that a field has; nil for other fields.
  func shape(of field: Field) -> Shape? {
    if case .message(let place) = field.kind { shapes[place] } else { nil }
  }

  private static func field(_ word: String, _ enums: [String: Int], _ shapes: [String: Int]) -> Field {
    let halves = word.split(separator: ":", maxSplits: 1)
    let sides = halves[0].split(separator: "=")
    let parts = halves[1].split(separator: "|")
    let isRepeated = parts[0].hasSuffix("*")
    let kind = isRepeated ? parts[0].dropLast() : parts[0]
    guard let number = UInt32(sides[1]), let known = Kind(kind, enums, shapes) else {
      preconditionFailure("the schema has the field \(word)")
    }
    return Field(
      name: String(sides[0]),
      number: number,
      kind: known,
      isRepeated: isRepeated,
      choice: parts.count > 1 ? Int(parts[1]) : nil
    )
  }
}

extension MessageSchema.Kind {
  fileprivate init?(_ text: Substring, _ enums: [String: Int], _ shapes: [String: Int]) {
    switch text {
    case "s": self = .text
    case "y": self = .bytes
    case "t": self = .textBytes
    case "b": self = .flag
    case "i": self = .signed
    case "u": self = .unsigned
    case "d": self = .double
    case "x": self = .fixed64
    case "F": self = .fields
    case "V": self = .value
    case "L": self = .fieldList
    case "W": self = .view
    default:
      if text.hasPrefix("#") {
        guard let place = enums[String(text.dropFirst())] else { return nil }
        self = .choice(place)
      } else {
        guard let place = shapes[String(text)] else { return nil }
        self = .message(place)
      }
    }
  }
}
