internal import Changes

/// A list over the network that is always ready to be shown, like a fetched-results controller for a local
/// store.
///
/// It holds the list, reports changes to a delegate or a loop in batches that a list view can apply as they
/// are, and applies the user's moves optimistically, before the server answers.
///
/// The controller belongs to the actor that uses it: it is not `Sendable`, its methods are synchronous, and
/// ``run(isolation:)`` and ``next(isolation:)`` run on the caller's actor. So an app has it on the main
/// actor, where no callback can occur between two synchronous lines of its own code, and a server in an actor
/// of its own, without a main actor. Waiting for the network happens elsewhere.
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
///         // The user's drag has already moved it on the screen, so the controller does not report it.
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
///         case .update: break  // headers are reconfigured in the same way as items
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
///         // One performBatchUpdates; updated items are reconfigured after it, at their new positions.
///         collectionView.performBatchUpdates { [self] in structure.forEach { $0() } }
///         collectionView.reconfigureItems(at: updates)
///         (structure, updates) = ([], [])
///       }
///       func controller(_: OrderedResultsController, didReload: ReloadReason) { collectionView.reloadData() }
///     }
///
///     // Conversions between the paths of the controller and of the view.
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
  /// The options of a controller.
  public struct Options: Sendable, Hashable {
    /// The form of the changes.
    public var profile: ChangeBatch.Profile = .uikit

    /// The maximum number of changes of a batch; beyond it the list must be read again.
    public var reloadThreshold = SubscribeRequest.defaultReloadThreshold

    /// The shortest time between two batches of the server.
    public var shortestInterval: Duration = .zero

    /// Whether elements have their order keys: those of the server, except for elements rekeyed without a
    /// move, and for pending moves.
    public var sendsKeys = false

    /// The number of consecutive failed reconnection attempts after which the controller ends; nil for no
    /// limit.
    public var reconnectionAttempts: Int?

    public init() {}
  }

  /// The maximum time for which a move without effect may be shown: the longest time until the server sends
  /// progress.
  private static let progressInterval: Duration = .milliseconds(500)

  /// The maximum number of consecutive requests for the whole list because an update does not fit.
  private static let maximumBeginnings = 3

  public let client: ArrangeClient
  /// The collection or the stored view; empty if the controller was made for a ``view`` that has no name.
  public let collection: Identifier
  /// The view of the controller; nil if it has a name.
  public let view: ViewDefinition?
  public let options: Options

  /// Notified of changes by ``run(isolation:)``. It is not retained.
  public weak var delegate: (any OrderedResultsControllerDelegate)?

  /// The token of the last update that the list contains, with which
  /// `ArrangeClient.updates(of:from:options:)` continues; nil before the list was loaded. A controller that
  /// is followed again continues with it.
  public internal(set) var resumeToken: [UInt8]?

  var list: OptimisticList
  var feed: ControllerFeed?
  private var isWaiting = false
  /// Unanswered moves of items, in order.
  var unanswered: [ApplyRequest] = []
  /// Unanswered moves of rows of a view, in order.
  var unplaced: [PlaceRowsRequest] = []
  var ready: [ListChange] = []
  /// The number of consecutive requests for the whole list.
  var beginnings = 0

  /// A controller for a collection or a stored view. It is empty until ``run(isolation:)`` or ``next(isolation:)`` is
  /// called.
  public convenience init(_ client: ArrangeClient, _ collection: Identifier, options: Options = Options()) {
    self.init(client, .named(collection), options)
  }

  /// A controller for a view that has no name. To change the view, such as for a search text, store it under
  /// a name and redefine it: then only the differences are reported.
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

  /// Whether the list was loaded.
  public var isLoaded: Bool { list.version != nil }

  /// The version of the server's list; nil before it was loaded. The shown list may be ahead of it by the
  /// user's moves.
  public var version: UInt64? { list.version }

  /// The sections with their items, including empty ones.
  public var sections: [SectionedList.Section] { list.shown.sections }

  /// The item at a path. O(1).
  public func item(at path: ListPath) -> ElementSnapshot { list.shown[path] }

  /// The path of an item; nil if it is not in the list.
  ///
  /// O(1) for an item that has not shifted since its last lookup, otherwise the distance. The first time, and
  /// after a reload, O(items).
  public func indexPath(for id: Identifier) -> ListPath? { list.path(ofItem: id) }

  /// The state of the connection to the server.
  public var connectionState: ConnectionState { client.connectionState }

  /// Whether moves are pending.
  public var hasPendingMoves: Bool { !list.moves.isEmpty }

  // MARK: Following

  /// Follows the list and notifies the delegate of changes, until the task is cancelled or the server ends
  /// it. Call it again to continue.
  ///
  /// - Throws: the errors of `ArrangeClient.updates(of:from:options:)`, and
  ///   ``ArrangeModel/StatusCode/failedPrecondition`` if it is already being followed, perhaps by a task that
  ///   was cancelled and has not returned yet.
  public func run(isolation actor: isolated (any Actor)? = #isolation) async throws(ArrangeError) {
    while let event = try await receive(isolation: actor) { deliver(event) }
  }

  /// Follows the list without a delegate: returns the next change, which the list already contains.
  ///
  ///     while let change = try await controller.next() { ... }
  ///
  /// - Returns: nil if the task is cancelled or the server has ended it.
  /// - Throws: the errors of ``run(isolation:)``.
  public func next(
    isolation actor: isolated (any Actor)? = #isolation
  ) async throws(ArrangeError) -> ListChange? {
    while ready.isEmpty {
      guard let event = try await receive(isolation: actor) else { return nil }
      ready = changes(by: event)
    }
    return ready.removeFirst()
  }

  /// The changes as a sequence: ``next(isolation:)`` in a loop. It stays on the controller's actor.
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
        "the events of this controller are already being read elsewhere; wait until that reader has ended"
      )
    }
    isWaiting = true
    defer { isWaiting = false }
    guard beginnings <= OrderedResultsController.maximumBeginnings else {
      beginnings = 0
      closeFeed()
      throw ArrangeError(
        .internal,
        "the server repeatedly sent changes that do not fit the list; are the versions the same?"
      )
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
    for request in unanswered { feed.send(.apply(request)) }
    for request in unplaced { feed.send(.place(request)) }
    self.feed = feed
    return feed
  }

  private func closeFeed() {
    feed?.cancel()
    feed = nil
  }
}
