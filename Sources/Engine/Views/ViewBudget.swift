import ArrangeModel

/// What a view may cost. One that would cost more is refused when it is asked for, or ends when its collections have grown.
enum ViewBudget {
  /// The maximum number of sections of a part that is grouped. Each has a tree of its own.
  static let mostGroups = 10_000
  /// The maximum number of sections of a part with a cap: what each shows is counted when the view is read.
  static let mostCappedSections = 10_000
  /// The maximum number of conditions that are asked when a view is opened: the steps of a filter times the
  /// items that it is asked of.
  static let mostConditions = 20_000_000
  /// How many steps of ``WorkSlice`` may be done on the shard's executor, about 1 ms; what takes more is done apart from it.
  static let mostStepsAtOnce = WorkSlice.steps
  /// The maximum number of rows of a view that is taken back to an older version to find what changed since,
  /// where its own log does not have that version, or to find what another definition changes. Of a larger
  /// one there is a snapshot.
  static let mostRewoundRows = 10_000
  /// How often the evaluation of a view begins again since its collections changed faster than it went on.
  static let mostEvaluations = 3
}

extension QueryPlan {
  /// How many steps of ``WorkSlice`` it takes to find out whether an item is shown, and where.
  var stepsOfItem: Int { 4 + conditions + (order.isEmpty ? 0 : 16) + (grouping == nil ? 0 : 4) }

  /// How many conditions are asked of an item at most.
  var conditions: Int { query.filter?.steps.count ?? 0 }
}

extension ArrangeError {
  static func tooManyConditions(_ conditions: Int, _ items: Int, part: Int) -> ArrangeError {
    ArrangeError(
      .resourceExhausted,
      "a filter of \(conditions) steps over \(items) items is more work than a view may take, at most "
        + "\(ViewBudget.mostConditions) steps times items; use a shorter filter",
      field: "view.parts[\(part)].filter"
    )
  }

  static func tooManyGroups(part: Int) -> ArrangeError {
    ArrangeError(
      .resourceExhausted,
      "the items have more than \(ViewBudget.mostGroups) different values, which is the most groups of a view; group by "
        + "a field with fewer values, or filter the items",
      field: "view.parts[\(part)].group"
    )
  }

  static func tooManyCappedSections(part: Int) -> ArrangeError {
    ArrangeError(
      .resourceExhausted,
      "a part with a cap shows at most \(ViewBudget.mostCappedSections) sections, and this one has more; choose "
        + "sections, or leave the cap out",
      field: "view.parts[\(part)].cap"
    )
  }

  static let viewOvertaken = ArrangeError(
    .unavailable,
    "the collections of the view change faster than it can be evaluated; try again"
  )
}
