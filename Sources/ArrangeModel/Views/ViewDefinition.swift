/// The definition of a view: parts of collections, one after the other.
///
///     let home = ViewDefinition([
///       .init(.fixed(.init(section: .init("menu"), items: [.init("search", ["title": .string("Search")])]))),
///       .init(.collection(.init("articles", layout: .flat(.init("news")), sort: [.init("date", .descending)], cap: 3))),
///       .init(.collection(.init("board", filter: .not(.comparison("done", .equal, .bool(true)))))),
///     ])
///
/// Two definitions are the same view exactly if they are equal. Call ``validate()`` before using a
/// definition.
public struct ViewDefinition: Sendable, Hashable {
  /// The maximum number of parts of a view.
  public static let maximumParts = 32
  /// The maximum number of bytes of a definition as text.
  public static let maximumTextLength = 32_768

  public var parts: [Part]
  /// Nil if everything is shown.
  public var window: Window?
  /// Whose permissions are used to read the collections.
  public var rights: Rights
  /// Whether rows of a view with the rights of its definer can be placed, with the definer's permissions on the collections,
  /// by those who have the permissions on the view. Rows of other views can always be placed.
  public var mayMove: Bool

  public init(_ parts: [Part], window: Window? = nil, rights: Rights = .reader, mayMove: Bool = false) {
    self.parts = parts
    self.window = window
    self.rights = rights
    self.mayMove = mayMove
  }

  /// Whose permissions a view uses to read its collections.
  public enum Rights: Sendable, Hashable, CaseIterable {
    /// Those of its reader, who must be allowed to read each of the collections.
    case reader
    /// Those of the principal that last defined it: whoever may read the view sees its content, and learns
    /// nothing else about its collections. Stored views only.
    case definer
  }

  /// A part of a view; its sections follow those of the previous part.
  public struct Part: Sendable, Hashable {
    /// The longest name, in bytes of UTF-8.
    public static let maximumNameLength = 32

    /// The prefix of the ids of the part's rows and sections, which is followed by a slash: a letter or digit
    /// and then letters, digits, `-` and `_`. Empty for ids without a prefix, which only one part of a view
    /// can have. ``ViewDefinition/named()`` numbers unnamed parts if there are several.
    public var name: String
    public var content: Content

    public init(_ content: Content, name: String = "") {
      self.name = name
      self.content = content
    }
  }

  /// The source of the rows of a part.
  public enum Content: Sendable, Hashable {
    /// A section defined in the view itself, such as a menu.
    case fixed(FixedSection)
    /// Items of a collection.
    case collection(Query)
  }

  /// A section with fixed content.
  public struct FixedSection: Sendable, Hashable {
    /// The maximum number of items of all fixed sections of a view in total.
    public static let maximumItems = 1_000

    public var section: Row
    public var items: [Row]

    public init(section: Row, items: [Row] = []) {
      self.section = section
      self.items = items
    }
  }

  /// An item or a section defined in the view itself.
  public struct Row: Sendable, Hashable {
    public var id: Identifier
    public var fields: Fields

    public init(_ id: Identifier, _ fields: Fields = Fields()) {
      self.id = id
      self.fields = fields
    }
  }

  /// The rows that are shown of a collection.
  public struct Query: Sendable, Hashable {
    /// The maximum number of sections that can be chosen.
    public static let maximumSections = 256
    /// The maximum number of sort descriptors.
    public static let maximumSortDescriptors = 8

    public var collection: Identifier
    /// The sections whose items are shown, in this order; nil for all of them in the order of the collection.
    /// A section that does not exist is left out until it does.
    public var sections: [Identifier]?
    public var layout: Layout
    /// The condition for items to be shown; nil for all.
    public var filter: Filter?
    /// The order of the items of a section; if empty, and among equal items, the order of the collection.
    public var sort: [ViewSortDescriptor]
    /// The maximum number of items that each section shows; nil for all.
    public var cap: Int?
    /// The fields that are shown of items, and of the collection's own sections; nil for all. Hidden fields
    /// can still be used in filters, orders and groups. The section of a group always has the field by which
    /// it is grouped.
    public var only: ShownFields?
    /// The order that the items have in place of that of the collection; nil for the latter.
    public var overlay: ShownOverlay?
    /// The fields whose sums the sections have as fields of their own, see ``SumFields``. The sums are those of all items of
    /// a section that the filter shows, also behind the cap.
    public var sums: Sums
    /// What is shown of an outline besides the items that the filter shows.
    public var context: FilterContext

    public init(
      _ collection: Identifier,
      sections: [Identifier]? = nil,
      layout: Layout = .sections,
      filter: Filter? = nil,
      sort: [ViewSortDescriptor] = [],
      cap: Int? = nil,
      only: ShownFields? = nil,
      overlay: ShownOverlay? = nil,
      sums: Sums = [],
      context: FilterContext = .matches
    ) {
      self.collection = collection
      self.sections = sections
      self.layout = layout
      self.filter = filter
      self.sort = sort
      self.cap = cap
      self.only = only
      self.overlay = overlay
      self.sums = sums
      self.context = context
    }
  }

  /// What a part shows of an outline because of the items that its filter shows. A flat collection has nothing above or below its
  /// items.
  public enum FilterContext: Sendable, Hashable, CaseIterable {
    /// Nothing else.
    case matches
    /// Also the items above them, which are marked as such; see ``RowOrigin/isContext``. Only in the collection's own sections.
    case ancestors
    /// Also everything below them.
    case descendants
  }

  /// An overlay, that is an order of the items of a collection which does not change the collection: one that is shared by
  /// all readers, or the reader's own.
  public struct ShownOverlay: Sendable, Hashable {
    /// The name that a reader's own overlay has unless another one is given.
    public static let ownName: Identifier = "mine"

    public var name: Identifier
    /// Whether it is that of the reader, who alone sees it.
    public var isOwn: Bool
    /// The reader; nil until the view is resolved for one.
    package var owner: Principal?

    /// The reader's own overlay.
    public static let mine = ShownOverlay(ownName, isOwn: true)

    public init(_ name: Identifier, isOwn: Bool = false) {
      self.name = name
      self.isOwn = isOwn
    }
  }

  /// The fields that a part shows of its collection.
  ///
  ///     var query = ViewDefinition.Query("tasks")
  ///     query.only = ["title", "due"]
  public struct ShownFields: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// The maximum number of fields, which is the most that an item has.
    public static let maximumCount = Fields.maximumCount

    /// The names of the fields, each once, in any order. Empty if rows show only their ids.
    public var names: [String]

    public init(_ names: [String]) { self.names = names }

    public init(arrayLiteral names: String...) { self.init(names) }
  }

  /// The sections into which the items of a collection are arranged.
  public enum Layout: Sendable, Hashable {
    /// The collection's own sections, including empty ones.
    case sections
    /// One section.
    case flat(Row)
    /// One for each value of a field.
    case grouped(Grouping)
  }

  /// Sections by the value of a field. Items without the field form a group of their own.
  public struct Grouping: Sendable, Hashable {
    /// The maximum number of groups that can be declared.
    public static let maximumDeclaredGroups = 256

    public var field: String
    /// Groups that exist even when empty, in this order. Nil is the group of items without the field.
    public var declared: [FieldValue?]
    /// The order of groups that are not declared, which come after the declared ones.
    public var order: Order
    /// The second field: there is a section for each pair of values. Sections are ordered by the first value, and those with
    /// the same first value by the second. Neither field can then be in the order ``Order/bestItem``.
    public var by: Second?
    /// Whether ``field`` is that of the parent of each item of an outline. Items without a parent, as those of flat collections, are
    /// in the group without a value.
    public var isOfParent: Bool

    /// The second field of a grouping, with its own declared values and order. Pairs of declared values exist even when
    /// empty.
    public struct Second: Sendable, Hashable {
      public var field: String
      public var declared: [FieldValue?]
      public var order: Order

      public init(_ field: String, declared: [FieldValue?] = [], order: Order = .ascending) {
        self.field = field
        self.declared = declared
        self.order = order
      }
    }

    public enum Order: Sendable, Hashable, CaseIterable {
      /// By their values, ascending, as ``ViewSortDescriptor`` compares them without options.
      case ascending
      /// By their values, descending; the group without a value is still last.
      case descending
      /// By their first items, in the order of the items.
      case bestItem
    }

    public init(
      _ field: String,
      declared: [FieldValue?] = [],
      order: Order = .ascending,
      by second: Second? = nil,
      isOfParent: Bool = false
    ) {
      self.field = field
      self.declared = declared
      self.order = order
      by = second
      self.isOfParent = isOfParent
    }

    /// The fields by which items are grouped.
    package var fields: [String] { [field] + (by.map { [$0.field] } ?? []) }
  }

  /// The fields whose sums the sections of a part have, each once.
  public struct Sums: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// The maximum number of sums of a part.
    public static let maximumCount = 8

    public var fields: [String]

    public init(_ fields: [String]) { self.fields = fields }

    public init(arrayLiteral fields: String...) { self.init(fields) }
  }

  /// The names of the fields that a section has because of a sum.
  public struct SumFields: Sendable, Hashable {
    /// The longest name of a field that can be summed, in bytes of UTF-8.
    public static let maximumNameLength = Fields.maximumNameLength - "uncounted ".utf8.count

    private let field: String

    public init(_ field: String) { self.field = field }

    /// The sum of all numbers: an integer if all of them are, and a double otherwise.
    public var sum: String { "sum " + field }
    /// How many items have a number in the field.
    public var counted: String { "counted " + field }
    /// How many items have none: no such field, null, or a value of another kind.
    public var uncounted: String { "uncounted " + field }

    package var all: [String] { [sum, counted, uncounted] }
  }

  /// A visible range of a view: some items of one section. The view then consists of this section only.
  public enum Window: Sendable, Hashable {
    /// The maximum number of rows on either side of an anchor.
    public static let maximumSide = 5_000

    /// Items by their indices in a section, which is given by its index among all sections of the view.
    case items(Range<Int>, section: Int)
    /// The row with an id, and up to the given numbers of rows before and after it in its section. The window moves
    /// with the row; while the row is not shown, it stays where the row was, around the nearest row that is left. See
    /// ``WindowPlace``.
    case around(Identifier, before: Int, after: Int)

    public init(section: Int, items: Range<Int>) { self = .items(items, section: section) }
  }
}
