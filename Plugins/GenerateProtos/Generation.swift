import Foundation

/// One run of the generator: from the specification to all files of the C target, the clients' messages in
/// Python and JavaScript, and the conversion between messages and values, each in a separate directory.
///
/// The output depends only on the specification and the versions of protoc-c and protoc: files are processed in
/// the order of their names, and contain no time or place.
struct Generation {
  /// The root of the specification.
  var protos: URL

  /// The directory of the plug-in, for everything that is made.
  var work: URL

  /// The pages of the documentation with their tables, by their paths in the package.
  private(set) var pages: [(path: String, text: String)] = []

  /// The program `protoc-c`.
  var compiler: URL

  /// The program `protoc`, which has the generator for Python.
  var pythonCompiler: URL

  /// The header that includes all others.
  static let umbrella = "include/CArrangeProtos.h"

  /// The table, below the root of the specification.
  static let table = "interface.table"

  /// The names of the C files that hold the descriptor set, without suffix.
  static let descriptorSet = "descriptor_set"

  init(protos: URL, work: URL, compiler: URL, pythonCompiler: URL) {
    (self.protos, self.work, self.compiler, self.pythonCompiler) = (protos, work, compiler, pythonCompiler)
  }

  /// What is generated, in directories of its own.
  enum Output: String, CaseIterable {
    case c, conversions, values, json, client, server, tests, samples, python, pythonCalls, javaScript

    /// The directory in the package.
    var directory: String {
      switch self {
      case .c: "Sources/CArrangeProtos"
      case .conversions: "Sources/Wire/Messages/Generated"
      case .values: "Sources/ArrangeModel/Generated"
      case .json: "Sources/MessageJSON/Generated"
      case .client: "Sources/ArrangeClient/Generated"
      case .server: "Sources/ArrangeServer/Calls/Generated"
      case .tests: "Tests/WireTests/Messages/Generated"
      case .samples: "Tests/AccessServiceTests/Generated"
      case .python: "Clients/Python/src/arrange/v1"
      case .pythonCalls: "Clients/Python/src/arrange/_generated"
      case .javaScript: "Clients/JavaScript/src/generated"
      }
    }
  }

  /// The directory of the copy of the specification for C.
  private var dialect: URL { work.appending(path: "dialect") }

  /// The directory in which the files of an output are made.
  func made(_ output: Output) -> URL { work.appending(path: "made/\(output.rawValue)") }

  /// Generates everything.
  ///
  /// - Returns: the paths of the files of each output, relative to its directory, sorted.
  mutating func run() throws -> [Output: [String]] {
    let names = try FileManager.default
      .contentsOfDirectory(atPath: protos.appending(path: Names.folder).path)
      .filter { $0.hasSuffix(".proto") }
      .sorted()
    guard !names.isEmpty else { throw GenerationError("there is no .proto file in \(protos.path)") }

    let raw = work.appending(path: "raw")
    for directory in [dialect, raw, work.appending(path: "made")] {
      try? FileManager.default.removeItem(at: directory)
    }
    let c = made(.c)
    for directory in [
      dialect.appending(path: Names.folder), raw, c.appending(path: "include/\(Names.folder)"),
      c.appending(path: Names.folder),
    ] + Output.allCases.map(made) {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    let paths = names.map { "\(Names.folder)/\($0)" }
    var files: [Output: [String]] = [.c: try makeC(of: paths, in: raw)]
    let specification = try readSpecification(paths, in: raw)
    let text = try String(contentsOf: protos.appending(path: Self.table), encoding: .utf8)
    let table = try InterfaceTable(text, file: "\(protos.lastPathComponent)/\(Self.table)")
    let values = try SwiftValues(specification, table)
    let methods = try MethodList(values, table)
    let operations = try OperationCode(values: values, table: table)
    files[.conversions] = try write(
      values.texts() + [
        ("methods.swift", methods.swift()), ("operations.conversion.swift", operations.conversion()),
      ],
      .conversions
    )
    files[.values] = try write(
      SwiftDeclarations(values: values, table: table).texts() + [
        ("operations.enum.swift", operations.declaration())
      ],
      .values
    )
    let json = JSONSchema(specification, methods)
    files[.json] = try write(
      [
        ("schema.swift", json.text()), ("routes.swift", json.routes()),
        ("openapi.swift", OpenAPIDocument(json).text()),
      ],
      .json
    )
    files[.client] = try write(
      [("calls.swift", SwiftCalls(values: values, methods: methods).text())],
      .client
    )
    files[.server] = try write(
      [("dispatch.swift", SwiftDispatch(values: values, methods: methods).text())],
      .server
    )
    files[.tests] = try write(
      [
        ("RandomMessages.swift", RandomValues(values: values).text()),
        ("IllegalRequests.swift", Refusals(values: values).text()),
        ("Operations.swift", operations.randomOperations()),
      ],
      .tests
    )
    files[.samples] = try write(
      [
        ("MethodSamples.swift", MethodSamples(values: values, methods: methods).text()),
        ("OperationSamples.swift", operations.samples()),
      ],
      .samples
    )
    pages = try MethodTables(methods: methods).pages(in: protos.deletingLastPathComponent())
    var published = specification
    published.files.removeAll(where: methods.isForNodes)
    files[.python] =
      try makePython(of: published.files.map(\.path), in: raw)
      + write([("methods.py", methods.python())], .python)
    files[.pythonCalls] = try write(
      PythonCalls(values: values, methods: methods).texts() + [("operations.py", operations.python())],
      .pythonCalls
    )
    let messages = JavaScriptMessages(published, table)
    files[.javaScript] = try write(
      messages.texts() + [try TypeScriptDeclarations(messages).text()]
        + JavaScriptCalls(values: values, methods: methods).texts(),
      .javaScript
    )
    try FileManager.default.removeItem(at: raw)
    return files.mapValues { $0.sorted() }
  }

  /// Writes the messages as C, from the copy of the specification for C.
  private func makeC(of paths: [String], in raw: URL) throws -> [String] {
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
      for (suffix, folder, convert) in [
        (".h", "include/", CMessages.header), (".c", "", CMessages.source),
      ] {
        let text = try String(contentsOf: raw.appending(path: stem + suffix), encoding: .utf8)
        let file = folder + stem + suffix
        try convert(text, stem + suffix)
          .write(to: made(.c).appending(path: file), atomically: false, encoding: .utf8)
        files.append(file)
      }
    }
    files += try makeDescriptorSet(of: paths, in: raw)
    files.append(try makeUmbrella(of: files))
    return files
  }

  /// Writes the messages as a Python package, with their types, for the official runtime.
  private func makePython(of paths: [String], in raw: URL) throws -> [String] {
    let output = ["--python_out", raw.path, "--pyi_out", raw.path]
    try run(pythonCompiler, ["-I", protos.path] + output + paths)
    let initializer = "__init__.py"
    try """
    \"""The messages of the specification. Generated from Protos by the command generate-protos. Do not edit.\"""

    """.write(to: made(.python).appending(path: initializer), atomically: false, encoding: .utf8)
    var files = [initializer]
    for path in paths {
      for suffix in [".py", ".pyi"] {
        let name = String(path.dropFirst(Names.folder.count + 1).dropLast(".proto".count)) + "_pb2" + suffix
        try FileManager.default.moveItem(
          at: raw.appending(path: "\(Names.folder)/\(name)"),
          to: made(.python).appending(path: name)
        )
        files.append(name)
      }
    }
    return files
  }

  /// The unchanged specification, with its comments.
  private func readSpecification(_ paths: [String], in raw: URL) throws -> DescriptorSet {
    let set = raw.appending(path: "commented-set")
    try compile(["-I", protos.path, "--include_source_info", "--descriptor_set_out", set.path] + paths)
    return try DescriptorSet(Data(contentsOf: set))
  }

  /// Writes files of an output and returns their names.
  private func write(_ texts: [(name: String, text: String)], _ output: Output) throws -> [String] {
    for (name, text) in texts {
      try text.write(to: made(output).appending(path: name), atomically: false, encoding: .utf8)
    }
    return texts.map(\.name)
  }

  /// Writes the descriptor set of the specification as an array in C.
  private func makeDescriptorSet(of paths: [String], in raw: URL) throws -> [String] {
    let set = raw.appending(path: "set")
    try compile(["-I", protos.path, "--include_imports", "--descriptor_set_out", set.path] + paths)
    let bytes = [UInt8](try Data(contentsOf: set))

    let stem = "\(Names.folder)/\(Self.descriptorSet)"
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
    try header.write(to: made(.c).appending(path: "include/\(stem).h"), atomically: false, encoding: .utf8)
    try source.write(to: made(.c).appending(path: "\(stem).c"), atomically: false, encoding: .utf8)
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
    try text.write(to: made(.c).appending(path: Self.umbrella), atomically: false, encoding: .utf8)
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
