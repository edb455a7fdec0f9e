import ArrangeModel
import Changes
import Wire

/// Views, and what is said about them. The views keep all rules.
extension RandomValues {
  /// The id of a row of a view, which may be longer than others.
  mutating func rowIdentifier(allowingEmpty: Bool = false) -> Identifier {
    let id = identifier(allowingEmpty: allowingEmpty)
    return number(0...3) == 0 ? Identifier(unchecked: "\(partName())/\(id)") : id
  }

  mutating func origin(isSection: Bool) -> RowOrigin {
    RowOrigin(
      collection: identifier(),
      section: identifier(allowingEmpty: true),
      item: isSection ? nil : identifier(),
      depth: isSection ? 0 : UInt32(number(0...3)),
      isContext: !isSection && flag()
    )
  }

  /// A view that is stored under a name, and so may have the rights of its definer.
  mutating func view() -> ViewDefinition {
    while true {
      var view = requestView()
      if flag() { view.rights = .definer }
      if view.text.utf8.count <= ViewDefinition.maximumTextLength { return view }
    }
  }

  /// A view that comes with a request, and so has the rights of its reader.
  mutating func requestView() -> ViewDefinition {
    while true {
      let view = anyView()
      if view.text.utf8.count <= ViewDefinition.maximumTextLength { return view }
    }
  }

  private mutating func anyView() -> ViewDefinition {
    let count = number(1...3)
    var names: Set<String> = []
    while names.count < count { names.insert(partName()) }
    var view = ViewDefinition(
      names.sorted().map { ViewDefinition.Part(content(), name: count == 1 && flag() ? "" : $0) }
    )
    switch number(0...2) {
    case 0:
      let (a, b) = (index(), index())
      view.window = ViewDefinition.Window(section: index(), items: min(a, b)..<max(a, b))
    case 1:
      let most = ViewDefinition.Window.maximumSide
      view.window = .around(rowIdentifier(), before: number(0...most), after: number(0...most))
    default: break
    }
    return view
  }

  private mutating func partName() -> String {
    let letters = Array("abcXYZ0189")
    let others = letters + ["-", "_"]
    let length = number(0...5) == 0 ? ViewDefinition.Part.maximumNameLength - 1 : number(0...8)
    return String((0...length).map { $0 == 0 ? letters[number(0...9)] : others[number(0...11)] })
  }

  private mutating func content() -> ViewDefinition.Content {
    if number(0...2) == 0 {
      return .fixed(ViewDefinition.FixedSection(section: row(), items: rows()))
    }
    var query = ViewDefinition.Query(
      identifier(),
      sections: maybe { values in
        Array(Set(values.list(0...3) { $0.identifier(allowingEmpty: true) })).sorted()
      },
      layout: layout(),
      filter: maybe { $0.filter() },
      sort: list(0...3) { $0.sortDescriptor() },
      cap: maybe { $0.index() },
      only: maybe { values in
        // Each name once, as its bytes are.
        let names = values.list(0...3) { $0.fieldName() }
        return .init(names.enumerated().map { "\($0)\($1)" }.filter { $0.utf8.count <= 128 })
      },
      overlay: maybe { values in
        let name = values.identifier()
        return .init(name, isOwn: name == ViewDefinition.ShownOverlay.ownName || values.flag())
      },
      sums: .init((0..<number(0...3)).map { "summed \($0)" })
    )
    if query.filter != nil {
      let contexts: [ViewDefinition.FilterContext] =
        query.layout == .sections ? [.matches, .ancestors, .descendants] : [.matches, .descendants]
      query.context = contexts[number(0...contexts.count - 1)]
    }
    return .collection(query)
  }

  private mutating func row() -> ViewDefinition.Row { ViewDefinition.Row(identifier(), fields()) }

  private mutating func rows() -> [ViewDefinition.Row] {
    var ids: Set<Identifier> = []
    return list(0...4) { $0.row() }.filter { ids.insert($0.id).inserted }
  }

  private mutating func layout() -> ViewDefinition.Layout {
    switch number(0...2) {
    case 0: return .sections
    case 1: return .flat(row())
    default:
      // Of each kind at most one, so that no two are the same group.
      let declared: [FieldValue?] = [
        nil, .bool(flag()), .int(Int64(bitPattern: word())), .string(text(0...20)), .bytes(bytes(0...9)),
        .timestamp(timestamp()),
      ]
      var grouping = ViewDefinition.Grouping(
        fieldName(),
        declared: declared.filter { _ in flag() },
        order: ViewDefinition.Grouping.Order.allCases[number(0...2)],
        isOfParent: flag()
      )
      if flag(), grouping.order != .bestItem, grouping.field != "by" {
        grouping.by = ViewDefinition.Grouping.Second(
          "by",
          declared: declared.filter { _ in flag() },
          order: flag() ? .ascending : .descending
        )
      }
      return .grouped(grouping)
    }
  }

  private mutating func sortDescriptor() -> ViewSortDescriptor {
    ViewSortDescriptor(
      fieldName(),
      flag() ? .ascending : .descending,
      missing: flag() ? .first : .last,
      numbersLast: flag(),
      digitsLast: flag(),
      isNatural: flag(),
      ignoresCase: flag()
    )
  }

  private mutating func filter(depth: Int = 3) -> Filter {
    switch number(depth > 0 ? 0...8 : 3...8) {
    case 0: return .all(list(0...3) { $0.filter(depth: depth - 1) })
    case 1: return .any(list(0...3) { $0.filter(depth: depth - 1) })
    case 2: return .not(filter(depth: depth - 1))
    case 3: return .exists(fieldName())
    case 4: return .hasPrefix(fieldName(), text(1...20), ignoresCase: flag())
    case 5: return .contains(fieldName(), text(1...20), ignoresCase: flag())
    case 6: return .isOneOf(fieldName(), list(1...4) { $0.fieldValue() })
    case 7: return .principal(fieldName(), flag() ? .equal : .notEqual)
    default:
      let value = fieldValue()
      switch value {
      case .string:
        return .comparison(fieldName(), comparison(), value, ignoresCase: flag())
      case .null:
        return .comparison(fieldName(), .equal, value)
      case .bool:
        return .comparison(fieldName(), flag() ? .equal : .notEqual, value)
      default:
        return .comparison(fieldName(), comparison(), value)
      }
    }
  }

  private mutating func comparison() -> Filter.Comparison {
    Filter.Comparison.allCases[number(0...5)]
  }

  mutating func subscribeRequest() -> SubscribeRequest {
    var options = SubscribeRequest.Options()
    let isOutline = number(0...3) == 0
    options.profile = isOutline ? .tree : flag() ? .exact : .uikit
    if isOutline { options.folding = folding() }
    options.reloadThreshold = number(0...SubscribeRequest.maximumReloadThreshold)
    options.shortestIntervalMicroseconds = UInt64(number(0...1_000_000))
    options.largestBatchBytes = maybe { $0.number(SubscribeRequest.smallestBatchLimit...1_000_000) }
    options.sendsKeys = flag()
    options.progressMicroseconds = UInt64(number(1...1_000_000))
    options.namesAuthors = flag()
    options.ownRequestPrefix = bytes(0...SubscribeRequest.maximumPrefixLength)
    let token = maybe { $0.token() }
    if !isOutline, flag() {
      return SubscribeRequest(view: requestView(), resumeToken: token, options: options)
    }
    var request = SubscribeRequest(collection: identifier(), resumeToken: token, options: options)
    if isOutline { return request }
    request.at = maybe { $0.versionReference() }
    if request.at != nil { request.playTo = maybe { $0.versionReference() } }
    return request
  }

  mutating func subscribeResponse() -> SubscriptionMessage {
    let content: SubscriptionMessage.Content
    switch number(0...3) {
    case 0: content = .progress
    case 1: content = .snapshot(snapshotPage())
    case 2: content = .tree(treeBatch(), from: word(), commits: word())
    default: content = .batch(batch(), from: word(), commits: word())
    }
    var message = SubscriptionMessage(
      version: word(),
      epoch: word(),
      resumeToken: maybe { $0.token() },
      content: content
    )
    message.ownRequestIDs = list(0...2) { $0.requestID() }
    message.notes.authors = list(0...3) { random in
      CommitAuthor(random.maybe { $0.principal() }, commits: random.number(0...100))
    }
    message.window = maybe { $0.windowPlace() }
    return message
  }

  private mutating func snapshotPage() -> SnapshotPage {
    SnapshotPage(
      reason: SnapshotReason.allCases[number(0...SnapshotReason.allCases.count - 1)],
      page: index(),
      isLast: flag(),
      size: listSize(),
      sections: list(0...3) { values in
        var run = SnapshotPage.Run(
          index: values.index(),
          section: values.element(empty: true),
          firstItem: values.index(),
          items: values.list(0...3) { $0.element(empty: false) }
        )
        if values.flag() { values.indent(&run) }
        return run
      }
    )
  }

  mutating func listSize() -> ListSize { ListSize(sections: index(), items: index()) }

  /// A batch that can be written, though it fits no list.
  mutating func diffRequest() -> DiffRequest {
    DiffRequest(
      collection: identifier(),
      from: versionReference(),
      to: maybe { $0.versionReference() },
      profile: flag() ? .exact : .uikit
    )
  }

  mutating func diffResponse() -> VersionDiff { VersionDiff(from: word(), to: word(), batch: batch()) }

  mutating func restoreResponse() -> RestoreResult {
    RestoreResult(
      restored: word(),
      version: word(),
      changed: flag(),
      repeated: flag(),
      history: word(),
      changes: maybe { $0.batch() },
      tree: maybe { $0.treeBatch() }
    )
  }

  private mutating func batch() -> ChangeBatch {
    var batch = ChangeBatch(profile: flag() ? .exact : .uikit, before: listSize(), after: listSize())
    batch.sections.deletes = list(0...3) { $0.index() }
    batch.sections.moves = list(0...2) { Move(from: $0.index(), to: $0.index()) }
    batch.sections.inserts = list(0...2) { values in
      SectionInsert(
        at: values.index(),
        source: values.flag() ? .new(values.element(empty: true)) : .kept(from: values.index()),
        items: values.list(0...2) { values in
          values.flag()
            ? .new(values.list(1...2) { $0.element(empty: false) })
            : .kept(from: values.path(), count: values.index())
        }
      )
    }
    batch.items.deletes = list(0...3) { $0.path() }
    batch.items.inserts = list(0...3) { values in
      ItemInsert(
        at: values.path(),
        source: values.flag() ? .new(values.element(empty: false)) : .kept(from: values.path())
      )
    }
    batch.items.moves = list(0...2) { Move(from: $0.path(), to: $0.path()) }
    batch.sections.keys = list(0...2) {
      PlacedKey(at: $0.index(), key: $0.key(), placementVersion: $0.word())
    }
    batch.items.keys = list(0...2) { PlacedKey(at: $0.path(), key: $0.key(), placementVersion: $0.word()) }
    batch.items.updates = list(0...2) {
      Update(
        at: $0.path(),
        content: $0.element(empty: false),
        before: FieldsFingerprint(rawValue: $0.word())
      )
    }
    return batch
  }
}
