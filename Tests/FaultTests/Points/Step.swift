import ArrangeModel
import Ordering

/// One request of the workload.
enum Step: Hashable, Sendable {
  case create(Identifier, strategy: String)
  case delete(Identifier)
  case describe(Identifier, Fields)
  case apply(ApplyRequest)
}

/// The requests to a server with a failing disk: a few of every kind of stored data.
struct Workload: Sendable {
  /// With these flags the few steps of the workload cover what usually takes long runs: checkpoints of
  /// collections, trimming of old commits, and checkpoints of the write-ahead log.
  static let flags = [
    "--checkpoint-interval", "4", "--retained-commits", "\(retained)", "--log-pages", "12",
    "--log-bytes", "30000",
    "--drain-seconds", "1",
  ]
  /// The number of retained commits.
  static let retained = 3

  /// The steps for the first server process, and those for a second one after the first was killed.
  let first: [Step]
  let second: [Step]

  init(strategy: String) {
    var maker = Maker(strategy: strategy)
    var steps: [Step] = [.create("list", strategy: strategy)]
    for _ in 0..<9 { steps.append(maker.apply("list")) }
    steps += [
      .create("gone", strategy: strategy), maker.insert(into: "gone"),
      .describe("list", ["title": .string("a list")]), .delete("gone"),
    ]
    for _ in 0..<6 { steps.append(maker.apply("list")) }
    first = steps
    var more: [Step] = []
    for _ in 0..<4 { more.append(maker.apply("list")) }
    more += [.create("late", strategy: strategy), maker.insert(into: "late"), maker.apply("list")]
    second = more
  }

  /// Makes steps that are valid one after the other, and the same in every run.
  private struct Maker {
    private var random = OrderingRandom(seed: 20)
    private var model = Model.List(strategy: "")
    private var made = 0

    init(strategy: String) { model.strategy = strategy }

    /// New items, each with a text of about 700 bytes.
    private mutating func elements(_ count: Int) -> [NewElement] {
      (0..<count).map { _ in
        made += 1
        let text = (0..<60).map { _ in String(random.next(), radix: 36) }.joined()
        return NewElement(id: Identifier(unchecked: "item-\(made)"), fields: ["text": .string(text)])
      }
    }

    private mutating func request(_ name: Identifier, _ operations: [ListOperation]) -> Step {
      let id = RequestID(using: &random)
      return .apply(ApplyRequest(collection: name, operations: operations, requestID: id))
    }

    mutating func insert(into name: Identifier) -> Step {
      request(name, [.insertItems(elements(2), to: .init(.first))])
    }

    /// The next change of the list.
    mutating func apply(_ name: Identifier) -> Step {
      var operations: [ListOperation] = [.insertItems(elements(1), to: .init(.first))]
      let ids = model.items.map(\.id)
      if ids.count > 2 {
        operations =
          switch made % 4 {
          case 0:
            [
              .moveItems([ElementReference(ids[ids.count - 1])], to: .init(.after(ids[0]))),
              .insertItems(elements(2), to: .init(.after(ids[1]))),
            ]
          case 1: [.removeItems([ElementReference(ids[1])]), .insertItems(elements(2), to: .init(.last))]
          case 2:
            [
              .updateItems([FieldsUpdate(ElementReference(ids[1]), set: ["n": .int(Int64(made))])]),
              .insertItems(elements(1), to: .init(.before(ids[1]))),
            ]
          default:
            [.reorderItems(section: .empty, ids.reversed()), .insertItems(elements(1), to: .init(.last))]
          }
      }
      do { try model.perform(operations) } catch { preconditionFailure("\(error)") }
      return request(name, operations)
    }
  }
}
