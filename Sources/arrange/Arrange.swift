import ArgumentParser
import ArrangeModel
import Ordering

/// The command line client.
@main
struct Arrange: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "arrange",
    abstract: "Keep ordered lists in order, for everybody who is looking at them.",
    discussion: """
      A collection is an ordered list of sections, and a section an ordered list of items. Everything that \
      changes one is durable when the command returns.

      EXAMPLES
        arrange create board --strategy lexorank
        arrange section add board todo --title "To do"
        arrange add board --section todo "Write it" "Read it"
        arrange show board
        arrange move board ID --section todo --first
        arrange watch --view 'board where not done sort due cap 3'

      ENVIRONMENT
        ARRANGE_SERVER   the server, or several nodes with commas between them, where --server is not given
        ARRANGE_TOKEN    the token, where --token is not given
        ARRANGE_CONTEXT  the context, where no server is given
        NO_COLOR         no colours, also on a terminal

      COMPLETIONS
        source <(arrange --generate-completion-script bash)

      EXIT STATUS
      \(ExitStatus.allCases.map { status in
        let number = String(status.rawValue)
        return "  \(number)\(String(repeating: " ", count: 4 - number.count))\(status.meaning)"
      }.joined(separator: "\n"))
      """,
    version: "arrange \(ArrangeVersion.current)",
    groupedSubcommands: [
      CommandGroup(
        name: "Collections",
        subcommands: [
          Create.self, Copy.self, Show.self, Watch.self, List.self, Rename.self, Delete.self, History.self,
          Diff.self, Explain.self,
        ]
      ),
      CommandGroup(name: "Time", subcommands: [Versions.self, Rollback.self, Bin.self, Erase.self]),
      CommandGroup(
        name: "Items and sections",
        subcommands: [
          Add.self, Move.self, Indent.self, Outdent.self, Update.self, Remove.self, Reorder.self,
          Section.self, Apply.self, Undo.self,
          Redo.self,
        ]
      ),
      CommandGroup(name: "Views", subcommands: [View.self, Overlay.self]),
      CommandGroup(name: "Files", subcommands: [Import.self, Export.self, Backup.self, Restore.self]),
      CommandGroup(
        name: "Server",
        subcommands: [
          Status.self, Nodes.self, Followers.self, SinkCommand.self, Log.self, Ping.self, Bench.self,
          Strategy.self,
        ]
      ),
      CommandGroup(name: "Access", subcommands: [WhoAmI.self, Context.self, Token.self, AccessCommand.self]),
      CommandGroup(name: "Choosing", subcommands: [Compare.self]),
    ]
  )

  static func main() async {
    let runner = CommandRunner(
      console: .standard(environment: Program.environment),
      keyTexts: KeyTexts(.builtIn)
    )
    Program.end(await runner.run(Program.words))
  }
}

extension CommandGrammar {
  /// The grammar of `arrange`.
  package static let standard = CommandGrammar(dump: Arrange._dumpHelp(), root: Arrange.self)
}
