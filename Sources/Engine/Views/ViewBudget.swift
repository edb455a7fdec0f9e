import ArrangeModel

/// Limits for the cost of a view. A view beyond them is refused on request, or closed when its collections
/// have grown.
enum ViewBudget {
  /// The maximum number of sections of a grouped part. Each has a tree of its own.
  static let maximumGroups = 10_000
  /// The maximum number of sections of a part with a cap: the shown items of each are counted when the view
  /// is read.
  static let maximumCappedSections = 10_000
  /// The maximum number of conditions evaluated when a view is opened: the steps of a filter times the items
  /// it is evaluated for.
  static let maximumConditions = 20_000_000
  /// The number of steps of ``WorkSlice`` that may run on the shard's executor, about 1 ms; more work runs
  /// off the shard.
  static let maximumStepsAtOnce = WorkSlice.steps
  /// The maximum number of rows of a view that is reconstructed at an older version to find the changes
  /// since, if its own log does not cover that version, or to compare two definitions. For a larger view
  /// there is a snapshot.
  static let maximumRewoundRows = 10_000
  /// How often the evaluation of a view may be restarted because its collections changed too fast.
  static let maximumEvaluations = 3
}

extension QueryPlan {
  /// The number of steps of ``WorkSlice`` to determine whether an item is shown, and where.
  var stepsOfItem: Int { 4 + conditions + (order.isEmpty ? 0 : 16) + (grouping == nil ? 0 : 4) }

  /// The maximum number of conditions evaluated for an item.
  var conditions: Int { query.filter?.steps.count ?? 0 }
}

extension ArrangeError {
  static func tooManyConditions(_ conditions: Int, _ items: Int, part: Int) -> ArrangeError {
    ArrangeError(
      .resourceExhausted,
      "a filter of \(conditions) steps over \(items) items is more work than a view may take, at most "
        + "\(ViewBudget.maximumConditions) steps times items; use a shorter filter",
      field: "view.parts[\(part)].filter"
    )
  }

  static func tooManyGroups(part: Int) -> ArrangeError {
    ArrangeError(
      .resourceExhausted,
      "the items have more than \(ViewBudget.maximumGroups) different values, the limit of groups in a view; group by "
        + "a field with fewer values, or filter the items",
      field: "view.parts[\(part)].group"
    )
  }

  static func tooManyCappedSections(part: Int) -> ArrangeError {
    ArrangeError(
      .resourceExhausted,
      "a part with a cap shows at most \(ViewBudget.maximumCappedSections) sections, and this one has more; choose "
        + "sections, or leave the cap out",
      field: "view.parts[\(part)].cap"
    )
  }

  static let viewOvertaken = ArrangeError(
    .unavailable,
    "the collections of the view change faster than it can be evaluated; try again"
  )
}
