import ArgumentParser
import InputText

/// The grammar of the program's command lines: its commands and their arguments, as described by the argument
/// parser. Completion and the check of options use it, so they support every command.
package struct CommandGrammar: Sendable {
  /// An argument of a command.
  struct Argument: Sendable, Hashable {
    enum Kind: String, Sendable {
      case positional
      case option
      case flag
    }

    var kind: Kind
    /// The names with their dashes; empty for positional arguments.
    var names: [String]
    var valueName: String
    var abstract: String
    var isRepeating: Bool
    var isOptional: Bool
    /// The possible values, if they are known, or the mark of a ``CompletionSource``.
    var words: [String]
    var takesFile: Bool

    var takesValue: Bool { kind == .option }

    /// The source of the values, if the program does not know them itself.
    var source: CompletionSource? { words.first.flatMap(CompletionSource.init(mark:)) }
  }

  /// A command with its subcommands.
  struct Command: Sendable {
    var name: String
    var aliases: [String] = []
    var abstract: String
    /// Whether it is used by the program itself only, and not shown to users.
    var isHidden = false
    var arguments: [Argument]
    var commands: [Command]

    /// The subcommands that are shown to users.
    var shownCommands: [Command] { commands.filter { !$0.isHidden } }

    func command(_ name: String) -> Command? {
      commands.first { $0.name == name || $0.aliases.contains(name) }
    }

    /// The option or flag with a name such as `--at`.
    func option(_ name: String) -> Argument? { arguments.first { $0.names.contains(name) } }

    var positionals: [Argument] { arguments.filter { $0.kind == .positional } }
  }

  let root: Command

  /// All commands that are shown to users, such as `section add`, without groups of commands and the parser's
  /// own `help`.
  var commands: [String] {
    func names(_ command: Command, _ prefix: String) -> [String] {
      command.shownCommands.filter { $0.name != "help" }.flatMap { next in
        next.commands.isEmpty ? [prefix + next.name] : names(next, "\(prefix)\(next.name) ")
      }
    }
    return names(root, "")
  }

  /// Reads the parser's description of all commands.
  init(dump: String, root: any ParsableCommand.Type) {
    guard let node = try? JSONReader.read(Array(dump.utf8)), let command = node["command"] else {
      preconditionFailure("the argument parser describes its commands as JSON")
    }
    self.root = CommandGrammar.command(command, root)
  }

  /// An option of the connection, which every command has.
  func connection(_ name: String) -> Argument? {
    guard ["--server", "--token", "--timeout", "--json"].contains(name) else { return nil }
    return root.command("list")?.option(name)
  }

  private static func command(_ node: JSONNode, _ type: (any ParsableCommand.Type)?) -> Command {
    let types = type.map {
      $0.configuration.subcommands + $0.configuration.groupedSubcommands.flatMap(\.subcommands)
    }
    return Command(
      name: node["commandName"]?.string ?? "",
      aliases: type?.configuration.aliases ?? [],
      abstract: node["abstract"]?.string ?? "",
      isHidden: node["shouldDisplay"]?.bool == false,
      arguments: (node["arguments"]?.elements ?? []).compactMap(argument),
      commands: (node["subcommands"]?.elements ?? []).map { node in
        command(node, types?.first { $0._commandName == node["commandName"]?.string })
      }
    )
  }

  private static func argument(_ node: JSONNode) -> Argument? {
    guard let kind = node["kind"]?.string.flatMap(Argument.Kind.init), node["shouldDisplay"]?.bool != false
    else {
      return nil
    }
    let names = (node["names"]?.elements ?? []).compactMap { name -> String? in
      guard let text = name["name"]?.string else { return nil }
      return name["kind"]?.string == "long" ? "--\(text)" : "-\(text)"
    }
    let completion = node["completionKind"]
    return Argument(
      kind: kind,
      names: names,
      valueName: node["valueName"]?.string ?? "",
      abstract: node["abstract"]?.string ?? "",
      isRepeating: node["isRepeating"]?.bool ?? false,
      isOptional: node["isOptional"]?.bool ?? true,
      words: (completion?["list"]?["values"]?.elements ?? []).compactMap(\.string),
      takesFile: completion?["file"] != nil
    )
  }
}
