import ArrangeModel
import Testing

@Suite("Identifiers")
struct IdentifierTests {
  @Test("are equal if their bytes are, regardless of Unicode equivalence")
  func bytes() throws {
    let pairs = [
      ("\u{E9}", "e\u{301}"), ("\u{212B}", "\u{C5}"), ("\u{AC00}", "\u{1100}\u{1161}"),
      ("a\u{323}\u{307}", "a\u{307}\u{323}"),
    ]
    for (a, b) in pairs {
      #expect(a == b, "the texts are canonically equivalent")
      let (x, y) = (try Identifier(a), try Identifier(b))
      #expect(x != y && Set([x, y]).count == 2)
      #expect((x < y) == a.utf8.lexicographicallyPrecedes(b.utf8) && (x < y) != (y < x))
      #expect(x.description == a && Array(x.text.utf8) == Array(a.utf8))
    }
    #expect(("a" as Identifier) < "aa" && ("Z" as Identifier) < "a")
  }

  @Test("have 1 to 128 bytes of UTF-8", arguments: ["a", "\u{E9}", "\u{20AC}", "\u{1F469}"])
  func length(character: String) throws {
    let size = character.utf8.count
    for count in [127, 128, 129] {
      let text =
        String(repeating: character, count: count / size) + String(repeating: "x", count: count % size)
      #expect(text.utf8.count == count)
      if count <= 128 {
        #expect(try Identifier(text).text.utf8.count == count)
      } else {
        let error = #expect(throws: ArrangeError.self) { try Identifier(text) }
        #expect(error?.code == .invalidArgument && error?.message.contains("129") == true)
      }
    }
    let nothing = ""
    #expect(throws: ArrangeError.self) { try Identifier(nothing) }
    #expect(try Identifier(nothing, allowingEmpty: true) == .empty)
    #expect(Identifier.empty.isEmpty)
    #expect(!("x" as Identifier).isEmpty)
  }

  @Test("of rows of views have room for the name of a part")
  func rows() throws {
    let name = String(repeating: "p", count: ViewDefinition.Part.maximumNameLength)
    let longest = name + "/" + String(repeating: "x", count: Identifier.maximumLength)
    #expect(longest.utf8.count == Identifier.maximumRowLength)
    #expect(try Identifier(longest, maximumLength: Identifier.maximumRowLength).text == longest)
    #expect(throws: ArrangeError.self) { try Identifier(longest) }
    let error = #expect(throws: ArrangeError.self) {
      try Identifier(longest + "x", maximumLength: Identifier.maximumRowLength)
    }
    #expect(error?.message.contains("\(Identifier.maximumRowLength)") == true)
  }

  @Test("have no control characters at any position")
  func controlCharacters() throws {
    for value in (0...0xFF).map(UInt32.init) {
      let character = String(Unicode.Scalar(value)!)
      let isControl = value < 0x20 || (0x7F...0x9F).contains(value)
      for text in [
        character, "a" + character, character + "a", "\u{C2}" + character, "\u{E0}" + character + "b",
      ] {
        if isControl {
          let error = #expect(throws: ArrangeError.self, "U+\(String(value, radix: 16))") {
            try Identifier(text)
          }
          #expect(error?.code == .invalidArgument)
        } else {
          #expect(try Identifier(text).text.utf8.elementsEqual(text.utf8))
        }
      }
    }
    // Bytes 80 to 9F behind other leading bytes are no control characters.
    for value in [0x100, 0x11F, 0x2028, 0x200B, 0xFEFF, 0x1F600, 0x10_FFFF] as [UInt32] {
      #expect(throws: Never.self) { try Identifier(String(Unicode.Scalar(value)!)) }
    }
  }

  @Test("have the same hash if they are equal, however the text was made")
  func hashes() throws {
    let joined = try Identifier(["ab", "cd", String(repeating: "e", count: 40)].joined())
    let literal = try Identifier("abcd" + String(repeating: "e", count: 40))
    #expect(joined == literal && joined.hashValue == literal.hashValue)
    let slice = try Identifier(String("xx\u{E9}yy".dropFirst(2).dropLast(2)))
    #expect(slice == "\u{E9}" && slice.hashValue == Identifier("\u{E9}").hashValue)
  }
}
