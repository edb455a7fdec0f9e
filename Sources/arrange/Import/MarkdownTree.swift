import CCmarkGFM

/// The blocks of a Markdown text as CommonMark defines them, in the order of the text.
///
/// cmark determines what is a list item, a heading, or code; the text itself is read from the lines, so that
/// emphasis, links and character references stay as they were written.
struct MarkdownTree {
  /// A block with the lines that it covers.
  struct Block {
    var kind: Kind
    /// The indices of the lines, both inclusive.
    var first: Int
    var last: Int
    /// The offset of the block in its first line, in bytes.
    var column: Int
    /// The index of the quote or item that contains the block; nil at the top level.
    var parent: Int?
    /// The number of items that contain the block.
    var level: Int
  }

  enum Kind: Equatable {
    case quote
    case item
    case paragraph
    case heading(level: Int)
    case code(isFenced: Bool)
    case html
    /// A thematic break, such as `---`.
    case rule

    /// Whether the lines of the block are kept verbatim.
    var isVerbatim: Bool {
      switch self {
      case .code, .html: true
      case .quote, .item, .paragraph, .heading, .rule: false
      }
    }
  }

  private(set) var blocks: [Block] = []

  /// Parses lines of a text without U+0000. O(size).
  ///
  /// - Parameter lines: consecutive lines, in bytes of the text.
  init(_ bytes: [UInt8], lines: ArraySlice<Range<Int>>) {
    guard let first = lines.first, let last = lines.last else { return }
    guard let parser = cmark_parser_new(CMARK_OPT_DEFAULT) else { return }
    defer { cmark_parser_free(parser) }
    bytes[first.lowerBound..<last.upperBound].withUnsafeBytes { text in
      cmark_parser_feed(parser, text.baseAddress?.assumingMemoryBound(to: CChar.self), text.count)
    }
    guard let document = cmark_parser_finish(parser) else { return }
    defer { cmark_node_free(document) }
    collect(document, lineCount: lines.count)
  }

  /// Collects the blocks without recursion, because they may be nested deeply.
  private mutating func collect(_ document: OpaquePointer, lineCount: Int) {
    /// The quotes and items that contain the current node.
    var path: [(node: OpaquePointer, block: Int)] = []
    var level = 0
    var next = cmark_node_first_child(document)
    while let node = next {
      if let block = block(node, parent: path.last?.block, level: level, lineCount: lineCount) {
        blocks.append(block)
        if block.kind == .quote || block.kind == .item { path.append((node, blocks.count - 1)) }
        if block.kind == .item { level += 1 }
      }
      next = MarkdownTree.holdsBlocks(node) ? cmark_node_first_child(node) : nil
      var above: OpaquePointer? = node
      while next == nil, let done = above, done != document {
        if path.last?.node == done {
          if blocks[path.removeLast().block].kind == .item { level -= 1 }
        }
        next = cmark_node_next(done)
        above = cmark_node_parent(done)
      }
    }
  }

  private static func holdsBlocks(_ node: OpaquePointer) -> Bool {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_LIST, CMARK_NODE_ITEM: true
    default: false
    }
  }

  /// The block of a node; nil for a list, which consists of its items only.
  private func block(_ node: OpaquePointer, parent: Int?, level: Int, lineCount: Int) -> Block? {
    guard let kind = MarkdownTree.kind(node) else { return nil }
    let first = Int(cmark_node_get_start_line(node)) - 1
    var last = Int(cmark_node_get_end_line(node)) - 1
    // cmark reports the end of HTML as the line after it or as its last line, depending on what ended it.
    if kind == .html { last = first + MarkdownTree.lineCount(of: node) - 1 }
    // cmark reports code without a closing fence as ending on the line that ended its container.
    last = min(last, parent.map { blocks[$0].last } ?? lineCount - 1)
    return Block(
      kind: kind,
      first: first,
      last: max(last, first),
      column: max(Int(cmark_node_get_start_column(node)) - 1, 0),
      parent: parent,
      level: level
    )
  }

  private static func kind(_ node: OpaquePointer) -> Kind? {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_BLOCK_QUOTE: .quote
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading(level: Int(cmark_node_get_heading_level(node)))
    case CMARK_NODE_CODE_BLOCK: .code(isFenced: isFenced(node))
    case CMARK_NODE_HTML_BLOCK: .html
    case CMARK_NODE_THEMATIC_BREAK: .rule
    default: nil
    }
  }

  private static func isFenced(_ node: OpaquePointer) -> Bool {
    var (length, offset, mark) = (CInt(0), CInt(0), CChar(0))
    return cmark_node_get_fenced(node, &length, &offset, &mark) != 0
  }

  /// The number of lines of HTML: each ends with a line feed.
  private static func lineCount(of node: OpaquePointer) -> Int {
    guard var place = cmark_node_get_literal(node) else { return 1 }
    var count = 0
    while place.pointee != 0 {
      if place.pointee == 0x0A { count += 1 }
      place += 1
    }
    return max(count, 1)
  }
}
