/// Who shows what an ``OrderedResultsController`` holds.
///
/// Called by ``OrderedResultsController/run(isolation:)`` where that runs. A class of the main actor conforms with
/// `extension BoardViewController: @MainActor OrderedResultsControllerDelegate`.
///
/// For each batch the order is: will change, sections, items, did change. Sections, and items, come in the order
/// deletes from the last to the first, inserts from the first to the last, moves, updates. No method must be
/// there.
public protocol OrderedResultsControllerDelegate: AnyObject {
  /// The maximum number of changes that are worth to be told one by one; where there are more, the list is to
  /// be read anew.
  func reloadThreshold(for controller: OrderedResultsController) -> Int

  /// Changes follow. The controller still holds the list as it was; in all other calls it holds the new one.
  func controllerWillChangeContent(_ controller: OrderedResultsController)

  /// A section changed. The items that go with it or come with it are not told one by one.
  func controller(_ controller: OrderedResultsController, didChangeSection change: SectionChange)

  /// An item changed.
  func controller(_ controller: OrderedResultsController, didChangeItem change: ItemChange)

  /// That was all.
  func controllerDidChangeContent(_ controller: OrderedResultsController)

  /// The list is another one, also when it is there for the first time.
  func controller(_ controller: OrderedResultsController, didReload reason: ReloadReason)

  /// The server refused a move, and it was taken back.
  func controller(
    _ controller: OrderedResultsController,
    didRefuse requestID: RequestID,
    error: ArrangeError
  )

  /// The server is gone, or there again. The list stays as it is meanwhile.
  func controller(_ controller: OrderedResultsController, didChangeConnection state: ConnectionState)
}

extension OrderedResultsControllerDelegate {
  public func reloadThreshold(for controller: OrderedResultsController) -> Int {
    controller.options.reloadThreshold
  }
  public func controllerWillChangeContent(_ controller: OrderedResultsController) {}
  public func controller(_ controller: OrderedResultsController, didChangeSection change: SectionChange) {}
  public func controller(_ controller: OrderedResultsController, didChangeItem change: ItemChange) {}
  public func controllerDidChangeContent(_ controller: OrderedResultsController) {}
  public func controller(_ controller: OrderedResultsController, didReload reason: ReloadReason) {}
  public func controller(
    _ controller: OrderedResultsController,
    didRefuse requestID: RequestID,
    error: ArrangeError
  ) {}
  public func controller(
    _ controller: OrderedResultsController,
    didChangeConnection state: ConnectionState
  ) {}
}
