import ArrangeModel
import InputText
package import Ordering

extension ComparisonPlan {
  /// The longest text of a plan, in bytes.
  package static let maximumTextLength = CompareRequest.maximumPlanLength

  /// The paths of the strategy libraries named in a YAML text: they are loaded before the plan is read.
  ///
  /// - Throws: the first error with its line and path.
  package static func libraries(inYAML text: String) throws(PlanError) -> [String] {
    do throws(YAMLError) {
      let nodes = try members(of: text)["libraries"]?.list("libraries", 1...maximumStrategies) ?? []
      return try nodes.map { (node) throws(YAMLError) in try node.text(atMost: Workload.maximumFileLength) }
    } catch { throw PlanError(error) }
  }

  /// Parses a plan from YAML. Omitted values are those of ``standard``.
  ///
  /// - Parameter catalog: the available strategies, including those of ``libraries(inYAML:)``.
  /// - Throws: the first error with its line and path.
  package init(yaml text: String, strategies catalog: StrategyCatalog) throws(PlanError) {
    self = .standard
    do throws(YAMLError) { try read(ComparisonPlan.members(of: text), catalog) } catch {
      throw PlanError(error)
    }
  }

  private mutating func read(_ members: [String: YAMLNode], _ catalog: StrategyCatalog) throws(YAMLError) {
    if let node = members["seed"] { seed = try node.unsigned() }
    if let node = members["repeats"] { repeats = try node.integer(ComparisonPlan.repeatsRange) }
    let seeds = try members["seeds"].map { (node) throws(YAMLError) in try node.integer(Workload.seedsRange) }
    if let seeds {
      for index in workloads.indices where workloads[index].kind != .trace { workloads[index].seeds = seeds }
    }
    if let node = members["strategies"] {
      strategies = []
      for element in try node.list("strategies", 1...ComparisonPlan.maximumStrategies) {
        let variant = try StrategyVariant(element, catalog)
        guard !strategies.contains(where: { $0.label == variant.label }) else {
          throw element.error(
            "the label ‘\(variant.label)’ appears twice; give each variant a label of its own"
          )
        }
        strategies.append(variant)
      }
    }
    if let node = members["workloads"] {
      workloads = []
      for element in try node.list("workloads", 1...ComparisonPlan.maximumWorkloads) {
        let workload = try Workload(element, strategies: strategies, seeds: seeds ?? Workload.standardSeeds)
        guard !workloads.contains(where: { $0.label == workload.label }) else {
          throw element.error(
            "the label ‘\(workload.label)’ appears twice; give each workload a label of its own"
          )
        }
        workloads.append(workload)
      }
    }
  }

  private static func members(of text: String) throws(YAMLError) -> [String: YAMLNode] {
    guard text.utf8.count <= ComparisonPlan.maximumTextLength else {
      throw YAMLError("a plan has at most \(ComparisonPlan.maximumTextLength) bytes")
    }
    guard let node = try YAMLNode.root(of: text, allowingAliases: true) else {
      throw YAMLError("the plan is empty; write strategies: and workloads:")
    }
    return try node.record(["libraries", "seed", "seeds", "repeats", "strategies", "workloads"])
  }
}

extension StrategyVariant {
  /// Reads `lexorank:jitter=40`, or a mapping with `strategy` and `label`.
  fileprivate init(_ node: YAMLNode, _ catalog: StrategyCatalog) throws(YAMLError) {
    if node.isScalar {
      self.init(try StrategyVariant.checked(node, catalog))
      return
    }
    let members = try node.record(["strategy", "label"])
    guard let strategy = members["strategy"] else { throw node.error("has no strategy") }
    let label = try members["label"].map { (node) throws(YAMLError) in
      try node.text(atMost: StrategyVariant.maximumLabelLength)
    }
    self.init(try StrategyVariant.checked(strategy, catalog), label: label)
  }

  private static func checked(_ node: YAMLNode, _ catalog: StrategyCatalog) throws(YAMLError) -> String {
    let text = try node.text(atMost: StrategyChoice.maximumLength)
    do { _ = try catalog.choose(text) } catch { throw node.error("\(error)") }
    return text
  }
}

extension Workload {
  private static let names = [
    "kind", "label", "items", "operations", "writers", "run", "block", "places", "seeds", "file",
    "strategies", "bars",
  ]

  /// The longest name of a file, in bytes.
  fileprivate static let maximumFileLength = 4_096

  /// Reads the name of a kind, or a mapping.
  ///
  /// - Parameter seeds: the default number of seeds of a workload.
  fileprivate init(_ node: YAMLNode, strategies: [StrategyVariant], seeds: Int) throws(YAMLError) {
    if node.isScalar {
      self.init(try Workload.kind(node))
      if kind != .trace { self.seeds = seeds }
    } else {
      let members = try node.record(Workload.names)
      guard let kind = members["kind"] else { throw node.error("has no kind") }
      self.init(try Workload.kind(kind))
      if self.kind != .trace { self.seeds = seeds }
      try read(members, strategies: strategies)
    }
    try check { node.error($0) }
  }

  private static func kind(_ node: YAMLNode) throws(YAMLError) -> WorkloadKind {
    let text = try node.text(atMost: StrategyVariant.maximumLabelLength)
    guard let kind = WorkloadKind(rawValue: text) else {
      let known = WorkloadKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw node.error("there is no workload ‘\(text)’; there are \(known)")
    }
    return kind
  }

  private mutating func read(
    _ members: [String: YAMLNode],
    strategies variants: [StrategyVariant]
  ) throws(YAMLError) {
    if let node = members["file"] {
      guard kind == .trace else { throw node.error("only a trace has a file") }
      let name = try node.text(atMost: Workload.maximumFileLength)
      (file, label) = (name, name)
    }
    if let node = members["label"] { label = try node.text(atMost: StrategyVariant.maximumLabelLength) }
    if let node = members["items"] {
      guard kind != .trace else { throw node.error("a trace has its own items") }
      items = try node.integer(Workload.itemsRange)
    }
    if let node = members["operations"] { operations = try node.integer(Workload.operationsRange) }
    if let node = members["writers"] {
      guard kind.hasWriters else { throw node.error("only many-writers and offline-merge have writers") }
      writers = try node.integer(Workload.writersRange)
    }
    if let node = members["run"] {
      guard kind == .offlineMerge else { throw node.error("only offline-merge has a run") }
      run = try node.integer(Workload.runRange)
    }
    if let node = members["block"] {
      guard kind.hasBlocks else {
        let known = WorkloadKind.allCases.filter(\.hasBlocks).map(\.rawValue).joined(separator: ", ")
        throw node.error("only \(known) have blocks")
      }
      block = try node.integer(Workload.blockRange)
      // As many items as with the default block.
      if members["operations"] == nil {
        operations = max(1, kind.standardOperations * kind.standardBlock / block)
      }
    }
    if let node = members["places"] {
      guard kind == .places else { throw node.error("only places has places") }
      places = try node.integer(Workload.placesRange)
    }
    if let node = members["seeds"] {
      guard kind != .trace else { throw node.error("a trace is the same with each seed") }
      seeds = try node.integer(Workload.seedsRange)
    }
    if let node = members["strategies"] {
      strategies = try node.list("strategies", 1...ComparisonPlan.maximumStrategies).map {
        (node) throws(YAMLError) in
        try node.label(among: variants)
      }
    }
    if let node = members["bars"] { bars = try Bar.read(node, variants.filter(includes)) }
  }
}

extension YAMLNode {
  /// The label of a strategy of the plan.
  fileprivate func label(among variants: [StrategyVariant]) throws(YAMLError) -> String {
    let label = try text(atMost: StrategyChoice.maximumLength)
    guard variants.contains(where: { $0.label == label }) else {
      let known = variants.map(\.label).joined(separator: ", ")
      throw error("there is no strategy with the label ‘\(label)’ in the plan; there are \(known)")
    }
    return label
  }
}

extension Bar {
  /// The name that denotes all strategies.
  private static let everyStrategy = "all"
  /// The strategies of a plan, and ``everyStrategy``.
  private static let maximumStrategies = ComparisonPlan.maximumStrategies + 1

  /// Reads figures by strategy: `fractional: {keys_mean: 1.5}`.
  fileprivate static func read(_ node: YAMLNode, _ variants: [StrategyVariant]) throws(YAMLError) -> [Bar] {
    var bars: [Bar] = []
    for (name, _, figures) in try node.map("figures by strategy", atMost: maximumStrategies) {
      guard name == everyStrategy || variants.contains(where: { $0.label == name }) else {
        let known = variants.map(\.label).joined(separator: ", ")
        throw figures.error(
          "no strategy of this workload has this label; there are \(everyStrategy), \(known)"
        )
      }
      for (figureName, _, value) in try figures.map("figures", atMost: Figure.allCases.count) {
        guard let figure = Figure(rawValue: figureName) else {
          let known = Figure.allCases.map(\.rawValue).joined(separator: ", ")
          throw value.error("there is no such figure; there are \(known)")
        }
        var bar = Bar(strategy: name == everyStrategy ? nil : name, figure)
        if value.isScalar {
          bar.most = try value.number()
        } else {
          let bounds = try value.record(["least", "most"])
          bar.least = try bounds["least"].map { (node) throws(YAMLError) in try node.number() }
          bar.most = try bounds["most"].map { (node) throws(YAMLError) in try node.number() }
          guard bar.least != nil || bar.most != nil else {
            throw value.error("has to be a number, or {least: NUMBER, most: NUMBER}")
          }
        }
        bars.append(bar)
      }
    }
    return bars
  }
}
