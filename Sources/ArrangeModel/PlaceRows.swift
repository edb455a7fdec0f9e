/// A request to move rows of a view into a gap, or to insert items there.
///
/// Of all states of the underlying lists in which the view shows exactly the old rows with the dragged ones in the gap,
/// the one with the least effect is taken. If that needs an effect that is not allowed, nothing changes.
public struct PlaceRowsRequest: Sendable, Hashable {
  /// The maximum number of rows or items of one request.
  public static let maximumRows = 1_000
  /// The longest token of a list as it was seen, in bytes.
  public static let maximumTokenLength = 1_024

  /// The name of a stored view; empty if there is a ``view``.
  public var name: Identifier
  /// A view sent with the request, in place of a name.
  public var view: ViewDefinition?
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
  /// The row below which the rows go, in a part that shows what is below what in an outline: the gap is among its children. Empty
  /// for the top of the section; nil for the parent that the rows have, if the gap permits that, and otherwise that of a neighbour.
  public var parent: Identifier?
  public var aim: PlaceAim
  /// The resume token of the list as it was seen; with it, a gap is found again whose neighbours are gone.
  public var seen: [UInt8]?
  /// The effects that are allowed besides ``PlaceEffect/place`` and ``PlaceEffect/groupField``.
  public var allow: Set<PlaceEffect>
  /// Whether nothing is changed, and only the answer wanted.
  public var isDryRun: Bool
  /// Makes a retry safe, as in a transaction.
  public var requestID: RequestID?
  /// The stack on which the placing becomes a step; nil: it can't be undone. Placings in an overlay are no steps.
  public var step: UndoStep?

  public init(
    name: Identifier = .empty,
    view: ViewDefinition? = nil,
    rows: [Identifier] = [],
    items: [NewElement] = [],
    section: Identifier = .empty,
    previous: Identifier? = nil,
    next: Identifier? = nil,
    parent: Identifier? = nil,
    aim: PlaceAim = .automatic,
    seen: [UInt8]? = nil,
    allow: Set<PlaceEffect> = [],
    isDryRun: Bool = false,
    requestID: RequestID? = nil,
    step: UndoStep? = nil
  ) {
    self.name = name
    self.view = view
    self.rows = rows
    self.items = items
    self.section = section
    self.previous = previous
    self.next = next
    self.parent = parent
    self.aim = aim
    self.seen = seen
    self.allow = allow
    self.isDryRun = isDryRun
    self.requestID = requestID
    self.step = step
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
  /// It goes below another item of an outline, which the view does not show as what is above it.
  case parent = 6
  /// It goes to another section of its collection, which the view does not show as a section.
  case section = 3
  /// It gets values of the fields by which the view is sorted.
  case sortFields = 4
  /// It goes to another collection.
  case collection = 5

  public static func < (a: PlaceEffect, b: PlaceEffect) -> Bool { a.weight < b.weight }

  /// The position from the lightest to the heaviest.
  private var weight: Int { PlaceEffect.allCases.firstIndex(of: self) ?? 0 }

  /// The word for it in errors, and by which it is allowed in commands.
  public var word: String {
    switch self {
    case .place: "place"
    case .groupField: "group"
    case .parent: "parent"
    case .section: "section"
    case .sortFields: "sort"
    case .collection: "collection"
    }
  }

  /// The effect of a word; nil for another word.
  public init?(word: String) {
    guard let effect = PlaceEffect.allCases.first(where: { $0.word == word }) else { return nil }
    self = effect
  }
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
  /// How many items of its section, of an outline of its siblings, are between the rows on both sides and not shown there.
  public var hiddenBetween: Int
  /// The item afterwards; nil in a view that does not tell origins.
  public var origin: RowOrigin?
  /// The item of an outline below which it goes, empty for the top of the section; nil if that is as before.
  public var parent: Identifier?

  public init(
    row: Identifier,
    from: ListPath? = nil,
    to: ListPath? = nil,
    set: Fields = Fields(),
    removed: [String] = [],
    hidden: HiddenBecause = .shown,
    hiddenBetween: Int = 0,
    origin: RowOrigin? = nil,
    parent: Identifier? = nil
  ) {
    self.row = row
    self.from = from
    self.to = to
    self.set = set
    self.removed = removed
    self.hidden = hidden
    self.hiddenBetween = hiddenBetween
    self.origin = origin
    self.parent = parent
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

/// What became of placed rows, or would become of them.
public struct PlacedRows: Sendable, Hashable {
  /// The commits, by collection; none if the rows were where they belong, and for a dry run.
  public var applied: [PlacedCommit]
  /// What became of each row or item, in the order of the request; none for a repeated request.
  public var effects: [RowEffect]
  /// Whether the neighbours were no longer beside each other in this order, so that the place is a guess.
  public var isAmbiguous: Bool
  /// The name of the overlay in which the rows are placed; nil if it is their collection.
  public var overlay: Identifier?

  public init(
    applied: [PlacedCommit] = [],
    effects: [RowEffect],
    isAmbiguous: Bool = false,
    overlay: Identifier? = nil
  ) {
    self.applied = applied
    self.effects = effects
    self.isAmbiguous = isAmbiguous
    self.overlay = overlay
  }
}

/// A commit that placed rows.
public struct PlacedCommit: Sendable, Hashable {
  /// The collection; empty in a view that does not tell origins.
  public var collection: Identifier
  public var version: UInt64
  /// The history to which the version belongs.
  public var history: UInt64
  /// Whether it was made by an earlier request with the same request id.
  public var isRepeated: Bool

  public init(collection: Identifier, version: UInt64, history: UInt64, isRepeated: Bool = false) {
    self.collection = collection
    self.version = version
    self.history = history
    self.isRepeated = isRepeated
  }
}
