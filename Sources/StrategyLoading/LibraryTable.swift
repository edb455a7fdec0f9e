import COrderingPlugin
import Ordering

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The table of a loaded library, checked.
///
/// It is shared between threads, which is safe: the interface requires that functions may be called
/// concurrently, and that the table never changes.
final class LibraryTable: @unchecked Sendable {
  let name: String
  let version: UInt32
  let summary: String
  let maximumKeyLength: Int
  let parameters: [StrategyParameter]

  let assignKeys: AssignKeys
  let validate: Validate
  let text: Text?
  let parse: Parse?

  typealias AssignKeys =
    @convention(c) (
      UnsafePointer<arrange_ordering_request>?, UnsafeMutablePointer<arrange_ordering_answer>?,
      UnsafeMutablePointer<CChar>?, UInt32
    ) -> Int32
  typealias Validate =
    @convention(c) (UnsafePointer<UInt8>?, UInt32, UnsafeMutablePointer<CChar>?, UInt32) -> Int32
  typealias Text =
    @convention(c) (
      UnsafePointer<UInt8>?, UInt32, UnsafeMutablePointer<CChar>?, UInt32, UnsafeMutablePointer<UInt32>?
    ) -> Int32
  typealias Parse =
    @convention(c) (
      UnsafePointer<CChar>?, UInt32, UnsafeMutablePointer<UInt8>?, UInt32, UnsafeMutablePointer<UInt32>?,
      UnsafeMutablePointer<CChar>?, UInt32
    ) -> Int32

  /// The longest name of a strategy or a parameter, in bytes.
  private static let longestName = 32

  /// The longest summary, in bytes.
  private static let longestSummary = 256

  /// Reads and checks a table.
  ///
  /// - Throws: ``StrategyLoadingError/otherInterface(path:major:)`` and
  ///   ``StrategyLoadingError/badTable(path:fault:)``, whose text names the field.
  init(_ pointer: UnsafePointer<arrange_ordering_strategy>, path: String) throws(StrategyLoadingError) {
    // The fields after the first eight bytes exist only if the size says so.
    let major = Int(pointer.pointee.abi_major)
    guard major == StrategyLibrary.interfaceMajor else { throw .otherInterface(path: path, major: major) }
    let size = Int(pointer.pointee.struct_size)
    let needed = MemoryLayout<arrange_ordering_strategy>.size
    func bad(_ fault: String) -> StrategyLoadingError { .badTable(path: path, fault: fault) }
    guard size >= needed else { throw bad("struct_size is \(size), less than the \(needed) of version 1.0") }
    let table = pointer.pointee
    do throws(TableFault) {
      name = try LibraryTable.name(table.name, "name")
      summary = try LibraryTable.summary(table.summary, "summary")
      guard table.version >= 1 else { throw TableFault("version is 0; it begins with 1") }
      guard table.key_form == UInt32(ARRANGE_ORDERING_KEYS_STORED) else {
        throw TableFault("key_form is \(table.key_form), and version 1 has only ARRANGE_ORDERING_KEYS_STORED")
      }
      guard (1...UInt32(ARRANGE_ORDERING_LONGEST_KEY)).contains(table.maximum_key_length) else {
        throw TableFault(
          "maximum_key_length is \(table.maximum_key_length), not 1 to \(ARRANGE_ORDERING_LONGEST_KEY)"
        )
      }
      parameters = try LibraryTable.parameters(table)
    } catch {
      throw bad(error.text)
    }
    version = table.version
    maximumKeyLength = Int(table.maximum_key_length)
    guard let assignKeys = table.assign_keys else { throw bad("assign_keys is NULL") }
    guard let validate = table.validate else { throw bad("validate is NULL") }
    guard (table.text == nil) == (table.parse == nil) else {
      throw bad("one of text and parse is NULL; there are both or neither")
    }
    self.assignKeys = assignKeys
    self.validate = validate
    text = table.text
    parse = table.parse
  }

  func kind(isOnTrial: Bool) -> StrategyKind {
    StrategyKind(name: name, version: version, summary: summary, parameters: parameters) { [self] values in
      // Each parameter has a value: the kind fills in the defaults.
      LoadedStrategy(
        self,
        parameters: parameters.map { values[$0.name] ?? $0.standard },
        isOnTrial: isOnTrial
      )
    }
  }

  /// What is wrong with a table.
  private struct TableFault: Error {
    let text: String

    init(_ text: String) { self.text = text }
  }

  private static func parameters(
    _ table: arrange_ordering_strategy
  ) throws(TableFault) -> [StrategyParameter] {
    guard table.parameter_count <= UInt32(ARRANGE_ORDERING_MOST_PARAMETERS) else {
      throw TableFault(
        "parameter_count is \(table.parameter_count), more than \(ARRANGE_ORDERING_MOST_PARAMETERS)"
      )
    }
    var parameters: [StrategyParameter] = []
    for index in 0..<Int(table.parameter_count) {
      guard let parameter = table.parameters?[index] else { throw TableFault("parameters is NULL") }
      let field = "parameters[\(index)]"
      let name = try name(parameter.name, "\(field).name")
      guard !parameters.contains(where: { $0.name == name }) else {
        throw TableFault("two parameters have the name ‘\(name)’")
      }
      guard parameter.minimum <= parameter.maximum,
        (parameter.minimum...parameter.maximum).contains(parameter.standard)
      else { throw TableFault("\(field): minimum, standard and maximum do not ascend") }
      parameters.append(
        StrategyParameter(
          name: name,
          summary: try summary(parameter.summary, "\(field).summary"),
          range: parameter.minimum...parameter.maximum,
          standard: parameter.standard
        )
      )
    }
    return parameters
  }

  private static func name(_ text: UnsafePointer<CChar>?, _ field: String) throws(TableFault) -> String {
    let name = try string(text, field, limit: longestName)
    guard StrategyChoice.isName(name) else {
      throw TableFault("\(field) ‘\(name)’ is not a name: a-z, 0-9 and -, a letter first")
    }
    return name
  }

  private static func summary(_ text: UnsafePointer<CChar>?, _ field: String) throws(TableFault) -> String {
    let summary = try string(text, field, limit: longestSummary)
    guard summary.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      throw TableFault("\(field) has control characters")
    }
    return summary
  }

  private static func string(
    _ text: UnsafePointer<CChar>?,
    _ field: String,
    limit: Int
  ) throws(TableFault) -> String {
    guard let text else { throw TableFault("\(field) is NULL") }
    let length = strnlen(text, limit + 1)
    guard length <= limit else { throw TableFault("\(field) has more than \(limit) bytes") }
    let bytes = UnsafeRawBufferPointer(start: text, count: length)
    guard let string = String(validating: bytes, as: UTF8.self) else {
      throw TableFault("\(field) is not UTF-8")
    }
    return string
  }
}
