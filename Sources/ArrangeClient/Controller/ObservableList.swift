public import ArrangeModel
public import Changes
public import Observation

/// A list for SwiftUI, and for everything else that follows `@Observable` objects: an
/// ``OrderedResultsController`` whose list is read as properties.
///
///     struct Board: View {
///       @State var list: ObservableList
///
///       var body: some View {
///         List(list.items) { item in Text(item.fields["title", as: String.self] ?? "") }
///           .task { await list.follow() }
///       }
///     }
///
/// Items and sections have ids, so that a list view finds moves by itself. Use the controller to get batches,
/// for a collection view.
@MainActor
@Observable
public final class ObservableList {
  /// The sections in order, with their items.
  public private(set) var sections: [SectionedList.Section] = []
  /// Whether the list was loaded.
  public private(set) var isLoaded = false
  /// The state of the connection to the server.
  public private(set) var connection = ConnectionState.idle
  /// Why the list is no longer followed, or why the last local move was refused.
  public private(set) var error: ArrangeError?

  private let controller: OrderedResultsController

  /// The list of a collection, or of a view with a name.
  public init(_ client: ArrangeClient, _ collection: Identifier) {
    controller = OrderedResultsController(client, collection)
  }

  /// The list of a view without a name.
  public init(_ client: ArrangeClient, view: ViewDefinition) {
    controller = OrderedResultsController(client, view: view)
  }

  /// All items, section by section.
  public var items: [ElementSnapshot] { sections.flatMap(\.items) }

  /// Follows the list until the task is cancelled or the server ends it; ``error`` has the reason. Call it
  /// again to continue.
  public func follow() async {
    error = nil
    do throws(ArrangeError) {
      while let change = try await controller.next() {
        switch change {
        case .changes, .reload: break
        case .refused(_, let refusal): error = refusal
        case .connection(let state): connection = state
        }
        show()
      }
    } catch { self.error = error }
  }

  /// Moves items optimistically: the list changes before the server answers.
  ///
  /// Rows of a view that take more than `allow` has go back, and ``error`` has the missing effects.
  ///
  /// - Throws: the errors of ``OrderedResultsController/move(_:to:allow:)``.
  public func move(
    _ ids: [Identifier],
    to destination: ItemDestination,
    allow: Set<PlaceEffect> = []
  ) throws(ArrangeError) {
    _ = try controller.move(ids, to: destination, allow: allow)
    show()
  }

  private func show() {
    isLoaded = controller.isLoaded
    sections = controller.sections
  }
}
