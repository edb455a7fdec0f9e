/// The names under which Swift imports the types, fields and functions of the generated C.
enum CNames {
  /// `arrange.v1.FetchRequest` is `Arrange__V1__FetchRequest`.
  static func type(_ name: String) -> String {
    name.split(separator: ".").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "__")
  }

  /// `arrange.v1.FetchRequest` is `arrange__v1__fetch_request`.
  static func lower(_ name: String) -> String {
    name.split(separator: ".").map { snake(String($0)) }.joined(separator: "__")
  }

  private static func snake(_ name: String) -> String {
    var result = ""
    var wasUpper = true
    for character in name {
      if character.isUppercase, !wasUpper { result += "_" }
      wasUpper = character.isUppercase
      result += character.lowercased()
    }
    return result
  }

  /// A field whose name is a C++ keyword gets an underscore.
  static func property(_ name: String) -> String {
    ["operator", "default", "private", "public", "union", "struct", "template", "namespace", "new", "delete"]
      .contains(name) ? name + "_" : name
  }

  /// The constant of an enum's value: `ARRANGE__V1__KEY_FORM__KEY_FORM_RANK`.
  static func constant(_ value: String, of enumeration: String) -> String {
    "\(lower(enumeration).uppercased())__\(value)"
  }

  /// The constant for the member of a oneof that is set.
  static func constant(_ field: String, in choice: String, of message: String) -> String {
    "\(lower(message))__\(choice)_\(field)".uppercased()
  }
}
