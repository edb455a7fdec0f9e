import Foundation
import PackagePlugin

/// Generates the C target `CArrangeProtos`, the Swift messages of the target `ClientWire`, the conversion
/// between messages and values, and the messages of the Python and JavaScript clients, from the specification
/// and the table in `Protos`.
///
/// ```sh
/// swift package --allow-writing-to-package-directory generate-protos
/// swift package --allow-writing-to-package-directory generate-protos --check
/// ```
///
/// Every `.proto` file in `Protos/arrange/v1` is used, so a new file needs no change here. With `--check`
/// nothing is written; the command fails if the committed files are not up to date.
///
/// C and Swift are generated from a copy of the specification in which ``CDialect`` replaced unsafe constructs.
/// The others, and the descriptor set, which the server publishes, are made from the unchanged specification.
@main
struct GenerateProtos: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var arguments = ArgumentExtractor(arguments)
    let checksOnly = arguments.extractFlag(named: "check") > 0
    if let stray = arguments.remainingArguments.first {
      throw GenerationError("unknown argument '\(stray)'; the only one is --check")
    }

    let package = context.package.directoryURL
    let work = context.pluginWorkDirectoryURL
    let (madeC, madeSwift) = (work.appending(path: "made"), work.appending(path: "made-swift"))
    let madeValues = work.appending(path: "made-values")
    let madeTests = work.appending(path: "made-tests")
    let madePython = work.appending(path: "made-python")
    let madeJavaScript = work.appending(path: "made-javascript")
    let generation = Generation(
      protos: package.appending(path: "Protos"),
      dialect: work.appending(path: "dialect"),
      made: madeC,
      madeSwift: madeSwift,
      madeValues: madeValues,
      madeTests: madeTests,
      madePython: madePython,
      madeJavaScript: madeJavaScript,
      compiler: try context.tool(named: "protoc-c").url,
      pythonCompiler: try context.tool(named: "protoc").url
    )
    let files = try generation.run()
    let targets = [
      ("C", GeneratedTarget(c: package.appending(path: "Sources/CArrangeProtos")), files.c, madeC),
      (
        "Swift", GeneratedTarget(whole: package.appending(path: "Sources/ClientWire/Generated")), files.swift,
        madeSwift
      ),
      (
        "Swift for methods and values",
        GeneratedTarget(whole: package.appending(path: "Sources/Wire/Messages/Generated")),
        files.values,
        madeValues
      ),
      (
        "Swift for tests",
        GeneratedTarget(whole: package.appending(path: "Tests/WireTests/Messages/Generated")),
        files.tests,
        madeTests
      ),
      (
        "Python", GeneratedTarget(whole: package.appending(path: "Clients/Python/src/arrange/v1")),
        files.python,
        madePython
      ),
      (
        "JavaScript", GeneratedTarget(whole: package.appending(path: "Clients/JavaScript/src/generated")),
        files.javaScript,
        madeJavaScript
      ),
    ]
    for (language, written, files, made) in targets {
      if checksOnly {
        let differing = written.differences(from: files, in: made)
        guard differing.isEmpty else {
          throw GenerationError(
            """
            the committed \(language) is not current: \(differing.joined(separator: ", "))
            make it with: swift package --allow-writing-to-package-directory generate-protos
            """
          )
        }
        print("the committed \(language) is current (\(files.count) files)")
      } else {
        try written.replace(with: files, from: made)
        print("wrote \(files.count) files of \(language)")
      }
    }
  }
}

/// Why nothing was generated.
struct GenerationError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
