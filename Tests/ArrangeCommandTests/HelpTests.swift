import Testing

@testable import arrange

/// What the program says about itself.
@Suite struct HelpTests {
  private static let groups = CommandGrammar.standard.root.shownCommands.filter { !$0.commands.isEmpty }
    .map(\.name)
  private static let commands = CommandGrammar.standard.commands
  /// Those that talk to no server.
  private static let withoutServer = [
    "strategy check", "token new", "access check", "context set", "context use", "context list",
    "context remove",
  ]

  @Test(arguments: commands + groups) func everyCommandHasExamples(command: String) async {
    let terminal = Terminal()
    let arguments = command.split(separator: " ").map(String.init)
    let help = await terminal.run(arguments + ["--help"]).output
    #expect(help.contains("EXAMPLES"))
    #expect(help.contains("arrange \(command) "), "an example uses the command")
    if !HelpTests.groups.contains(command) { #expect(help.contains("--json")) }
    if !(HelpTests.groups + HelpTests.withoutServer).contains(command) {
      #expect(help.contains("--server") && help.contains("--token"))
    }
  }

  /// An option without brackets would have to be given.
  @Test func usageHasNoOptionThatIsNotNeeded() async {
    for command in HelpTests.commands {
      let help = await Terminal().run(command.split(separator: " ").map(String.init) + ["--help"]).output
      let usage = help.split(separator: "\n\n").first { $0.contains("USAGE:") } ?? ""
      #expect(!usage.contains(#/ --(group|stack|if-version|request-id) /#), "\(usage)")
    }
  }

  @Test func theHelpDocumentsExitStatusAndEnvironment() async {
    let help = await Terminal().run("--help").output
    for text in ["EXIT STATUS", "not found", "conflict", "64", "ARRANGE_SERVER", "ARRANGE_TOKEN", "NO_COLOR"]
    {
      #expect(help.contains(text))
    }
    for command in HelpTests.commands + HelpTests.groups where !command.contains(" ") {
      #expect(help.contains("  \(command)"))
    }
  }

  @Test func noCommandHasAnOptionTwice() {
    func visit(_ command: CommandGrammar.Command) {
      let names = command.arguments.flatMap(\.names)
      #expect(Set(names).count == names.count, "\(command.name): \(names)")
      for next in command.commands { visit(next) }
    }
    visit(CommandGrammar.standard.root)
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completionsForShells(shell: String) async {
    let result = await Terminal().run("--generate-completion-script", shell)
    #expect(result.status == 0)
    #expect(result.output.contains("---complete \(shell)"))
    for word in ["eval", "compgen -W"] { #expect(!result.output.contains(word)) }
    #expect(await Terminal().run("--generate-completion-script", "csh").status == 64)
    #expect(await Terminal().run("--generate-completion-script").status == 64)
  }

  @Test func aWrongCommandLineSaysHowToWriteIt() async {
    let result = await Terminal().run("move", "board", "a")
    #expect(
      result.errors.hasPrefix(
        "arrange: Say where: --to, --section, --under, --first, --last, --before, --after or --at.\nUsage: arrange move "
      )
    )
  }

  @Test func theVersionIsOneLine() async {
    let output = await Terminal().run("--version").output
    #expect(output.hasPrefix("arrange ") && output.split(separator: "\n").count == 1)
  }
}
