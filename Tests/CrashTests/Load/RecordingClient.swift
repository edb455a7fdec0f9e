import ArrangeClient
import Ordering

/// A client that records its calls and their outcomes. Unless it is told otherwise, it makes each call once: retries are up
/// to the load.
struct RecordingClient: Sendable {
  let number: Int
  let cycle: Int
  let client: ArrangeClient
  let recorder: Recorder
  let sightings: [Identifier: Sightings]
  /// Whether a call may stay without an answer although the server runs, because something on its way does not.
  private let isDisturbed: Bool

  /// Longer than any answer may take, even on a busy machine.
  private static let patience = Duration.seconds(30)

  init(
    _ number: Int,
    cycle: Int,
    socket: String,
    recorder: Recorder,
    sightings: [Identifier: Sightings]
  ) {
    var configuration = ArrangeClientConfiguration()
    configuration.unixSocketPath = socket
    configuration.callTimeout = RecordingClient.patience
    configuration.connectTimeout = RecordingClient.patience
    configuration.retry = .never
    self.init(number, cycle: cycle, configuration, recorder: recorder, sightings: sightings)
  }

  init(
    _ number: Int,
    cycle: Int,
    _ configuration: ArrangeClientConfiguration,
    recorder: Recorder,
    sightings: [Identifier: Sightings],
    isDisturbed: Bool = false
  ) {
    self.number = number
    self.cycle = cycle
    self.recorder = recorder
    self.sightings = sightings
    self.isDisturbed = isDisturbed
    _ = Heartbeat.shared
    client = ArrangeClient(configuration)
  }

  /// Makes a transaction.
  func write(_ request: ApplyRequest) async -> Call.Outcome {
    let invoked = recorder.tick()
    let outcome: Call.Outcome
    var failure: ArrangeError?
    do throws(ArrangeError) {
      let result = try await client.apply(request)
      outcome = .result(result)
      if !result.repeated { sightings[request.collection]?.see(result, of: request) }
    } catch {
      failure = error
      outcome = Call.Outcome(error, isDisturbed: isDisturbed)
    }
    record(.write(request), request.collection, invoked, outcome, failure)
    return outcome
  }

  /// Reads a whole collection, in pages.
  func read(_ collection: Identifier, pageSize: Int) async -> Call.Outcome {
    let invoked = recorder.tick()
    var completed: Int?
    var pages: [FetchPage] = []
    var outcome: Call.Outcome
    var failure: ArrangeError?
    do throws(ArrangeError) {
      var request = FetchRequest(collection: collection, pageSize: pageSize)
      repeat {
        pages.append(try await client.fetch(request))
        // The first page has the version of all pages.
        if completed == nil { completed = recorder.tick() }
        request.pageToken = pages[pages.count - 1].nextPageToken
      } while request.pageToken != nil
      outcome = Call.Outcome(pages)
      if case .content(let content) = outcome { sightings[collection]?.see(content) }
    } catch {
      failure = error
      outcome = Call.Outcome(error, isDisturbed: isDisturbed)
      if let first = pages.first {
        switch outcome {
        case .wrong: break
        default: outcome = .version(first.collection.version)
        }
      }
    }
    record(.read, collection, invoked, outcome, failure, completed: completed)
    return outcome
  }

  /// Reads commits.
  func history(_ collection: Identifier, from version: UInt64) async -> Call.Outcome {
    let invoked = recorder.tick()
    let outcome: Call.Outcome
    var failure: ArrangeError?
    do throws(ArrangeError) {
      let limit = HistoryRequest.maximumCommits
      outcome = .commits(
        try await client.history(HistoryRequest(collection: collection, from: version, limit: limit))
      )
    } catch {
      failure = error
      outcome = Call.Outcome(error, isDisturbed: isDisturbed)
    }
    record(.history, collection, invoked, outcome, failure)
    return outcome
  }

  /// Reads the description of a collection, which tells its version.
  func info(_ collection: Identifier) async -> Call.Outcome {
    let invoked = recorder.tick()
    let outcome: Call.Outcome
    var failure: ArrangeError?
    do throws(ArrangeError) {
      outcome = .version(try await client.info(collection).version)
    } catch {
      failure = error
      outcome = Call.Outcome(error, isDisturbed: isDisturbed)
    }
    record(.read, collection, invoked, outcome, failure)
    return outcome
  }

  /// Reads the list of all collections, which tells the versions of those that are asked for: all of them exist.
  func list(_ collections: [Identifier]) async -> Call.Outcome {
    let invoked = recorder.tick()
    do throws(ArrangeError) {
      var versions: [Identifier: UInt64] = [:]
      var token: [UInt8]?
      repeat {
        let page = try await client.collections(pageSize: 1_000, pageToken: token)
        for info in page.collections { versions[info.name] = info.version }
        token = page.nextPageToken
      } while token != nil
      let completed = recorder.tick()
      for name in collections {
        let outcome = versions[name].map { Call.Outcome.version($0) } ?? .wrong("it is not listed")
        record(.read, name, invoked, outcome, nil, completed: completed)
      }
      return .version(0)
    } catch {
      let outcome = Call.Outcome(error, isDisturbed: isDisturbed)
      record(.read, collections[0], invoked, outcome, error)
      return outcome
    }
  }

  /// Reads a view of a whole collection, whose version is that of the collection.
  func readView(_ collection: Identifier) async -> Call.Outcome {
    let invoked = recorder.tick()
    let outcome: Call.Outcome
    var failure: ArrangeError?
    do throws(ArrangeError) {
      let view = try ViewDefinition(parsing: "\"\(collection)\"")
      outcome = .version(try await client.fetch(FetchRequest(view: view, pageSize: 1)).collection.version)
    } catch {
      failure = error
      outcome = Call.Outcome(error, isDisturbed: isDisturbed)
    }
    record(.read, collection, invoked, outcome, failure)
    return outcome
  }

  private func record(
    _ request: Call.Request,
    _ collection: Identifier,
    _ invoked: Int,
    _ outcome: Call.Outcome,
    _ failure: ArrangeError?,
    completed: Int? = nil
  ) {
    recorder.record(
      Call(
        cycle: cycle,
        client: number,
        collection: collection,
        request: request,
        invoked: invoked,
        completed: completed ?? recorder.tick(),
        outcome: outcome,
        failure: failure
      )
    )
  }
}

extension Call.Outcome {
  /// The outcome that an error means.
  fileprivate init(_ error: ArrangeError, isDisturbed: Bool) {
    let mayHang = isDisturbed || Heartbeat.shared.stoodStill
    switch (error.code, error.processed) {
    case (.notFound, .notStarted), (.aborted, .notStarted), (.alreadyExists, .notStarted),
      (.outOfRange, .notStarted), (.failedPrecondition, .notStarted), (.invalidArgument, .notStarted):
      self = .refused(error.code)
    case (.failedPrecondition, .done): self = .expired
    case (.unavailable, .notStarted): self = .notStarted
    case (.unavailable, .unknown): self = .unknown
    // A call that hangs is a fault, unless the machine was suspended.
    case (.deadlineExceeded, .notStarted) where mayHang: self = .notStarted
    case (.deadlineExceeded, .unknown) where mayHang: self = .unknown
    default: self = .wrong("\(error), processed: \(error.processed)")
    }
  }

  /// Puts the pages of a read together.
  fileprivate init(_ pages: [FetchPage]) {
    var content = ListContent(version: pages[0].collection.version)
    for page in pages {
      guard page.collection == pages[0].collection else {
        self = .wrong("pages of one read are of \(pages[0].collection) and \(page.collection)")
        return
      }
      for slice in page.sections {
        if slice.firstItem == 0, slice.index == content.sections.count {
          content.sections.append((slice.section, slice.items))
        } else if slice.index == content.sections.count - 1,
          slice.firstItem == content.sections[slice.index].items.count
        {
          content.sections[slice.index].items += slice.items
        } else {
          self = .wrong("a page goes on with \(slice.firstItem) of section \(slice.index)")
          return
        }
      }
    }
    let info = pages[0].collection
    guard info.sectionCount == content.sections.count,
      info.itemCount == content.sections.reduce(0, { $0 + $1.items.count })
    else {
      self = .wrong("a read has other counts than \(info)")
      return
    }
    self = .content(content)
  }
}
