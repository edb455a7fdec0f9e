/// What a view shows: parts of collections, one after the other.
///
///     let home = ViewDefinition([
///       .init(.fixed(.init(section: .init("menu"), items: [.init("search", ["title": .string("Search")])]))),
///       .init(.collection(.init("articles", layout: .flat(.init("news")), sort: [.init("date", .descending)], cap: 3))),
///       .init(.collection(.init("board", filter: .not(.comparison("done", .equal, .bool(true)))))),
///     ])
///
/// Two definitions are the same view exactly if they are equal. A definition is used after ``validate()`` only.
public struct ViewDefinition: Sendable, Hashable {
  /// The maximum number of parts of a view.
  public static let maximumParts = 32
  /// The maximum number of bytes of a definition as text.
  public static let maximumTextLength = 32_768

  public var parts: [Part]
  /// Nil if everything is shown.
  public var window: Window?
  /// With whose rights the collections are read.
  public var rights: Rights

  public init(_ parts: [Part], window: Window? = nil, rights: Rights = .reader) {
    self.parts = parts
    self.window = window
    self.rights = rights
  }

  /// With whose rights a view reads its collections.
  public enum Rights: Sendable, Hashable, CaseIterable {
    /// Those of its reader, who may read each of the collections.
    case reader
    /// Those of the principal that defined it last: who may read the view sees what it shows, and nothing else of its
    /// collections. Stored views only.
    case definer
  }

  /// A part of a view: sections that follow those of the part before.
  public struct Part: Sendable, Hashable {
    /// The longest name, in bytes of UTF-8.
    public static let maximumNameLength = 32

    /// What the ids of the part's rows and sections begin with, followed by a slash; a letter or digit and then letters,
    /// digits, `-` and `_`. Empty for ids without it, which only one part of a view can have. ``ViewDefinition/named()``
    /// numbers parts that have no name where there are several.
    public var name: String
    public var content: Content

    public init(_ content: Content, name: String = "") {
      self.name = name
      self.content = content
    }
  }

  /// Where the rows of a part are from.
  public enum Content: Sendable, Hashable {
    /// A section that is given in the view, such as the rows of a menu.
    case fixed(FixedSection)
    /// Items of a collection.
    case collection(Query)
  }

  /// A section that is always the same.
  public struct FixedSection: Sendable, Hashable {
    /// The most items of all fixed sections of a view together.
    public static let maximumItems = 1_000

    public var section: Row
    public var items: [Row]

    public init(section: Row, items: [Row] = []) {
      self.section = section
      self.items = items
    }
  }

  /// An item or a section that is given in the view.
  public struct Row: Sendable, Hashable {
    public var id: Identifier
    public var fields: Fields

    public init(_ id: Identifier, _ fields: Fields = Fields()) {
      self.id = id
      self.fields = fields
    }
  }

  /// What is shown of a collection.
  public struct Query: Sendable, Hashable {
    /// The maximum number of sections that can be chosen.
    public static let maximumSections = 256
    /// The maximum number of sort descriptors.
    public static let maximumSortDescriptors = 8

    public var collection: Identifier
    /// The sections whose items are shown, in this order; nil for all of them in the order of the collection. One that
    /// is not there is left out until it is.
    public var sections: [Identifier]?
    public var layout: Layout
    /// Which items are shown; nil for all.
    public var filter: Filter?
    /// In which order the items of a section are; the order of the list if it is empty, and among items that are
    /// equal in it.
    public var sort: [SortDescriptor]
    /// The maximum number of items that each section shows; nil for all.
    public var cap: Int?
    /// Which fields of items, and of the collection's own sections, are shown; nil for all. Filters, orders and groups may be
    /// by others. The section of a group has the field that it is grouped by, shown or not.
    public var only: ShownFields?

    public init(
      _ collection: Identifier,
      sections: [Identifier]? = nil,
      layout: Layout = .sections,
      filter: Filter? = nil,
      sort: [SortDescriptor] = [],
      cap: Int? = nil,
      only: ShownFields? = nil
    ) {
      self.collection = collection
      self.sections = sections
      self.layout = layout
      self.filter = filter
      self.sort = sort
      self.cap = cap
      self.only = only
    }
  }

  /// The fields that a part shows of its collection.
  ///
  ///     var query = ViewDefinition.Query("tasks")
  ///     query.only = ["title", "due"]
  public struct ShownFields: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// The maximum number of fields, which is the most that an item has.
    public static let maximumCount = Fields.maximumCount

    /// The names of the fields, each once, in any order. None where rows show their ids alone.
    public var names: [String]

    public init(_ names: [String]) { self.names = names }

    public init(arrayLiteral names: String...) { self.init(names) }
  }

  /// Into which sections the items of a collection come.
  public enum Layout: Sendable, Hashable {
    /// The collection's own, even if they are empty.
    case sections
    /// One section.
    case flat(Row)
    /// One for each value of a field.
    case grouped(Grouping)
  }

  /// Sections by the value of a field. Items without the field are in a group of their own.
  public struct Grouping: Sendable, Hashable {
    /// The maximum number of groups that can be declared.
    public static let maximumDeclaredGroups = 256

    public var field: String
    /// Groups that are there even if they are empty, in this order. Nil is the group of items without the field.
    public var declared: [FieldValue?]
    /// Where groups that are not declared stand: after those that are, in this order.
    public var order: Order

    public enum Order: Sendable, Hashable, CaseIterable {
      /// By their values, ascending, as ``SortDescriptor`` compares them without options.
      case ascending
      /// By their values, descending; the one without a value is the last all the same.
      case descending
      /// By their first items, in the order of the items.
      case bestItem
    }

    public init(_ field: String, declared: [FieldValue?] = [], order: Order = .ascending) {
      self.field = field
      self.declared = declared
      self.order = order
    }
  }

  /// The part of a view that somebody sees: some items of one section. The view then has just this section.
  public struct Window: Sendable, Hashable {
    /// The index of the section among all sections of the view.
    public var section: Int
    /// The indices of the items in the section.
    public var items: Range<Int>

    public init(section: Int, items: Range<Int>) {
      self.section = section
      self.items = items
    }
  }
}
