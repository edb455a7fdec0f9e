internal import Changes

/// A list over the network that is always ready to be shown: what a fetched-results controller is for a local store.
///
/// It holds the list, tells a delegate or a loop what changes, in batches that a list view can apply as they are, and
/// makes the user's moves at once, ahead of the server.
///
/// The controller belongs to the actor that uses it, whichever that is: it is not `Sendable`, its methods are
/// synchronous, and ``run(isolation:)`` and ``next(isolation:)`` run where they are called. So an app has it on
/// the main actor, where no callback ever comes between two lines of its own code, and a server in an actor of its
/// own, without a main actor. The network is waited for elsewhere.
///
///     // An app. The delegate collects the changes of a batch and applies them when it is complete.
///     @MainActor final class BoardViewController: UICollectionViewController {
///       let controller = OrderedResultsController(client, "board")
///       private var structure: [() -> Void] = []
///       private var updates: [IndexPath] = []
///       private var following: Task<Void, any Error>?
///
///       override func viewDidLoad() {
///         super.viewDidLoad()
///         controller.delegate = self
///         following = Task { try await controller.run() }
///       }
///       override func numberOfSections(in view: UICollectionView) -> Int { controller.sections.count }
///       override func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int {
///         controller.sections[section].items.count
///       }
///       override func collectionView(
///         _ view: UICollectionView, moveItemAt source: IndexPath, to target: IndexPath
///       ) {
///         // The hand has moved it on the screen already, and the controller tells nothing of it.
///         try? controller.moveItem(at: ListPath(source), to: ListPath(target))
///       }
///     }
///
///     extension BoardViewController: @MainActor OrderedResultsControllerDelegate {
///       func controller(_: OrderedResultsController, didChangeSection change: SectionChange) {
///         switch change.kind {
///         case .delete(let index): structure.append { [self] in collectionView.deleteSections([index]) }
///         case .insert(let index): structure.append { [self] in collectionView.insertSections([index]) }
///         case .move(let from, let to):
///           structure.append { [self] in collectionView.moveSection(from, toSection: to) }
///         case .update: break  // headers are shown anew in the same way as items
///         }
///       }
///       func controller(_: OrderedResultsController, didChangeItem change: ItemChange) {
///         switch change.kind {
///         case .delete(let path):
///           structure.append { [self] in collectionView.deleteItems(at: [IndexPath(path)]) }
///         case .insert(let path):
///           structure.append { [self] in collectionView.insertItems(at: [IndexPath(path)]) }
///         case .move(let from, let to):
///           structure.append { [self] in collectionView.moveItem(at: IndexPath(from), to: IndexPath(to)) }
///         case .update(let path): updates.append(IndexPath(path))
///         }
///       }
///       func controllerDidChangeContent(_: OrderedResultsController) {
///         // One performBatchUpdates, and what is only shown anew after it, at its new place.
///         collectionView.performBatchUpdates { [self] in structure.forEach { $0() } }
///         collectionView.reconfigureItems(at: updates)
///         (structure, updates) = ([], [])
///       }
///       func controller(_: OrderedResultsController, didReload: ReloadReason) { collectionView.reloadData() }
///     }
///
///     // The same place, as the controller and as the view say it.
///     extension IndexPath {
///       init(_ path: ListPath) { self.init(item: path.item, section: path.section) }
///     }
///
///     extension ListPath {
///       init(_ path: IndexPath) { self.init(section: path.section, item: path.item) }
///     }
///
///     // A service.
///     actor Board {
///       let controller = OrderedResultsController(client, "board")
///       func follow() async throws {
///         while let change = try await controller.next() { ... }
///       }
///     }
public final class OrderedResultsController {
  /// How a controller follows its list.
  public struct Options: Sendable, Hashable {
    /// What the changes are made for.
    public var profile: ChangeBatch.Profile = .uikit

    /// The maximum number of changes of a batch; where there are more, the list is to be read anew.
    public var reloadThreshold = SubscribeRequest.defaultReloadThreshold

    /// The shortest time between two batches of the server.
    public var shortestInterval: Duration = .zero

    /// Whether elements have their order keys: those of the server, but for what a rekey gives to elements which stay where they
    /// are, and for moves of which it has not told yet.
    public var sendsKeys = false

    /// How many attempts in a row to go on after a lost connection may fail before the controller ends; nil for
    /// any number.
    public var reconnectionAttempts: Int?

    public init() {}
  }

  /// How long a move that came to nothing may show: the longest time until the server tells that the version moved
  /// on although nothing visible changed.
  private static let progressInterval: Duration = .milliseconds(500)

  /// How often in a row the whole list is asked for since an update does not fit.
  private static let mostBeginnings = 3

  public let client: ArrangeClient
  /// The collection or the stored view; empty if the controller was made for a ``view`` that has no name.
  public let collection: Identifier
  /// The view that the controller was made for; nil if it has a name.
  public let view: ViewDefinition?
  public let options: Options

  /// Who is told what changes by ``run(isolation:)``. It is not kept alive.
  public weak var delegate: (any OrderedResultsControllerDelegate)?

  /// The token of the last update that the list contains, with which `ArrangeClient.updates(of:from:options:)` tells
  /// what has changed since then; nil before there is a list. A controller that is followed again goes on with it.
  public internal(set) var resumeToken: [UInt8]?

  var list: OptimisticList
  var feed: ControllerFeed?
  private var isWaiting = false
  /// Moves without an answer, in their order.
  var unanswered: [ApplyRequest] = []
  var ready: [ListChange] = []
  /// How often in a row the whole list was asked for.
  var beginnings = 0

  /// A controller for a collection or a stored view. It is empty until ``run(isolation:)`` or ``next(isolation:)`` is
  /// called.
  public convenience init(_ client: ArrangeClient, _ collection: Identifier, options: Options = Options()) {
    self.init(client, .named(collection), options)
  }

  /// A controller for a view that has no name. To show another one, such as for another text that is searched for, store
  /// the view under a name and define it anew: then what stays is not shown anew.
  public convenience init(_ client: ArrangeClient, view: ViewDefinition, options: Options = Options()) {
    self.init(client, .view(view), options)
  }

  private init(_ client: ArrangeClient, _ source: ListSource, _ options: Options) {
    self.client = client
    self.collection = source.name
    self.view = source.view
    self.options = options
    list = OptimisticList(profile: options.profile)
  }

  // MARK: The list

  /// Whether the list has come.
  public var isLoaded: Bool { list.version != nil }

  /// The version of the server's list; nil before there is one. What is shown may be ahead of it by the user's moves.
  public var version: UInt64? { list.version }

  /// The sections with their items, empty ones too.
  public var sections: [SectionedList.Section] { list.shown.sections }

  /// The item at a path. O(1).
  public func item(at path: ListPath) -> ElementSnapshot { list.shown[path] }

  /// The path of an item; nil if it is not in the list.
  ///
  /// O(1) for an item that has not shifted since it was asked for, and the distance otherwise. The first time,
  /// and after a reload, O(items).
  public func indexPath(for id: Identifier) -> ListPath? { list.path(ofItem: id) }

  /// How the connection to the server is.
  public var connectionState: ConnectionState { client.connectionState }

  /// Whether moves are on their way to the server.
  public var hasPendingMoves: Bool { !list.moves.isEmpty }

  // MARK: Moves

  /// What a move that was made ahead of the server did.
  public struct LocalMove: Sendable, Hashable {
    /// Names the move, if it is refused.
    public var requestID: RequestID

    /// What changed in the list, which neither the delegate nor the loop is told: for a list view that does not show
    /// the move yet. Nil if everything was in place; nothing is sent then.
    public var changes: ChangeBatch?
  }

  /// Moves items at once, and sends the move to the server.
  ///
  /// What comes back from the server is reconciled with it: what the move did is not told again, and where the
  /// server's list became another one, the difference is told as one batch. A move that the server refuses is taken
  /// back in the same way. Any number of moves can be in progress; they are sent one after the other, and
  /// again with the same request id where the connection is lost. Moves that have no answer when the controller is dropped
  /// may or may not be made.
  ///
  /// What a view shows is not moved in the view: its order is made of sorts, filters and caps, of which only the server
  /// knows what comes of a move. A transaction moves the item in its collection, see ``ArrangeModel/ElementSnapshot/origin``.
  ///
  /// - Parameters:
  ///   - ids: the items, which follow each other afterwards.
  ///   - destination: where they go. A place beside another item is a better one than an index, since others change
  ///     the list at the same time.
  /// - Throws: where the items or the place are not in the list, and ``ArrangeModel/StatusCode/failedPrecondition`` where there is
  ///   no list yet, or a view. Nothing was changed then. Also a move to the default section is refused where the list
  ///   has none; a transaction would make it.
  @discardableResult
  public func move(_ ids: [Identifier], to destination: ItemDestination) throws(ArrangeError) -> LocalMove {
    guard isLoaded else { throw ArrangeError(.failedPrecondition, "the list has not come yet") }
    try checkThatMoves(ids)
    let id = client.session.requestIDs.next()
    let changes = try list.move(ItemMove(requestID: id, ids: ids, destination: destination))
    if changes != nil {
      let operation = Operation.moveItems(ids.map { ElementReference($0) }, to: destination)
      let request = ApplyRequest(collection: collection, operations: [operation], requestID: id)
      unanswered.append(request)
      feed?.send(request)
    }
    return LocalMove(requestID: id, changes: changes)
  }

  /// Refuses to move rows of a view.
  private func checkThatMoves(_ ids: [Identifier]) throws(ArrangeError) {
    for id in ids {
      guard let path = indexPath(for: id), let origin = item(at: path).origin, let item = origin.item else {
        continue
      }
      throw ArrangeError(
        .failedPrecondition,
        "\"\(id)\" is a row of a view; move the item \"\(item)\" in the collection \"\(origin.collection)\""
      )
    }
    guard view == nil else {
      throw ArrangeError(.failedPrecondition, "this is a view; move items in their collections")
    }
  }

  /// Moves an item as list views say it: from its path to the path that it has afterwards.
  ///
  /// The place is remembered as the one after the item that stands before it, or as the first one; if that item is gone
  /// when the move is made, the item goes to the end of the section.
  ///
  /// - Precondition: there is an item at the source, and the target is in its section, which may be at its end.
  @discardableResult
  public func moveItem(at source: ListPath, to target: ListPath) throws(ArrangeError) -> LocalMove {
    let section = list.shown.sections[target.section]
    var before = target.item - 1
    if source.section == target.section, source.item <= before { before += 1 }
    let placement: Placement = before < 0 ? .first : .after(section.items[before].id)
    return try move(
      [item(at: source).id],
      to: ItemDestination(section: section.element.id, placement, ifAnchorMissing: .last)
    )
  }

  // MARK: Following

  /// Follows the list and tells the delegate what changes, until the task is cancelled or the server ends it. It can be
  /// called again and goes on where it was.
  ///
  /// - Throws: what `ArrangeClient.updates(of:from:options:)` throws, and ``ArrangeModel/StatusCode/failedPrecondition`` where it is
  ///   followed at another place, which may be a task that was cancelled and has not returned yet.
  public func run(isolation actor: isolated (any Actor)? = #isolation) async throws(ArrangeError) {
    while let event = try await receive(isolation: actor) { deliver(event) }
  }

  /// Follows the list without a delegate: the next change, which the list contains already.
  ///
  ///     while let change = try await controller.next() { ... }
  ///
  /// - Returns: nil when the task is cancelled or the server has ended it.
  /// - Throws: what ``run(isolation:)`` throws.
  public func next(
    isolation actor: isolated (any Actor)? = #isolation
  ) async throws(ArrangeError) -> ListChange? {
    while ready.isEmpty {
      guard let event = try await receive(isolation: actor) else { return nil }
      ready = changes(by: event)
    }
    return ready.removeFirst()
  }

  /// What changes, as a sequence: ``next(isolation:)`` in a loop. It stays with the controller's actor.
  public var changes: Changes { Changes(controller: self) }

  /// The changes of a controller.
  public struct Changes: AsyncSequence {
    public typealias Element = ListChange
    public typealias Failure = ArrangeError

    let controller: OrderedResultsController

    public func makeAsyncIterator() -> Iterator { Iterator(controller: controller) }

    public struct Iterator: AsyncIteratorProtocol {
      let controller: OrderedResultsController

      public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
      ) async throws(ArrangeError) -> ListChange? {
        try await controller.next(isolation: actor)
      }

      public mutating func next() async throws(ArrangeError) -> ListChange? {
        try await controller.next(isolation: nil)
      }
    }
  }

  private func receive(
    isolation actor: isolated (any Actor)?
  ) async throws(ArrangeError) -> ControllerFeed.Event? {
    guard !isWaiting else {
      throw ArrangeError(
        .failedPrecondition,
        "the controller is followed at another place; wait until that one has returned"
      )
    }
    isWaiting = true
    defer { isWaiting = false }
    guard beginnings <= OrderedResultsController.mostBeginnings else {
      beginnings = 0
      closeFeed()
      throw ArrangeError(.internal, "what the server tells of the list does not fit it, again and again")
    }
    let feed = feed ?? openFeed()
    guard let event = await feed.next(isolation: actor) else {
      closeFeed()
      return nil
    }
    if case .ended(let error) = event {
      closeFeed()
      if let error { throw error }
      return nil
    }
    return event
  }

  private func openFeed() -> ControllerFeed {
    var options = ListUpdates.Options()
    options.reloadThreshold = self.options.reloadThreshold
    options.shortestInterval = self.options.shortestInterval
    options.sendsKeys = self.options.sendsKeys
    options.reconnectionAttempts = self.options.reconnectionAttempts
    options.progressInterval = OrderedResultsController.progressInterval
    let source = view.map { ListSource.view($0) } ?? .named(collection)
    let feed = ControllerFeed(client, source, from: resumeToken, options)
    for request in unanswered { feed.send(request) }
    self.feed = feed
    return feed
  }

  private func closeFeed() {
    feed?.cancel()
    feed = nil
  }
}
