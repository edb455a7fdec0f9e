import ArrangeClient
import ArrangeModel

/// Writes a list to a collection, one transaction after the other.
struct Importer {
  /// What to do after errors; it depends on the options of the command.
  struct Advice {
    /// What to do if a part of the list is there.
    var partial: String
    /// What to do if a collection with the name exists.
    var existing: String

    static let ofImport = Advice(
      partial: "with ids --skip-existing goes on from there",
      existing: "without --create the items go to the one that is there"
    )
  }

  private let collection: Identifier
  /// The strategy of the collection to create; nil if it has to exist.
  private let strategy: String?
  /// The limits of the outline to create; nil for a flat collection.
  private let outline: OutlineSettings?
  private let isSkipping: Bool
  private let advice: Advice
  private let client: ArrangeClient
  private let console: Console

  private var isCreated = false
  private var version: UInt64 = 0
  private var itemCount = 0
  private var skippedCount = 0
  private var newSectionCount = 0
  private var transactionCount = 0

  init(
    collection: Identifier,
    strategy: String?,
    outline: OutlineSettings? = nil,
    isSkipping: Bool,
    advice: Advice = .ofImport,
    client: ArrangeClient,
    console: Console
  ) {
    self.collection = collection
    self.strategy = strategy
    self.outline = outline
    self.isSkipping = isSkipping
    self.advice = advice
    self.client = client
    self.console = console
  }

  /// - Parameters:
  ///   - nested: the list with the parents of nested items, which an outline takes; nil if the list has them, or has none.
  ///   - isInterrupted: whether the import should stop; it then completes the current transaction, and starts no more.
  mutating func run(
    _ list: ImportedList,
    nested: (() throws -> ImportedList)? = nil,
    isInterrupted: () -> Bool = { false }
  ) async throws {
    // Before anything is made.
    let ready = outline == nil ? nil : try nested?()
    let (info, existing) = try await prepare(list.fields)
    let plan = ImportPlan(
      info.outline == nil ? list : try ready ?? nested?() ?? list,
      existing: existing,
      isSkipping: isSkipping,
      placeholder: Identifier(Int64.random(in: (Int64.max / 2)...Int64.max))
    )
    skippedCount = plan.skippedCount
    newSectionCount = plan.newSectionCount
    var progress = ProgressBar(console, total: plan.itemCount, "items")
    defer { progress.clear() }
    for transaction in plan.transactions {
      if isInterrupted() {
        progress.clear()
        throw CommandFailure(
          .interrupted,
          "interrupted; \(itemCount.grouped) of \(plan.itemCount.counted("item")) are in \(collection), "
            + "and \(advice.partial)"
        )
      }
      if plan.transactions.count > 1 { progress.show(itemCount) }
      do {
        version = try await client.apply(transaction.operations, to: collection).version
      } catch {
        let amount = "\(itemCount.grouped) of \(plan.itemCount.counted("item"))"
        throw itemCount > 0 ? error.adding("; \(amount) are imported, and \(advice.partial)") : error
      }
      transactionCount += 1
      itemCount += transaction.itemCount
    }
  }

  /// Creates the collection if requested, and reads its content.
  private mutating func prepare(_ fields: Fields) async throws -> (CollectionInfo, ImportPlan.Existing) {
    let info = try await open(fields)
    guard outline == nil || info.outline != nil else {
      throw CommandFailure(
        .invalid,
        "\(collection) is there and is no outline; leave out --outline, or take another name"
      )
    }
    version = info.version
    var existing = ImportPlan.Existing()
    guard info.sectionCount > 0 else { return (info, existing) }
    for try await page in client.pages(of: collection, pageSize: FetchRequest.maximumPageSize) {
      for slice in page.sections {
        existing.sections.insert(slice.section.id)
        if isSkipping { existing.items.formUnion(slice.items.lazy.map(\.id)) }
      }
    }
    return (info, existing)
  }

  /// The description of the collection, which is created if requested.
  private mutating func open(_ fields: Fields) async throws(ArrangeError) -> CollectionInfo {
    guard let strategy else {
      do {
        return try await client.info(collection)
      } catch {
        throw error.code == .notFound ? error.adding(", or with --create STRATEGY") : error
      }
    }
    do {
      let info = try await client.create(collection, strategy: strategy, fields: fields, outline: outline)
      isCreated = true
      return info
    } catch {
      guard error.code == .alreadyExists else { throw error }
      guard isSkipping else { throw error.adding("; \(advice.existing)") }
      return try await client.info(collection)
    }
  }

  /// Removes a field of the collection.
  mutating func removeField(_ name: String) async throws(ArrangeError) {
    version = try await client.update(collection, set: [:], remove: [name]).version
  }

  var summary: String {
    var text = "imported \(itemCount.counted("item")) into \(collection)"
    if isCreated { text += ", which is new" }
    if newSectionCount > 0 { text += ", with \(newSectionCount.counted("new section"))" }
    if skippedCount > 0 { text += ", left out \(skippedCount.grouped) that are there already" }
    return text + "; it is at version \(version)"
  }

  /// The result as JSON members.
  var members: [(String, JSON)] {
    [
      ("collection", .string(collection.text)), ("created", .bool(isCreated)), ("items", .count(itemCount)),
      ("new_sections", .count(newSectionCount)), ("skipped", .count(skippedCount)),
      ("transactions", .count(transactionCount)), ("version", .unsigned(version)),
    ]
  }
}

extension ArrangeError {
  /// The error with additional text for the user of the command line.
  func adding(_ text: String) -> ArrangeError {
    var error = self
    error.message += text
    return error
  }
}
