/// Shows the list of an ``OrderedResultsController``.
///
/// Called by ``OrderedResultsController/run(isolation:)`` on its actor. A class of the main actor conforms
/// with `extension BoardViewController: @MainActor OrderedResultsControllerDelegate`.
///
/// For each batch the order is: will change, sections, items, did change. Changes of sections, and of items,
/// come in this order: deletes from last to first, inserts from first to last, moves, updates. All methods
/// are optional.
public protocol OrderedResultsControllerDelegate: AnyObject {
  /// The maximum number of changes to report one by one; beyond it the list must be read again.
  func reloadThreshold(for controller: OrderedResultsController) -> Int

  /// Changes follow. The controller still has the old list; in all other calls it has the new one.
  func controllerWillChangeContent(_ controller: OrderedResultsController)

  /// A section changed. Items deleted or inserted with it are not reported separately.
  func controller(_ controller: OrderedResultsController, didChangeSection change: SectionChange)

  /// An item changed.
  func controller(_ controller: OrderedResultsController, didChangeItem change: ItemChange)

  /// All changes were reported.
  func controllerDidChangeContent(_ controller: OrderedResultsController)

  /// The list was replaced, or loaded for the first time.
  func controller(_ controller: OrderedResultsController, didReload reason: ReloadReason)

  /// The server refused a move, which was undone.
  func controller(
    _ controller: OrderedResultsController,
    didRefuse requestID: RequestID,
    error: ArrangeError
  )

  /// The server became unreachable or reachable. The list stays meanwhile.
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
