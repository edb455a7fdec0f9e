/// The C that protoc-c writes, without what needs its library: the structs of messages and the tables that
/// describe them remain. Both codecs read and write messages by these tables.
///
/// The functions of a message shrink to one that initializes it, and one that unpacks it with the codec that it
/// is passed; `message_layout.h` has both.
enum CMessages {
  /// The header of a `.proto` file.
  static func header(_ text: String, name: String) throws -> String {
    let library = "#include <protobuf-c/protobuf-c.h>"
    let descriptors = "/* --- descriptors --- */"
    guard text.contains(library), let declared = text.range(of: descriptors),
      let functions = text.firstRange(of: #/(?m)^\/\* \w+ methods \*\//#)
    else { throw GenerationError("\(name): protoc-c writes another form of headers") }
    let messages = text.matches(of: #/(?m)^void +(\w+)__init\n +\((\w+) +\*message\);/#)
      .map { "ARRANGE_MESSAGE(\($0.2), \($0.1))\n" }
    let end = "\nPROTOBUF_C__END_DECLS"
    return String(text[..<functions.lowerBound] + text[declared.lowerBound...])
      .replacing(library, with: "#include \"message_layout.h\"")
      .replacing(#/(?m)^#if PROTOBUF_C_VERSION_NUMBER(?s:.*?)^#endif\n+/#, with: "")
      .replacing(end, with: "\n/* --- functions --- */\n\n\(messages.joined())" + end)
  }

  /// The tables of a `.proto` file.
  static func source(_ text: String, name: String) throws -> String {
    let result =
      text
      .replacing(#/(?m)^size_t +\w+__(get_packed_size|pack|pack_to_buffer)\n[^}]*^\}\n/#, with: "")
      .replacing(#/(?m)^\w+ \*\n +\w+__unpack\n[^}]*^\}\n/#, with: "")
      .replacing(#/(?m)^void +\w+__free_unpacked\n[^}]*^\}\n/#, with: "")
    guard !result.contains("protobuf_c_") else {
      throw GenerationError("\(name): protoc-c writes a function that is not known here")
    }
    return result
  }
}
