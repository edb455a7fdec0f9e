package import ArrangeModel
internal import CArrangeProtos
package import Changes

extension SubscribeRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> SubscribeRequest {
    try arena.reading(bytes, arrange__v1__subscribe_request__unpack) { (message) throws(ArrangeError) in
      let isView = message.pointee.view != nil
      var request = SubscribeRequest(
        collection: try Boundary.source(message.pointee.collection, isView: isView, "collection"),
        resumeToken: try Boundary.token(
          message.pointee.resume_token,
          maximum: SubscribeRequest.maximumTokenLength,
          "resume_token"
        )
      )
      request.view = try ViewDefinition.optional(message.pointee.view, "view")
      request.at = try VersionReference.optional(message.pointee.at, "at")
      request.playTo = try VersionReference.optional(message.pointee.play_to, "play_to")
      guard request.at != nil || request.playTo == nil else {
        throw Boundary.invalid("can only be given together with `at`", "play_to")
      }
      request.options.profile = try ChangeBatch.Profile(message.pointee.profile, "profile")
      if message.pointee.threshold_choice_case
        == ARRANGE__V1__SUBSCRIBE_REQUEST__THRESHOLD_CHOICE_RELOAD_THRESHOLD
      {
        let threshold = message.pointee.reload_threshold
        let range = 0...Int64(SubscribeRequest.maximumReloadThreshold)
        guard range.contains(threshold) else {
          throw Boundary.outOfRange(threshold, range, "reload_threshold")
        }
        request.options.reloadThreshold = Int(threshold)
      }
      request.options.shortestIntervalMicroseconds = try Boundary.interval(
        message.pointee.shortest_interval_us,
        "shortest_interval_us"
      )
      if message.pointee.progress_interval_us > 0 {
        request.options.progressMicroseconds = try Boundary.interval(
          message.pointee.progress_interval_us,
          "progress_interval_us"
        )
      }
      let largest = Int64(clamping: message.pointee.largest_batch_bytes)
      if largest > 0 {
        let range = Int64(SubscribeRequest.smallestBatchLimit)...Int64(Frame.largestEver)
        guard range.contains(largest) else {
          throw Boundary.outOfRange(largest, range, "largest_batch_bytes")
        }
        request.options.largestBatchBytes = Int(largest)
      }
      request.options.sendsKeys = message.pointee.order_keys != 0
      request.options.ownRequestPrefix =
        try Boundary.token(
          message.pointee.own_request_prefix,
          maximum: SubscribeRequest.maximumPrefixLength,
          "own_request_prefix"
        ) ?? []
      request.options.namesAuthors = message.pointee.name_authors != 0
      request.options.folding =
        try Boundary.optional(message.pointee.folding, "folding") { (folding) throws(ArrangeError) in
          try TreeFolding(folding)
        } ?? TreeFolding()
      if let problem = request.outlineProblem { throw problem }
      return request
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__subscribe_request__init)
    message.pointee.collection = arena.bytes(of: collection)
    if let resumeToken { message.pointee.resume_token = arena.bytes(of: resumeToken) }
    message.pointee.profile = options.profile.message
    if options.reloadThreshold != SubscribeRequest.defaultReloadThreshold {
      message.pointee.threshold_choice_case =
        ARRANGE__V1__SUBSCRIBE_REQUEST__THRESHOLD_CHOICE_RELOAD_THRESHOLD
      message.pointee.reload_threshold = Int64(options.reloadThreshold)
    }
    message.pointee.shortest_interval_us = options.shortestIntervalMicroseconds
    message.pointee.largest_batch_bytes = UInt64(options.largestBatchBytes ?? 0)
    message.pointee.order_keys = options.sendsKeys ? 1 : 0
    if options.progressMicroseconds != SubscribeRequest.defaultProgressMicroseconds {
      // 0 stands for the default; the shortest expressible interval has the same effect as none.
      message.pointee.progress_interval_us = max(1, options.progressMicroseconds)
    }
    message.pointee.own_request_prefix = arena.bytes(of: options.ownRequestPrefix)
    message.pointee.name_authors = options.namesAuthors ? 1 : 0
    message.pointee.view = view?.message(in: arena)
    message.pointee.at = at?.message(in: arena)
    message.pointee.play_to = playTo?.message(in: arena)
    if !options.folding.isEmpty {
      message.pointee.folding = arena.message(arrange__v1__folding__init) {
        options.folding.fill($0, in: arena)
      }
    }
    return PackableMessage(message, in: arena)
  }
}

extension SubscribeRequest {
  /// Why what is asked for does not fit the profile.
  fileprivate var outlineProblem: ArrangeError? {
    guard options.profile == .tree else {
      return options.folding.isEmpty
        ? nil : Boundary.invalid("can only be given with the profile TREE", "folding")
    }
    guard view != nil else { return nil }
    return ArrangeError(
      .failedPrecondition,
      "a view is no outline; ask for the profile `exact` or `uikit`",
      field: "profile"
    )
  }
}

extension Boundary {
  fileprivate static func interval(_ number: UInt64, _ field: StaticString) throws(ArrangeError) -> UInt64 {
    guard number <= SubscribeRequest.maximumIntervalMicroseconds else {
      throw outOfRange(
        Int64(clamping: number),
        0...Int64(SubscribeRequest.maximumIntervalMicroseconds),
        field
      )
    }
    return number
  }
}

extension SubscriptionMessage: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> SubscriptionMessage {
    try arena.reading(bytes, arrange__v1__subscribe_response__unpack) { (message) throws(ArrangeError) in
      let content: Content
      switch message.pointee.content_case {
      case ARRANGE__V1__SUBSCRIBE_RESPONSE__CONTENT_SNAPSHOT:
        content = .snapshot(
          try Boundary.required(message.pointee.snapshot, "snapshot") { (page) throws(ArrangeError) in
            try SnapshotPage(page)
          }
        )
      case ARRANGE__V1__SUBSCRIBE_RESPONSE__CONTENT_BATCH:
        let batch = try Boundary.required(message.pointee.batch, "batch")
        content = .batch(
          try Boundary.within("batch") { () throws(ArrangeError) in try ChangeBatch(batch) },
          from: batch.pointee.from_version,
          commits: batch.pointee.commits
        )
      case ARRANGE__V1__SUBSCRIBE_RESPONSE__CONTENT_PROGRESS: content = .progress
      case ARRANGE__V1__SUBSCRIBE_RESPONSE__CONTENT_TREE:
        let tree = try Boundary.required(message.pointee.tree, "tree")
        content = .tree(
          try Boundary.within("tree") { () throws(ArrangeError) in try TreeBatch(tree) },
          from: tree.pointee.from_version,
          commits: tree.pointee.commits
        )
      default: throw Boundary.noChoice("content")
      }
      var result = SubscriptionMessage(
        version: message.pointee.version,
        epoch: message.pointee.epoch,
        resumeToken: try Boundary.token(
          message.pointee.resume_token,
          maximum: SubscribeRequest.maximumTokenLength,
          "resume_token"
        ),
        content: content
      )
      result.notes.ownRequestIDs = try Boundary.list(
        message.pointee.own_request_ids,
        message.pointee.n_own_request_ids,
        "own_request_ids"
      ) { (bytes) throws(ArrangeError) in try RequestID(Array(bytes.bytes)) }
      result.notes.authors = try Boundary.list(
        message.pointee.authors,
        message.pointee.n_authors,
        "authors"
      ) { (author) throws(ArrangeError) in try CommitAuthor(author) }
      result.window = try Boundary.optional(message.pointee.window, "window") {
        (place) throws(ArrangeError) in try WindowPlace(place)
      }
      return result
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__subscribe_response__init)
    message.pointee.version = version
    message.pointee.epoch = epoch
    if let resumeToken { message.pointee.resume_token = arena.bytes(of: resumeToken) }
    switch content {
    case .snapshot(let page):
      message.pointee.content_case = ARRANGE__V1__SUBSCRIBE_RESPONSE__CONTENT_SNAPSHOT
      message.pointee.snapshot = arena.message(arrange__v1__snapshot_page__init) {
        page.fill($0, in: arena)
      }
    case .batch(let batch, let from, let commits):
      message.pointee.content_case = ARRANGE__V1__SUBSCRIBE_RESPONSE__CONTENT_BATCH
      let batch = batch.message(in: arena)
      batch.pointee.from_version = from
      batch.pointee.commits = commits
      message.pointee.batch = batch
    case .tree(let batch, let from, let commits):
      message.pointee.content_case = ARRANGE__V1__SUBSCRIBE_RESPONSE__CONTENT_TREE
      let tree = batch.message(in: arena)
      tree.pointee.from_version = from
      tree.pointee.commits = commits
      message.pointee.tree = tree
    case .progress:
      message.pointee.content_case = ARRANGE__V1__SUBSCRIBE_RESPONSE__CONTENT_PROGRESS
      message.pointee.progress = arena.make(arrange__v1__progress__init)
    }
    notes.fill(message, in: arena)
    if let window {
      message.pointee.window = arena.message(arrange__v1__window_place__init) { window.fill($0, in: arena) }
    }
    return PackableMessage(message, in: arena)
  }

  /// A message with only notes. Appended to another message it adds them to it: this way subscribers share
  /// the encoding of a message and still get individual notes.
  package static func packable(_ notes: CommitNotes, in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__subscribe_response__init)
    notes.fill(message, in: arena)
    return PackableMessage(message, in: arena)
  }
}

extension CommitNotes {
  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__SubscribeResponse>, in arena: Arena) {
    if !ownRequestIDs.isEmpty {
      let ids = arena.allocate(ProtobufCBinaryData.self, count: ownRequestIDs.count)
      for (place, id) in ownRequestIDs.enumerated() {
        (ids + place).initialize(to: arena.bytes(of: id.bytes))
      }
      message.pointee.n_own_request_ids = ownRequestIDs.count
      message.pointee.own_request_ids = ids
    }
    if !authors.isEmpty {
      message.pointee.n_authors = authors.count
      message.pointee.authors = arena.messages(authors, arrange__v1__commit_author__init) {
        $0.fill($1, in: arena)
      }
    }
  }
}
