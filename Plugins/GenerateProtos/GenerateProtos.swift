import Foundation
import PackagePlugin

/// Generates the C target `CArrangeProtos`, the conversion between messages and values, and the messages of the
/// Python and JavaScript clients, from the specification and the table in `Protos`.
///
/// ```sh
/// swift package --allow-writing-to-package-directory generate-protos
/// swift package --allow-writing-to-package-directory generate-protos --check
/// ```
///
/// Every `.proto` file in `Protos/arrange/v1` is used, so a new file needs no change here. With `--check`
/// nothing is written; the command fails if the committed files are not up to date.
///
/// C is generated from a copy of the specification in which ``CDialect`` replaced unsafe constructs.
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
    var generation = Generation(
      protos: package.appending(path: "Protos"),
      work: context.pluginWorkDirectoryURL,
      compiler: try context.tool(named: "protoc-c").url,
      pythonCompiler: try context.tool(named: "protoc").url
    )
    let files = try generation.run()
    for output in Generation.Output.allCases {
      let (wanted, made) = (files[output] ?? [], generation.made(output))
      let directory = package.appending(path: output.directory)
      let written = output == .c ? GeneratedTarget(c: directory) : GeneratedTarget(whole: directory)
      if checksOnly {
        let differing = written.differences(from: wanted, in: made)
        guard differing.isEmpty else {
          throw GenerationError(
            """
            the committed files in \(output.directory) are not current: \(differing.joined(separator: ", "))
            make them with: swift package --allow-writing-to-package-directory generate-protos
            """
          )
        }
        print("\(output.directory): \(wanted.count) files are current")
      } else {
        try written.replace(with: wanted, from: made)
        print("\(output.directory): \(wanted.count) files")
      }
    }
    for (path, text) in generation.pages {
      let page = package.appending(path: path)
      guard try String(contentsOf: page, encoding: .utf8) != text else { continue }
      if checksOnly { throw GenerationError("the table of methods in \(path) is not current") }
      try text.write(to: page, atomically: false, encoding: .utf8)
    }
  }
}

/// Why nothing was generated.
struct GenerationError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
