/// A request to move rows of a view into a gap, or to insert items there.
///
/// Of all states of the underlying lists in which the view shows exactly the old rows with the dragged ones in the gap,
/// the one with the least effect is taken. If that needs an effect that is not allowed, nothing changes.
public struct PlaceRowsRequest: Sendable, Hashable {
  /// The maximum number of rows or items of one request.
  public static let maximumRows = 1_000

  /// The name of a stored view; empty if there is a ``definition``.
  public var view: Identifier
  /// A view sent with the request, in place of a name.
  public var definition: ViewDefinition?
  /// The rows to move, in the wanted order.
  public var rows: [Identifier]
  /// The items to insert, in place of rows.
  public var items: [NewElement]
  /// The section of the view with the gap.
  public var section: Identifier
  /// The row seen before the gap; nil if nothing was seen there.
  public var previous: Identifier?
  /// The row seen after the gap; nil if nothing was seen there.
  public var next: Identifier?
  public var aim: PlaceAim
  /// The resume token of the list as it was seen; with it, a gap is found again whose neighbours are gone.
  public var seen: [UInt8]?
  /// The effects that are allowed besides ``PlaceEffect/place`` and ``PlaceEffect/groupField``.
  public var allow: Set<PlaceEffect>
  /// Whether nothing is changed, and only the answer wanted.
  public var isDryRun: Bool
  /// Makes a retry safe, as in a transaction.
  public var requestID: RequestID?

  public init(
    view: Identifier = .empty,
    definition: ViewDefinition? = nil,
    rows: [Identifier] = [],
    items: [NewElement] = [],
    section: Identifier,
    previous: Identifier? = nil,
    next: Identifier? = nil,
    aim: PlaceAim = .automatic,
    seen: [UInt8]? = nil,
    allow: Set<PlaceEffect> = [],
    isDryRun: Bool = false,
    requestID: RequestID? = nil
  ) {
    self.view = view
    self.definition = definition
    self.rows = rows
    self.items = items
    self.section = section
    self.previous = previous
    self.next = next
    self.aim = aim
    self.seen = seen
    self.allow = allow
    self.isDryRun = isDryRun
    self.requestID = requestID
  }
}

/// The side of a gap to which rows are placed, if items are hidden in it.
public enum PlaceAim: Sendable, Hashable, CaseIterable {
  /// Before the next row if all rows are in the section and below the gap, and otherwise after the previous one.
  case automatic
  case afterPrevious
  case beforeNext
}

/// What placing a row in a view does to its item, from the lightest to the heaviest.
public enum PlaceEffect: UInt32, Sendable, Hashable, CaseIterable, Comparable {
  /// It gets another place.
  case place = 1
  /// The field by which the view is grouped gets the value of the group.
  case groupField = 2
  /// It goes to another section of its collection, which the view does not show as a section.
  case section = 3
  /// It gets values of the fields by which the view is sorted.
  case sortFields = 4
  /// It goes to another collection.
  case collection = 5

  public static func < (a: PlaceEffect, b: PlaceEffect) -> Bool { a.rawValue < b.rawValue }
}

/// What became of a dragged row, or would become of it.
public struct RowEffect: Sendable, Hashable {
  /// The id of the row, or of the inserted item.
  public var row: Identifier
  /// The position in the view before; nil if it was not shown.
  public var from: ListPath?
  /// The position in the view afterwards, where sections count as before; nil if it is ``hidden``.
  public var to: ListPath?
  /// Fields that are written.
  public var set: Fields
  /// Names of fields that are removed.
  public var removed: [String]
  public var hidden: HiddenBecause
  /// How many items of its section are between the rows on both sides and not shown there.
  public var hiddenBetween: Int
  /// The item afterwards; nil in a view that does not tell origins.
  public var origin: RowOrigin?

  public init(
    row: Identifier,
    from: ListPath? = nil,
    to: ListPath? = nil,
    set: Fields = Fields(),
    removed: [String] = [],
    hidden: HiddenBecause = .shown,
    hiddenBetween: Int = 0,
    origin: RowOrigin? = nil
  ) {
    self.row = row
    self.from = from
    self.to = to
    self.set = set
    self.removed = removed
    self.hidden = hidden
    self.hiddenBetween = hiddenBetween
    self.origin = origin
  }
}

/// Why a row is not shown after it was placed.
public enum HiddenBecause: Sendable, Hashable, CaseIterable {
  /// It is shown.
  case shown
  /// The filter of its part does not show it any more.
  case filter
  /// It is behind the last row that its section shows.
  case cap
  /// It is outside of the window.
  case window
}
