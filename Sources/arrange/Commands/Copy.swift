import ArgumentParser
import ArrangeClient
import ArrangeModel
import SwiftCodec
import Wire

struct Copy: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    abstract: "Make a collection with the content of another one, as of a template.",
    discussion: """
      The sections and items with their ids, fields and order, and the fields of the collection itself, become a new collection \
      in one change. It has the strategy of the other one, and keys, a history and content versions of its own; overlays, \
      names of versions and the bin are not copied. The collection must not have more than one transaction can write; a larger \
      one is copied in parts with "arrange export" and "arrange import".

      EXAMPLES
        arrange copy release-template release-12 --title "Release 12"
        arrange copy board board-before --at 41
        arrange copy board trial --strategy lexorank
      """
  )

  @OptionGroup var collection: CollectionArgument

  @Argument(
    help: ArgumentHelp("The new collection's name.", valueName: "new"),
    transform: Arguments.identifier
  )
  var target: Identifier

  @Option(
    name: .long,
    help: ArgumentHelp("The version to copy, or its name; otherwise the newest.", valueName: "version"),
    transform: Arguments.version
  )
  var at: VersionReference?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The ordering strategy; otherwise that of the other collection.",
      valueName: "strategy"
    ),
    completion: .from(.strategies)
  )
  var strategy: String?

  @Option(name: .long, help: ArgumentHelp("Another title, short for --field title=TEXT.", valueName: "text"))
  var title: String?

  @OptionGroup var fields: FieldOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let (source, list) = try await read(context.client)
    var fields = source.fields
    for (name, value) in try Fields(title: title, self.fields.field) { try fields.set(name, to: value) }
    let request = ApplyRequest(collection: target, operations: operations(list), ifVersion: 0)
    try await check(request, of: list, context.client)
    let made = try await create(strategy ?? source.strategy, fields, source.outline, context.client)
    var version = made.version
    var history = made.history
    if !request.operations.isEmpty {
      do throws(ArrangeError) {
        let result = try await context.client.apply(request)
        (version, history) = (result.version, result.history)
      } catch {
        throw error.adding("; \(target) is there and empty, the same command goes on from there")
      }
    }
    let state = StateID(version: version, history: history)
    if context.isJSON { return try context.console.print(json(source, list, state)) }
    let content =
      "\(list.itemCount.counted("item")) in \(list.sections.count.counted("section")) of \(source.name)"
    try context.console.print(
      "copied \(content) at version \(source.version) to \(target), which is at version \(version)".printable
    )
  }

  // MARK: The other collection

  /// Its description and its content, which are of one version.
  private func read(_ client: ArrangeClient) async throws -> (CollectionInfo, ImportedList) {
    var source: CollectionInfo?
    var list = ImportedList()
    for try await page in client.pages(of: collection.name, pageSize: FetchRequest.maximumPageSize, at: at) {
      guard !page.collection.isView else {
        throw CommandFailure(.invalid, "\(collection.name) is a view; a collection can be copied".printable)
      }
      source = source ?? page.collection
      for slice in page.sections {
        // A section can go on in the next page.
        if slice.index == list.sections.count {
          list.sections.append(ImportedSection(id: slice.section.id, fields: slice.section.fields))
        }
        var trail = OutlineTrail(slice.ancestors)
        list.sections[slice.index].items += slice.items.map { item in
          var copy = ImportedItem(id: item.id, fields: item.fields, offset: 0)
          copy.parent = item.outline.flatMap { trail.parent(of: item.id, depth: Int($0.depth)) }
          return copy
        }
      }
    }
    guard let source else { preconditionFailure("a read has at least one page") }
    return (source, list)
  }

  private func operations(_ list: ImportedList) -> [ListOperation] {
    ImportPlan(
      list,
      existing: ImportPlan.Existing(),
      isSkipping: false,
      placeholder: Identifier(Int64.random(in: (Int64.max / 2)...Int64.max))
    ).transactions.flatMap(\.operations)
  }

  // MARK: The new collection

  /// Refuses what one transaction can't write, before anything is made.
  private func check(_ request: ApplyRequest, of list: ImportedList, _ client: ArrangeClient) async throws {
    let limits = try await client.serverInfo().limits
    let elements = list.itemCount + list.sections.count
    let bytes = request.packable(in: Arena(codec: .swift)).bytes.count
    guard
      elements > limits.elementsPerTransaction || bytes + Copy.frameBytes > limits.largestFrame
        || request.operations.count > limits.operationsPerTransaction
    else { return }
    throw CommandFailure(
      .invalid,
      "\(collection.name) has \(elements.counted("element")) of \((bytes / 1_024).grouped) KiB, more than one transaction "
        + "can write; copy it in parts: arrange export \(collection.name) | arrange import \(target) - --create STRATEGY"
    )
  }

  /// What a frame has besides a request, in bytes, at most.
  private static let frameBytes = 256

  /// Creates the collection, or takes the empty one that an interrupted copy has left.
  private func create(
    _ strategy: String,
    _ fields: Fields,
    _ outline: OutlineSettings?,
    _ client: ArrangeClient
  ) async throws(ArrangeError) -> CollectionInfo {
    do { return try await client.create(target, strategy: strategy, fields: fields, outline: outline) } catch
    {
      guard error.code == .alreadyExists else { throw error }
      let found = try await client.info(target)
      guard !found.isView, found.version == 0, found.strategy == strategy, found.fields == fields,
        found.outline == outline
      else { throw error }
      return found
    }
  }

  private func json(_ source: CollectionInfo, _ list: ImportedList, _ state: StateID) -> JSON {
    .object([
      "collection": .string(target.text), "version": .unsigned(state.version), "state": .string("\(state)"),
      "sections": .count(list.sections.count), "items": .count(list.itemCount),
      "from": .object(["collection": .string(source.name.text), "version": .unsigned(source.version)]),
    ])
  }
}
