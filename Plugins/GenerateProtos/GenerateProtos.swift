import Foundation
import PackagePlugin

/// Makes the C target `CArrangeProtos` from the specification in `Protos`.
///
///     swift package --allow-writing-to-package-directory generate-protos
///     swift package --allow-writing-to-package-directory generate-protos --check
///
/// Every `.proto` file below `Protos/arrange/v1` is taken, so that a new file needs no change here. With
/// `--check` nothing is written; the command fails when the committed files are not what it would write.
///
/// The C is made from a copy of the specification in which ``CDialect`` replaced what C can't see safely. The
/// descriptor set, which the server hands out, is made from the specification as it is.
@main
struct GenerateProtos: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var arguments = ArgumentExtractor(arguments)
    let checksOnly = arguments.extractFlag(named: "check") > 0
    if let stray = arguments.remainingArguments.first {
      throw GenerationError("unknown argument '\(stray)'; the only one is --check")
    }

    let package = context.package.directoryURL
    let target = package.appending(path: "Sources/CArrangeProtos")
    let made = context.pluginWorkDirectoryURL.appending(path: "made")
    let generation = Generation(
      protos: package.appending(path: "Protos"),
      dialect: context.pluginWorkDirectoryURL.appending(path: "dialect"),
      made: made,
      compiler: try context.tool(named: "protoc-c").url
    )
    let files = try generation.run()
    let written = try GeneratedTarget(directory: target)

    if checksOnly {
      let differing = written.differences(from: files, in: made)
      guard differing.isEmpty else {
        throw GenerationError(
          """
          the committed C is not current: \(differing.joined(separator: ", "))
          make it with: swift package --allow-writing-to-package-directory generate-protos
          """
        )
      }
      print("the committed C is current (\(files.count) files)")
    } else {
      try written.replace(with: files, from: made)
      print("wrote \(files.count) files to Sources/CArrangeProtos")
    }
  }
}

/// Why nothing was generated.
struct GenerationError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
