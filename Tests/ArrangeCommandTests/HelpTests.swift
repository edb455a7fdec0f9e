import Testing

/// What the program says about itself.
@Suite struct HelpTests {
  private static let commands = [
    "create", "show", "watch", "list", "delete", "history", "add", "move", "update", "remove", "reorder",
    "section",
    "section add", "section move", "section update", "section remove", "section reorder", "import", "export",
    "status",
    "ping", "bench", "strategy", "strategy list", "strategy describe", "strategy change", "strategy rotate",

    "strategy verify",
    "explain", "compare", "view", "view define", "view show", "view list", "view delete",
  ]

  @Test(arguments: commands) func everyCommandHasExamples(command: String) async {
    let terminal = Terminal()
    let arguments = command.split(separator: " ").map(String.init)
    let help = await terminal.run(arguments + ["--help"]).output
    #expect(help.contains("EXAMPLES"))
    #expect(help.contains("arrange \(command) "), "an example uses the command")
    if !["section", "strategy", "view"].contains(command) {
      #expect(help.contains("--server") && help.contains("--token") && help.contains("--json"))
    }
  }

  @Test func theHelpDocumentsExitStatusAndEnvironment() async {
    let help = await Terminal().run("--help").output
    for text in ["EXIT STATUS", "not found", "conflict", "64", "ARRANGE_SERVER", "ARRANGE_TOKEN", "NO_COLOR"]
    {
      #expect(help.contains(text))
    }
    for command in HelpTests.commands where !command.contains(" ") { #expect(help.contains("  \(command)")) }
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
        "arrange: Say where: --section, --first, --last, --before, --after or --at.\nUsage: arrange move "
      )
    )
  }

  @Test func theVersionIsOneLine() async {
    let output = await Terminal().run("--version").output
    #expect(output.hasPrefix("arrange ") && output.split(separator: "\n").count == 1)
  }
}
