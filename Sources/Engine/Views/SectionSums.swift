import ArrangeModel

/// The sums of a section of a view, which are fields of the section.
struct SectionSums: Sendable {
  /// The section without them.
  var base: Element
  private var itemCount = 0
  private var sums: [ExactSum]

  init(_ base: Element, of plan: QueryPlan) {
    self.base = base
    sums = Array(repeating: ExactSum(), count: plan.summed.count)
  }

  /// Adds an item, or takes one out that was added. O(sums · fields of the item).
  mutating func add(_ item: Element, times sign: Int = 1, _ plan: QueryPlan) {
    itemCount += sign
    item.withFieldBytes { bytes in
      for (place, summed) in plan.summed.enumerated() {
        if let number = summed.number(in: bytes) { sums[place].add(number, times: sign) }
      }
    }
  }

  /// The section with the sums. A section that has no room for more fields is as it is without those that do not fit.
  func section(_ plan: QueryPlan) -> Element {
    var fields = base.fields
    for (place, name) in plan.query.sums.fields.enumerated() {
      let names = ViewDefinition.SumFields(name)
      let sum = sums[place]
      try? fields.set(names.sum, to: sum.value)
      try? fields.set(names.counted, to: .int(Int64(sum.count)))
      try? fields.set(names.uncounted, to: .int(Int64(itemCount - sum.count)))
    }
    return Element(id: base.id, fields: fields, contentVersion: base.contentVersion)
  }
}
