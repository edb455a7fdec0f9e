import Foundation

/// One run of the generator: from the specification to all files of the C target, the clients' messages in
/// Swift, Python and JavaScript, and the conversion between messages and values, each in a separate directory.
///
/// The output depends only on the specification and the versions of protoc-c and protoc: files are processed in
/// the order of their names, and contain no time or place.
struct Generation {
  /// The root of the specification.
  var protos: URL

  /// The directory for the copy for C.
  var dialect: URL

  /// The directory for the generated C.
  var made: URL

  /// The directory for the generated Swift.
  var madeSwift: URL

  /// The directory for the generated conversions.
  var madeValues: URL

  /// The directory for the generated random values of tests.
  var madeTests: URL

  /// The directory for the generated Python.
  var madePython: URL

  /// The directory for the generated JavaScript.
  var madeJavaScript: URL

  /// The program `protoc-c`.
  var compiler: URL

  /// The program `protoc`, which has the generator for Python.
  var pythonCompiler: URL

  /// The folder of the specification, below its root.
  static let package = "arrange/v1"

  /// The header that includes all others.
  static let umbrella = "include/CArrangeProtos.h"

  /// The table, below the root of the specification.
  static let table = "interface.table"

  /// The names of the C files that hold the descriptor set, without suffix.
  static let descriptorSet = "descriptor_set"

  /// The paths of the generated files of each kind, relative to the kind's directory, sorted.
  struct Files {
    var c: [String]
    var swift: [String]
    var values: [String]
    var tests: [String]
    var python: [String]
    var javaScript: [String]
  }

  /// Generates everything.
  func run() throws -> Files {
    let names = try FileManager.default
      .contentsOfDirectory(atPath: protos.appending(path: Self.package).path)
      .filter { $0.hasSuffix(".proto") }
      .sorted()
    guard !names.isEmpty else { throw GenerationError("there is no .proto file in \(protos.path)") }

    let raw = made.appending(path: "raw")
    for directory in [dialect, made, madeSwift, madeValues, madeTests, madePython, madeJavaScript] {
      try? FileManager.default.removeItem(at: directory)
    }
    for directory in [
      dialect.appending(path: Self.package), raw, made.appending(path: "include/\(Self.package)"),
      made.appending(path: Self.package), madeSwift, madeValues, madeTests, madePython,
      madeJavaScript,
    ] {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    let paths = names.map { "\(Self.package)/\($0)" }
    for path in paths {
      let text = try String(contentsOf: protos.appending(path: path), encoding: .utf8)
      try CDialect.translate(text, name: path).write(
        to: dialect.appending(path: path),
        atomically: false,
        encoding: .utf8
      )
    }
    try compile(["-I", dialect.path, "--c_out", raw.path] + paths)

    var files: [String] = []
    for path in paths {
      let stem = String(path.dropLast(".proto".count)) + ".pb-c"
      for (suffix, folder) in [(".h", "include/"), (".c", "")] {
        try FileManager.default.moveItem(
          at: raw.appending(path: stem + suffix),
          to: made.appending(path: folder + stem + suffix)
        )
        files.append(folder + stem + suffix)
      }
    }
    files += try makeDescriptorSet(of: paths, in: raw)
    files.append(try makeUmbrella(of: files))
    let swiftFiles = try makeSwift(of: paths, in: raw)
    let specification = try readSpecification(paths, in: raw)
    let text = try String(contentsOf: protos.appending(path: Self.table), encoding: .utf8)
    let table = try InterfaceTable(text, file: "\(protos.lastPathComponent)/\(Self.table)")
    let values = try SwiftValues(specification, table)
    let methods = try MethodList(values, table)
    let valueFiles = try write(values.texts() + [("methods.swift", methods.swift())], to: madeValues)
    let testFiles = try write(
      [
        ("RandomMessages.swift", RandomValues(values: values).text()),
        ("IllegalRequests.swift", Refusals(values: values).text()),
      ],
      to: madeTests
    )
    var published = specification
    published.files.removeAll(where: methods.isForNodes)
    let pythonFiles =
      try makePython(of: published.files.map(\.path), in: raw)
      + write([("methods.py", methods.python())], to: madePython)
    let javaScriptFiles = try makeJavaScript(of: published)
    try FileManager.default.removeItem(at: raw)
    return Files(
      c: files.sorted(),
      swift: swiftFiles.sorted(),
      values: valueFiles.sorted(),
      tests: testFiles.sorted(),
      python: pythonFiles.sorted(),
      javaScript: javaScriptFiles.sorted()
    )
  }

  /// Writes the messages as a Python package, with their types, for the official runtime.
  private func makePython(of paths: [String], in raw: URL) throws -> [String] {
    let output = ["--python_out", raw.path, "--pyi_out", raw.path]
    try run(pythonCompiler, ["-I", protos.path] + output + paths)
    let initializer = "__init__.py"
    try """
    \"""The messages of the specification. Generated from Protos by the command generate-protos. Do not edit.\"""

    """.write(to: madePython.appending(path: initializer), atomically: false, encoding: .utf8)
    var files = [initializer]
    for path in paths {
      for suffix in [".py", ".pyi"] {
        let name = String(path.dropFirst(Self.package.count + 1).dropLast(".proto".count)) + "_pb2" + suffix
        try FileManager.default.moveItem(
          at: raw.appending(path: "\(Self.package)/\(name)"),
          to: madePython.appending(path: name)
        )
        files.append(name)
      }
    }
    return files
  }

  /// Writes the messages as Swift, from the same copy of the specification as the C.
  private func makeSwift(of paths: [String], in raw: URL) throws -> [String] {
    let set = raw.appending(path: "dialect-set")
    try compile(["-I", dialect.path, "--descriptor_set_out", set.path] + paths)
    return try write(try SwiftMessages(DescriptorSet(Data(contentsOf: set))).texts(), to: madeSwift)
  }

  /// The unchanged specification, with its comments.
  private func readSpecification(_ paths: [String], in raw: URL) throws -> DescriptorSet {
    let set = raw.appending(path: "commented-set")
    try compile(["-I", protos.path, "--include_source_info", "--descriptor_set_out", set.path] + paths)
    return try DescriptorSet(Data(contentsOf: set))
  }

  /// Writes the messages as a schema for the JavaScript client, with declarations for TypeScript.
  private func makeJavaScript(of specification: DescriptorSet) throws -> [String] {
    let messages = JavaScriptMessages(specification)
    return try write(try messages.texts() + [try TypeScriptDeclarations(messages).text()], to: madeJavaScript)
  }

  /// Writes files and returns their names.
  private func write(_ texts: [(name: String, text: String)], to directory: URL) throws -> [String] {
    for (name, text) in texts {
      try text.write(to: directory.appending(path: name), atomically: false, encoding: .utf8)
    }
    return texts.map(\.name)
  }

  /// Writes the descriptor set of the specification as an array in C.
  private func makeDescriptorSet(of paths: [String], in raw: URL) throws -> [String] {
    let set = raw.appending(path: "set")
    try compile(["-I", protos.path, "--include_imports", "--descriptor_set_out", set.path] + paths)
    let bytes = [UInt8](try Data(contentsOf: set))

    let stem = "\(Self.package)/\(Self.descriptorSet)"
    let header = """
      /* Generated from Protos by the command generate-protos. Do not edit. */

      #ifndef ARRANGE_V1_DESCRIPTOR_SET_H
      #define ARRANGE_V1_DESCRIPTOR_SET_H

      #include <stddef.h>
      #include <stdint.h>

      /* The serialised google.protobuf.FileDescriptorSet of the specification. */
      extern const uint8_t *const arrange_v1_descriptor_set;
      extern const size_t arrange_v1_descriptor_set_size;

      #endif

      """
    var source = """
      /* Generated from Protos by the command generate-protos. Do not edit. */

      #include "\(stem).h"

      const size_t arrange_v1_descriptor_set_size = \(bytes.count);

      static const uint8_t bytes[] = {

      """
    for start in stride(from: 0, to: bytes.count, by: 16) {
      let row = bytes[start..<min(start + 16, bytes.count)]
      source += "  " + row.map { "\($0)," }.joined(separator: " ") + "\n"
    }
    source += "};\n\nconst uint8_t *const arrange_v1_descriptor_set = bytes;\n"
    try header.write(to: made.appending(path: "include/\(stem).h"), atomically: false, encoding: .utf8)
    try source.write(to: made.appending(path: "\(stem).c"), atomically: false, encoding: .utf8)
    return ["include/\(stem).h", "\(stem).c"]
  }

  /// Writes the umbrella header for Swift.
  private func makeUmbrella(of files: [String]) throws -> String {
    let includes = files.filter { $0.hasPrefix("include/") }.sorted()
      .map { "#include \"\($0.dropFirst("include/".count))\"" }
    let text = """
      /* Generated from Protos by the command generate-protos. Do not edit. */

      #ifndef ARRANGE_C_PROTOS_H
      #define ARRANGE_C_PROTOS_H

      \(includes.joined(separator: "\n"))

      #endif

      """
    try text.write(to: made.appending(path: Self.umbrella), atomically: false, encoding: .utf8)
    return Self.umbrella
  }

  /// Runs protoc-c and fails with its output.
  private func compile(_ arguments: [String]) throws { try run(compiler, arguments) }

  /// Runs a compiler and fails with its output.
  private func run(_ compiler: URL, _ arguments: [String]) throws {
    let process = Process()
    let errors = Pipe()
    process.executableURL = compiler
    process.arguments = arguments
    process.standardError = errors
    try process.run()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw GenerationError("\(compiler.lastPathComponent) failed:\n" + String(decoding: said, as: UTF8.self))
    }
  }
}
