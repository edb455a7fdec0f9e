import ArrangeModel
import Ordering
import Wire

/// Values of every kind that messages carry, made from a seed. All of them are legal.
struct RandomValues {
  var random: OrderingRandom

  init(seed: UInt64) { random = OrderingRandom(seed: seed) }

  mutating func flag() -> Bool { Bool.random(using: &random) }
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// A number of any size: each number of bits is as likely as any other.
  mutating func word() -> UInt64 { random.next() >> UInt64(number(0...63)) }

  mutating func bytes(_ lengths: ClosedRange<Int>) -> [UInt8] {
    (0..<number(lengths)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  /// A text of at most so many bytes, of one to four bytes a character.
  mutating func text(_ lengths: ClosedRange<Int>, controls: Bool = false) -> String {
    let wanted = number(lengths)
    var text = ""
    while text.utf8.count < wanted {
      let ranges: [ClosedRange<UInt32>] = [
        0x20...0x7E, 0x20...0x7E, 0x20...0x7E, 0xA0...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF,
        0x1_0000...0x10_FFFF,
        controls ? 0x01...0x1F : 0x41...0x5A,
      ]
      let range = ranges[number(0...ranges.count - 1)]
      let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "?"
      if text.utf8.count + UTF8.width(scalar) > lengths.upperBound { break }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// A text, which is seldom long.
  mutating func text(upTo maximum: Int, from least: Int = 0) -> String {
    text(least...min(maximum, number(0...9) == 0 ? 1_024 : 60))
  }

  mutating func identifier(
    allowingEmpty: Bool = false,
    maximum: Int = Identifier.maximumLength
  ) -> Identifier {
    if allowingEmpty, number(0...7) == 0 { return .empty }
    while true {
      if let id = try? Identifier(text(1...(flag() ? maximum : 12)), maximumLength: maximum) { return id }
    }
  }

  mutating func list<Value>(_ counts: ClosedRange<Int>, _ make: (inout RandomValues) -> Value) -> [Value] {
    (0..<number(counts)).map { _ in make(&self) }
  }

  mutating func one<Value>(of values: [Value]) -> Value { values[number(0...values.count - 1)] }

  mutating func maybe<Value>(_ make: (inout RandomValues) -> Value) -> Value? { flag() ? make(&self) : nil }

  mutating func fieldName() -> String {
    let name = text(1...(number(0...9) == 0 ? 128 : 10))
    return name.isEmpty ? "x" : name
  }

  mutating func fieldValue() -> FieldValue {
    switch number(0...7) {
    case 0: .null
    case 1: .bool(flag())
    case 2: .int(Int64(bitPattern: word()))
    case 3: .double(finite())
    case 4: .string(text(0...200, controls: true))
    case 5: .bytes(bytes(0...200))
    case 6: .timestamp(Timestamp(microseconds: Int64(bitPattern: word())))
    default: .string("")
    }
  }

  mutating func finite() -> Double {
    while true {
      let number = Double(bitPattern: random.next())
      if number.isFinite { return number }
    }
  }

  mutating func fields() -> Fields {
    let pairs = list(0...(number(0...19) == 0 ? 64 : 4)) { ($0.fieldName(), $0.fieldValue()) }
    guard let fields = try? Fields(pairs) else { return Fields() }
    return fields
  }

  mutating func key() -> OrderKey { OrderKey(bytes(0...(number(0...9) == 0 ? 255 : 17))) }
  mutating func index() -> Int { Int(word() >> 33) }
  mutating func total() -> Int { Int(word() >> 1) }
  mutating func path() -> ListPath { ListPath(section: index(), item: index()) }
  mutating func requestID() -> RequestID { RequestID(unchecked: bytes(1...64)) }
  mutating func stackID() -> StackID { StackID(unchecked: bytes(1...StackID.maximumLength)) }
  mutating func undoStep() -> UndoStep { UndoStep(stackID(), group: maybe { $0.stackID() }) }

  mutating func token(upTo maximum: Int = PageToken.maximumLength) -> [UInt8] {
    bytes(1...(number(0...9) == 0 ? maximum : min(maximum, 24)))
  }

  mutating func timestamp() -> Timestamp { Timestamp(microseconds: Int64(bitPattern: word())) }

  mutating func placement(emptyAnchor: Bool) -> Placement {
    switch number(0...4) {
    case 0: .first
    case 1: .last
    case 2: .before(identifier(allowingEmpty: emptyAnchor))
    case 3: .after(identifier(allowingEmpty: emptyAnchor))
    default: .at(index())
    }
  }

  mutating func policy() -> AnchorPolicy { one(of: [.fail, .first, .last]) }

  mutating func itemDestination(hasCycles: Bool = false) -> ItemDestination {
    ItemDestination(
      section: maybe { $0.identifier(allowingEmpty: true) },
      placement(emptyAnchor: false),
      ifAnchorMissing: policy(),
      below: parentChoice(hasCycles: hasCycles)
    )
  }

  mutating func parentChoice(hasCycles: Bool) -> ParentChoice {
    ParentChoice(
      maybe { $0.identifier(allowingEmpty: true) },
      ifMissing: one(of: ParentPolicy.allCases),
      ifCycle: hasCycles ? one(of: CyclePolicy.allCases) : .fail
    )
  }

  mutating func sectionDestination() -> SectionDestination {
    SectionDestination(placement(emptyAnchor: true), ifAnchorMissing: policy())
  }

  mutating func newElement() -> NewElement { NewElement(id: maybe { $0.identifier() }, fields: fields()) }

  mutating func reference(empty: Bool) -> ElementReference {
    ElementReference(
      identifier(allowingEmpty: empty),
      ifContentVersion: maybe { $0.word() },
      // Sections, whose ids can be empty, are in no section.
      ifSection: empty ? nil : maybe { $0.identifier(allowingEmpty: true) },
      ifPlacementVersion: maybe { $0.word() },
      ifParent: empty ? nil : maybe { $0.identifier(allowingEmpty: true) }
    )
  }

  mutating func update(empty: Bool) -> FieldsUpdate {
    FieldsUpdate(
      ElementReference(identifier(allowingEmpty: empty), ifContentVersion: maybe { $0.word() }),
      set: fields(),
      remove: list(0...3) { $0.fieldName() },
      replaceAll: flag()
    )
  }

  mutating func adoptedItem() -> AdoptedItem {
    AdoptedItem(
      id: identifier(),
      fields: fields(),
      key: key(),
      after: maybe { $0.identifier() },
      before: maybe { $0.identifier() }
    )
  }

  mutating func keyProblem() -> KeyReport.Problem {
    let isSection = flag()
    let path = path()
    return KeyReport.Problem(
      id: identifier(allowingEmpty: true),
      path: isSection ? ListPath(section: path.section, item: 0) : path,
      isSection: isSection,
      key: key(),
      explanation: text(0...60)
    )
  }

  mutating func applyRequest() -> ApplyRequest {
    ApplyRequest(
      collection: identifier(),
      operations: list(1...6) { $0.operation() },
      requestID: maybe { $0.requestID() },
      ifVersion: maybe { $0.word() },
      ifHistory: word(),
      step: maybe { $0.undoStep() }
    )
  }

  mutating func transactRequest() -> TransactRequest {
    var seen = Set<Identifier>()
    return TransactRequest(
      list(1...4) { $0.transactionStep() },
      conditions: list(0...3) { $0.versionCondition() }.filter { seen.insert($0.collection).inserted },
      requestID: maybe { $0.requestID() },
      step: maybe { $0.undoStep() }
    )
  }

  mutating func transactionStep() -> TransactionStep {
    let collection = identifier()
    guard flag() else { return TransactionStep(collection, .operation(operation())) }
    var transfer = itemTransfer()
    if transfer.target == collection { transfer.target = Identifier(unchecked: collection.text + "2") }
    return TransactionStep(collection, .transfer(transfer))
  }

  mutating func versionCondition() -> VersionCondition {
    VersionCondition(identifier(), ifVersion: word(), ifHistory: word())
  }

  mutating func itemTransfer() -> ItemTransfer {
    ItemTransfer(
      list(1...3) { $0.reference(empty: false) },
      to: identifier(),
      itemDestination(),
      descendants: maybe { $0.one(of: DescendantPolicy.allCases) }
    )
  }

  mutating func transactResponse() -> TransactResult {
    TransactResult(
      collections: list(0...3) { $0.transactedCollection() },
      steps: list(0...4) { $0.list(0...4) { $0.placedElement() } },
      repeated: flag()
    )
  }

  mutating func placedElement() -> PlacedElement {
    let place: PlacedElement.Place? =
      switch number(0...2) {
      case 0: .item(path())
      case 1: .section(index())
      default: nil
      }
    return PlacedElement(
      id: identifier(allowingEmpty: true),
      place: place,
      key: key(),
      parent: maybe { $0.identifier() },
      isSkipped: flag()
    )
  }

  mutating func applyResponse() -> ApplyResult {
    ApplyResult(
      version: word(),
      changed: flag(),
      repeated: flag(),
      rekeyed: index(),
      operations: list(0...4) { $0.list(0...4) { $0.placedElement() } },
      history: word()
    )
  }

  mutating func window() -> FetchRequest.Window {
    switch number(0...3) {
    case 0: return .all
    case 1: return .section(rowIdentifier(allowingEmpty: true), index()..<Int.max)
    case 2:
      let (a, b) = (index(), index())
      return .section(rowIdentifier(allowingEmpty: true), min(a, b)..<max(a, b))
    default: return .around(rowIdentifier(), before: index(), after: index())
    }
  }

  mutating func fetchRequest() -> FetchRequest {
    var request = FetchRequest(
      collection: identifier(),
      window: window(),
      pageSize: maybe { $0.number(1...FetchRequest.maximumPageSize) },
      pageToken: maybe { $0.token() },
      at: maybe { $0.versionReference() }
    )
    if number(0...3) == 0 {
      request.collection = .empty
      request.view = requestView()
    }
    return request
  }

  mutating func versionReference() -> VersionReference { flag() ? .number(word()) : .named(identifier()) }

  mutating func placeRowsRequest() -> PlaceRowsRequest {
    var request = PlaceRowsRequest(
      name: identifier(),
      section: rowIdentifier(allowingEmpty: true),
      previous: maybe { $0.rowIdentifier() },
      next: maybe { $0.rowIdentifier() },
      parent: maybe { $0.rowIdentifier(allowingEmpty: true) },
      aim: one(of: PlaceAim.allCases),
      seen: maybe { $0.token() },
      allow: Set(PlaceEffect.allCases.filter { _ in flag() }),
      isDryRun: flag(),
      requestID: maybe { $0.requestID() },
      step: maybe { $0.undoStep() }
    )
    if flag() {
      request.rows = list(1...4) { $0.rowIdentifier() }
    } else {
      request.items = list(1...4) { $0.newElement() }
    }
    if flag() {
      request.name = .empty
      request.view = requestView()
    }
    return request
  }

  mutating func element(empty: Bool) -> ElementSnapshot {
    ElementSnapshot(
      id: rowIdentifier(allowingEmpty: empty),
      fields: fields(),
      contentVersion: word(),
      placementVersion: word(),
      key: key(),
      origin: maybe { $0.origin(isSection: empty) },
      outline: maybe {
        OutlineRow(
          depth: UInt32($0.number(1...256)),
          childCount: UInt32($0.index()),
          descendantCount: UInt32($0.index())
        )
      }
    )
  }

  mutating func principal() -> Principal { Principal(unchecked: identifier().text) }

  mutating func commit() -> HistoryEntry {
    let changes = list(0...4) { $0.historyChange() }
    let first = flag() ? number(1...9) : 0
    var commit = HistoryEntry(
      version: word(),
      time: timestamp(),
      author: maybe { $0.principal() },
      requestID: maybe { $0.requestID() },
      transaction: maybe { TransactionID(using: &$0.random) },
      rekeyed: index(),
      changes: changes,
      firstChange: first,
      changeCount: first + changes.count + number(0...2)
    )
    commit.step = maybe { $0.undoStep() }
    commit.undoes = list(0...3) { $0.word() }
    commit.isRedo = flag()
    return commit
  }

  mutating func historyChange() -> HistoryChange {
    HistoryChange(
      kind: HistoryChange.Kind(rawValue: UInt32(number(1...8))) ?? .itemMoved,
      id: identifier(allowingEmpty: true),
      from: maybe { $0.path() },
      to: maybe { $0.path() },
      before: maybe { $0.fields() },
      after: maybe { $0.fields() },
      hasFieldsLeftOut: flag(),
      transferred: maybe { $0.identifier() }
    )
  }

  mutating func strategyParameter() -> StrategyParameter {
    let values = [word(), word(), word()].map { Int64(bitPattern: $0) }.sorted()
    return StrategyParameter(
      name: text(1...20),
      summary: text(0...40),
      range: values[0]...values[2],
      standard: values[1]
    )
  }

}
