import ArgumentParser

/// Measures parts of the program by themselves: the engine over a journal in memory, the journal, the delivery of changes
/// beside message brokers, and strategies. Memory is allocated as in the server.
///
/// The same seed gives the same calls.
@main
struct ArrangeBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ArrangeBench",
    abstract: "Measures parts of Arrange by themselves.",
    groupedSubcommands: [
      CommandGroup(
        name: "The engine alone:",
        subcommands: [
          Moves.self, Inserts.self, Replay.self, Watched.self, Derive.self, Views.self, Windows.self,
          ViewGrowth.self, Overlays.self, Past.self, Outlines.self,
        ]
      ),
      CommandGroup(name: "Other parts:", subcommands: [JournalPace.self, Fanout.self, Keys.self]),
    ]
  )
}
