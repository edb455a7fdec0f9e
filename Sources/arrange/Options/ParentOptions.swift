import ArgumentParser
import ArrangeModel

/// The options for the parent of items of an outline.
struct ParentOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "In an outline: put it below this item; \"\" is the top of the section.",
      valueName: "parent"
    ),
    completion: .from(.items),
    transform: Arguments.sectionRow
  )
  var under: Identifier?

  @Option(
    name: .customLong("if-parent-missing"),
    help: ArgumentHelp(
      "What to do when the one named with --under is not there.",
      valueName: "nearest-ancestor|last|fail"
    )
  )
  var ifMissing: MissingParent?

  func validate() throws {
    guard ifMissing == nil || under.map({ !$0.isEmpty }) ?? false else {
      throw ValidationError("--if-parent-missing needs --under.")
    }
  }

  /// The parent with what happens if it is missing, or below what is moved.
  func choice(_ cycle: CycleAnswer? = nil) -> ParentChoice {
    ParentChoice(under, ifMissing: ifMissing?.policy ?? .fail, ifCycle: cycle?.policy ?? .fail)
  }
}

/// What happens when a parent is missing.
enum MissingParent: String, ExpressibleByArgument, CaseIterable {
  case nearestAncestor = "nearest-ancestor"
  case last
  case fail

  fileprivate var policy: ParentPolicy {
    switch self {
    case .nearestAncestor: .nearestAncestor
    case .last: .last
    case .fail: .fail
    }
  }
}

/// What happens with items that would be below themselves.
enum CycleAnswer: String, ExpressibleByArgument, CaseIterable {
  case fail
  case skip
  case beside

  fileprivate var policy: CyclePolicy {
    switch self {
    case .fail: .fail
    case .skip: .skip
    case .beside: .beside
    }
  }
}

/// What becomes of the children of removed items.
enum DescendantsAnswer: String, ExpressibleByArgument, CaseIterable {
  case remove
  case promote
  case refuse

  var policy: DescendantPolicy {
    switch self {
    case .remove: .remove
    case .promote: .promote
    case .refuse: .refuse
    }
  }
}
