import ArgumentParser
import Foundation

/// What `Benchmarks/outlines` runs: each part prints one JSON object.
struct Outlines: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Moves and batches of outlines, beside those of leaves and of flat lists, as JSON.",
    subcommands: [Subtree.self, RandomMoves.self, Deep.self, Batches.self]
  )
}

extension Outlines {
  struct Subtree: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Moves of a large subtree and of a leaf to the same places, in turns."
    )

    @Option(help: "The items of the outline.") var items = 1_000_000
    @Option(help: "The items of the subtree.") var below = 10_000
    @Option(help: "The moves of each kind.") var count = 2_000

    func validate() throws {
      guard below > 1, items >= 2 * below, count > 0 else {
        throw ValidationError(
          "the outline has at least twice the items of the subtree, which has more than one"
        )
      }
    }

    func run() throws { try print(json: SubtreeBench.run(items: items, below: below, count: count)) }
  }

  struct RandomMoves: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "moves",
      abstract: "Random moves below one another of items that are all at the top at first."
    )

    @Option(help: "The items of the outline.") var items = 1_000
    @Option(help: "The moves.") var count = 10_000
    @Option(help: "How often all of them are made.") var times = 21

    func validate() throws {
      guard items > 1, count > 0, times > 0 else { throw ValidationError("all numbers are above 0") }
    }

    func run() throws {
      try print(json: RandomMovesBench.run(items: items, count: count, times: times))
    }
  }

  struct Deep: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "The stack that work on an outline takes, by the depth of the outline."
    )

    @Option(help: "A depth to compare with.") var shallow = 16
    @Option(help: "The depth.") var depth = 256

    func validate() throws {
      guard 3...256 ~= shallow, 3...256 ~= depth else {
        throw ValidationError("depths are from 3 to 256, the largest that an outline may have")
      }
    }

    func run() throws { try print(json: DeepBench.run(depths: [shallow, depth])) }
  }

  struct Batches: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Batches of an outline and of a flat list, in turns."
    )

    @Option(help: "The items of each.") var items = 100_000
    @Option(help: "The changes of a batch; several can be given.") var changes: [Int] = []
    @Option(help: "How many batches of each kind.") var times = 400

    func validate() throws {
      guard items >= 1_000, times > 0, changes.allSatisfy({ $0 > 0 }) else {
        throw ValidationError("there are at least 1,000 items, and all numbers are above 0")
      }
    }

    func run() throws {
      try print(
        json: BatchesBench.run(
          items: items,
          changes: changes.isEmpty ? [10, 100, 1_000] : changes,
          times: times
        )
      )
    }
  }
}

/// Prints a value as JSON, on one line.
private func print(json value: some Encodable) throws {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys]
  print(String(decoding: try encoder.encode(value), as: UTF8.self))
}
