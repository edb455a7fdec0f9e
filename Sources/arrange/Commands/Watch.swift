import ArgumentParser
import ArrangeClient
import ArrangeModel
import Changes
import InputText

struct Watch: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Watch a collection or a view change.",
    discussion: """
      On a terminal it is a live list: what comes is marked +, what goes -, what moves >, and what changes its \
      fields ~; the marks fade. A long list is cut to what changed last. Elsewhere each batch is one line. It goes \
      on until Ctrl-C, also over restarts of the server, and in a pipe until the reader has gone.

      With --json each update is one line, with names sorted. Places of sections are numbers, those of items \
      [section, item]; those of deletes and "from" and "kept" are places before the batch, all others after it. \
      What is "kept" was in the list before and shows as a delete and an insert.
        {"update": "list", "reason", "sections": [{"fields", "id", "items": [{"fields", "id"}]}], ...}
        {"update": "batch", "from", "commits", "profile", "before", "after": {"items", "sections"},
         "sections": {"deletes": [AT], "inserts": [{"at", "section" or "kept", "items":
           [{"new": [ITEM]} or {"kept": PLACE, "count"}]}], "moves": [{"from", "to"}],
           "updates": [{"at", "section"}]},
         "items": {"deletes": [AT], "inserts": [{"at", "item" or "kept"}], "moves": [{"from", "to"}],
           "updates": [{"at", "item"}]}, ...}
        {"update": "progress", ...}: the version moved on and nothing visible changed
      With --replay there is one update for each commit, after the list of the first version.
        {"update": "connection", "state": "disconnected" or "connected", "message"}: the server is gone, or there again
      What a window shows has "window": {"anchor", "section", "first_item", "section_items"}: the row that it is \
      around, the index of its section, the index of its first row in it, and how many rows the section has.
      With --keys elements have a "key", and both lists of a batch "keys": [{"at", "key"}] of what came to its place.
      Of an outline the whole list has its items in the order in which they are shown, each with "depth", "children" and \
      "descendants". Batches have the profile "tree": places of items are [section, index] at the top of a section and \
      ["id", index] below an item, what moves takes along what is below it, and what is inserted comes with all that is \
      new below it:
        "inserts": [{"at", "rows": [{"depth", "fields", "id"}]}]
      With --authors batches have "authors": [{"principal", "commits"}]; without "principal" where it is not known.
      Each has "version", "epoch", and "token", with which --from goes on after it. What a view shows has \
      "origin": {"collection", "item", "section"}.

      EXAMPLES
        arrange watch board
        arrange watch board --json --batches 1
        arrange watch board --json --from AQcF --interval 0.5
        arrange watch board --profile uikit --threshold 20 | tee changes.txt
        arrange watch --view 'board where owner = "ann" sort due cap 5'
        arrange watch board --around write --each-side 10
        arrange watch board --replay 30..41 --interval 0.5
      """
  )

  /// The profile of batches, as written on the command line.
  enum Profile: String, ExpressibleByArgument, CaseIterable {
    case exact
    case uikit

    var value: ChangeBatch.Profile { self == .uikit ? .uikit : .exact }
  }

  @OptionGroup var list: ListArgument

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Go on after the update with this token; with --json or in a pipe.",
      valueName: "token"
    ),
    transform: Watch.token
  )
  var from: [UInt8]?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Only this item and those near it in its section, wherever it moves.",
      valueName: "item"
    ),
    completion: .from(.items),
    transform: Arguments.row
  )
  var around: Identifier?

  @Option(
    name: .long,
    help: ArgumentHelp("With --around: how many to each side; 5 if not given.", valueName: "n")
  )
  var eachSide: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Show these versions of a collection, one commit after the other, and end; without a last one up to the newest.",
      valueName: "from..to"
    ),
    transform: Watch.versions
  )
  var replay: Replay?

  @Option(
    name: .long,
    help: "What batches are made for: as few moves as possible, or list views that can't do all."
  )
  var profile = Profile.exact

  @Option(
    name: .long,
    help: ArgumentHelp("The shortest time between two batches in seconds, 0 to 3600.", valueName: "seconds"),
    transform: Arguments.duration
  )
  var interval: Duration = .zero

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The most changes of a batch, 0 to 100000; beyond it the whole list comes.",
      valueName: "n"
    )
  )
  var threshold = SubscribeRequest.defaultReloadThreshold

  @Flag(name: .long, help: "Show the order keys.")
  var keys = false

  @Flag(name: .long, help: "Print who made the changes.")
  var authors = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "End after so many updates that show a change; 0: after the list, or with --from after the first update.",
      valueName: "n"
    )
  )
  var batches: Int?

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  /// The versions that are shown again; nil for the newest.
  struct Replay: Hashable {
    var first: VersionReference
    var last: VersionReference?
  }

  private static func versions(_ text: String) throws -> Replay {
    guard let dots = text.firstRange(of: "..") else {
      throw ValidationError("versions are written 30..41, or 30.. for all since then")
    }
    let last = text[dots.upperBound...]
    return Replay(
      first: try Arguments.version(String(text[..<dots.lowerBound])),
      last: last.isEmpty ? nil : try Arguments.version(String(last))
    )
  }

  private static let longestInterval: Duration = .microseconds(
    Int64(SubscribeRequest.maximumIntervalMicroseconds)
  )

  private static func token(_ text: String) throws -> [UInt8] {
    guard let token = Base64.decode(text), !token.isEmpty, token.count <= SubscribeRequest.maximumTokenLength
    else { throw ValidationError("this is not a token; take one from the output of arrange watch --json") }
    return token
  }

  func validate() throws {
    guard (0...SubscribeRequest.maximumReloadThreshold).contains(threshold) else {
      throw ValidationError("--threshold goes from 0 to \(SubscribeRequest.maximumReloadThreshold).")
    }
    guard interval <= Watch.longestInterval else { throw ValidationError("--interval goes from 0 to 3600.") }
    guard around != nil || eachSide == nil else { throw ValidationError("--each-side needs --around.") }
    guard (0...ViewDefinition.Window.maximumSide).contains(eachSide ?? 0) else {
      throw ValidationError("--each-side goes from 0 to \(ViewDefinition.Window.maximumSide).")
    }
    guard !keys || around == nil else {
      throw ValidationError("--keys can't be given with --around: the rows of a window have no keys.")
    }
    guard replay == nil || list.view == nil && around == nil && !keys else {
      throw ValidationError("--replay can't be given with --view, --around or --keys.")
    }
    guard batches ?? 0 >= 0 else { throw ValidationError("--batches has to be at least 0.") }
  }

  func run(in context: CommandContext) async throws {
    let screen = context.isJSON ? nil : context.console.screen
    guard screen == nil || from == nil else {
      throw CommandFailure(.usage, "--from needs --json or a pipe: a screen shows the whole list")
    }
    let info = try await info(in: context)
    guard info.outline == nil || around == nil && profile == .exact else {
      throw CommandFailure(.usage, "--around and --profile can't be given for an outline; leave them out")
    }
    let source = try await source(of: info, in: context)
    var options = ListUpdates.Options()
    options.profile = profile.value
    options.reloadThreshold = threshold
    options.shortestInterval = interval
    options.sendsKeys = keys
    options.namesAuthors = authors
    let (first, last) = (replay?.first, replay.map { $0.last ?? .number(info.version) })
    let updates: any AsyncSequence<WatchedUpdate, ArrangeError> & Sendable
    if info.outline != nil {
      updates = context.client.updates(
        ofOutline: info.name,
        at: first,
        playTo: last,
        from: from,
        options: options
      ).map { .outline($0) }
    } else {
      updates = context.client.updates(of: source, at: first, playTo: last, from: from, options: options)
        .map { .list($0) }
    }
    let events = WatchEvents(
      updates,
      connection: context.client.connectionStates,
      tick: screen == nil ? WatchLines.tick : WatchScreen.tick,
      hasScreen: screen != nil
    )
    let result: Result<Void, any Error>
    do { result = .success(try await show(events, info, on: screen, in: context)) } catch {
      result = .failure(error)
    }
    // Signals are handled until the client is closed, so that a second Ctrl-C still ends the program.
    await context.client.close()
    events.cancel()
    try result.get()
  }

  private func show(
    _ events: WatchEvents,
    _ info: CollectionInfo,
    on screen: TerminalScreen?,
    in context: CommandContext
  ) async throws {
    if let screen {
      let view = WatchView(
        info: info,
        keyTexts: keys && !info.isView ? context.keyTexts : nil,
        style: context.console.style
      )
      try await follow(events, on: WatchScreen(view, screen, context.console.output))
    } else {
      let elements = ElementJSON(keys: keys && !info.isView ? (context.keyTexts, info.strategy) : nil)
      try await follow(
        events,
        on: WatchLines(console: context.console, elements: context.isJSON ? elements : nil)
      )
    }
  }

  /// The list to watch, or a view of it with a window.
  private func source(of info: CollectionInfo, in context: CommandContext) async throws -> ListSource {
    guard let around else { return list.source }
    var view: ViewDefinition
    switch list.source {
    case .view(let written): view = written
    case .named(let name) where info.isView: view = try await context.client.view(name).definition
    case .named(let name): view = ViewDefinition([.init(.collection(.init(name)))])
    }
    guard view.window == nil else {
      throw CommandFailure(.usage, "--around can't be given for a view that has a window")
    }
    guard view.rights == .reader else {
      throw CommandFailure(
        .usage,
        "--around can't be given for a view with the rights of its definer; define one with a window"
      )
    }
    let side = eachSide ?? Show.standardSide
    view.window = .around(around, before: side, after: side)
    return .view(view)
  }

  /// The description of the list, as far as it is known before the list arrives.
  private func info(in context: CommandContext) async throws -> CollectionInfo {
    if case .named(let name) = list.source { return try await context.client.info(name) }
    return CollectionInfo(
      name: .empty,
      strategy: "",
      fields: Fields(),
      version: 0,
      epoch: 0,
      createdAt: Timestamp(microseconds: 0),
      sectionCount: 0,
      itemCount: 0,
      isView: true
    )
  }

  /// Shows events until the list ends.
  private func follow(_ events: WatchEvents, on output: some WatchOutput) async throws {
    var output = output
    defer { output.close() }
    events.atOnce(output.closing)
    var left = batches
    var isBeginning = from == nil
    while let event = await events.next() {
      switch event {
      case .moment(.tick): try output.tick()
      case .moment(.resized): try output.refresh()
      case .moment(.stopped): try output.stop()
      case .moment(.continued): try output.resume()
      case .interrupted: throw CommandFailure(.interrupted, "interrupted")
      case .connection(let state): try output.show(state)
      case .ended(let error):
        if let error { throw error }
        return
      case .update(let update):
        try output.show(update)
        if let count = left {
          let rest = count - (Watch.counts(update, isBeginning: isBeginning) ? 1 : 0)
          if rest <= 0 { return }
          left = rest
        }
        isBeginning = false
        events.proceed()
      }
    }
  }

  /// Whether an update counts as a change: the initial list does not, but a list that replaces a requested
  /// batch does.
  private static func counts(_ update: WatchedUpdate, isBeginning: Bool) -> Bool {
    update.showsChange ?? !isBeginning
  }
}
