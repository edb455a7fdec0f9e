import ArgumentParser
import ArrangeModel

/// The options for the place of an element.
struct PlacementOptions: ParsableArguments {
  @Flag(name: .long, help: "Put it first.")
  var first = false

  @Flag(name: .long, help: "Put it last.")
  var last = false

  @Option(
    name: .long,
    help: ArgumentHelp("Put it directly before this one.", valueName: "id"),
    completion: .from(.neighbours),
    transform: Arguments.section
  )
  var before: Identifier?

  @Option(
    name: .long,
    help: ArgumentHelp("Put it directly after this one.", valueName: "id"),
    completion: .from(.neighbours),
    transform: Arguments.section
  )
  var after: Identifier?

  @Option(name: .long, help: ArgumentHelp("Put it at this index, counted from 0.", valueName: "n"))
  var at: Int?

  @Option(
    name: .customLong("if-missing"),
    help: ArgumentHelp(
      "What to do when the one named with --before or --after is not there.",
      valueName: "first|last|fail"
    )
  )
  var ifMissing: MissingAnchor?

  func validate() throws {
    let given = [first, last, before != nil, after != nil, at != nil].count { $0 }
    guard given <= 1 else {
      throw ValidationError("Only one of --first, --last, --before, --after and --at can be given.")
    }
    guard ifMissing == nil || before != nil || after != nil else {
      throw ValidationError("--if-missing needs --before or --after.")
    }
    if let at, at < 0 { throw ValidationError("--at counts from 0.") }
  }

  /// The place; nil if none is given.
  var placement: Placement? {
    if first { return .first }
    if last { return .last }
    if let before { return .before(before) }
    if let after { return .after(after) }
    return at.map(Placement.at)
  }

  var policy: AnchorPolicy {
    switch ifMissing {
    case nil, .fail: .fail
    case .first: .first
    case .last: .last
    }
  }
}

/// What happens when an anchor is missing.
enum MissingAnchor: String, ExpressibleByArgument, CaseIterable {
  case first
  case last
  case fail
}
