import CCMarkGFM
import Synchronization

/// The one place that talks to cmark-gfm.
@safe
final class CMarkParser {
  private let handle: OpaquePointer

  private init() {
    unsafe handle = unsafe valise_parser_new(
      CMARK_OPT_SOURCEPOS | CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE)
    for name in Self.extensions {
      guard let found = unsafe cmark_find_syntax_extension(name) else {
        preconditionFailure("cmark-gfm was built without its extension \(name)")
      }
      unsafe cmark_parser_attach_syntax_extension(handle, found)
    }
  }

  deinit {
    unsafe cmark_parser_free(handle)
  }

  /// Parses a text into nodes in reading order.
  static func nodes(of text: [UInt8]) -> [MarkdownNode] {
    _ = registration
    return CMarkParser().parse(TableWidth.limited(text))
  }

  private static let extensions = ["table", "strikethrough", "autolink"]

  private static let registration: Void = cmark_gfm_core_extensions_ensure_registered()

  /// While it reads inlines, cmark-gfm keeps the characters its extensions look for in a table
  /// shared by all parsers, and clears it afterwards: two threads there would lose each other's.
  private static let inlinePhase = Mutex<Void>(())

  private func parse(_ text: [UInt8]) -> [MarkdownNode] {
    unsafe text.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe cmark_parser_feed(handle, start.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    var finished: OpaquePointer?
    Self.inlinePhase.withLock { _ in unsafe finished = unsafe cmark_parser_finish(handle) }
    guard let root = unsafe finished else { preconditionFailure("cmark-gfm gave no document") }
    defer { unsafe cmark_node_free(root) }
    return unsafe NodeReader.nodes(below: root, atMost: text.count)
  }
}

/// Copies cmark's tree into values.
private enum NodeReader {
  static func nodes(below root: OpaquePointer, atMost size: Int)
    -> [MarkdownNode]
  {
    var nodes: [MarkdownNode] = []
    nodes.reserveCapacity(min(size / 8 + 8, 1 << 20))
    var ancestors: [Int] = []
    var current: OpaquePointer = unsafe root
    while true {
      unsafe nodes.append(node(current, parent: ancestors.last ?? 0, index: nodes.count))
      if let child = unsafe cmark_node_first_child(current) {
        ancestors.append(nodes.count - 1)
        unsafe current = unsafe child
        continue
      }
      // Up to the next node that has something after it.
      while true {
        if current == root { return nodes }
        if let next = unsafe cmark_node_next(current) {
          unsafe current = unsafe next
          break
        }
        guard let parent = unsafe cmark_node_parent(current), let index = ancestors.popLast()
        else { return nodes }
        nodes[index].subtreeEnd = nodes.count
        unsafe current = unsafe parent
      }
    }
  }

  private static func node(_ node: OpaquePointer, parent: Int, index: Int)
    -> MarkdownNode
  {
    MarkdownNode(
      kind: unsafe kind(of: node),
      start: MarkdownPosition(
        line: Int(unsafe cmark_node_get_start_line(node)),
        column: Int(unsafe cmark_node_get_start_column(node))),
      end: MarkdownPosition(
        line: Int(unsafe cmark_node_get_end_line(node)),
        column: Int(unsafe cmark_node_get_end_column(node))),
      parent: parent,
      subtreeEnd: index + 1)
  }

  private static func kind(of node: OpaquePointer) -> MarkdownNode.Kind {
    switch unsafe cmark_node_get_type(node) {
    case CMARK_NODE_TEXT: .text(unsafe literal(of: node))
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_LIST: .list(unsafe listKind(of: node), isTight: unsafe isTight(node))
    case CMARK_NODE_HEADING: .heading(level: Int(unsafe cmark_node_get_heading_level(node)))
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_LINK: .link(url: unsafe url(of: node), title: unsafe title(of: node))
    case CMARK_NODE_IMAGE: .image(url: unsafe url(of: node), title: unsafe title(of: node))
    case CMARK_NODE_CODE: .code(unsafe literal(of: node))
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_HTML_INLINE: .html(unsafe literal(of: node))
    case CMARK_NODE_HTML_BLOCK: .htmlBlock(unsafe literal(of: node))
    case CMARK_NODE_CODE_BLOCK: .codeBlock(unsafe literal(of: node))
    case CMARK_NODE_BLOCK_QUOTE: .blockQuote
    case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
    case CMARK_NODE_DOCUMENT: .document
    default: unsafe extensionKind(of: node)
    }
  }

  private static func extensionKind(of node: OpaquePointer) -> MarkdownNode.Kind {
    switch unsafe valise_node_extension_kind(node) {
    case VALISE_NODE_TABLE: .table(unsafe alignments(of: node))
    case VALISE_NODE_TABLE_HEADER: .tableRow(isHeader: true)
    case VALISE_NODE_TABLE_ROW: .tableRow(isHeader: false)
    case VALISE_NODE_TABLE_CELL: .tableCell
    case VALISE_NODE_STRIKETHROUGH: .strikethrough
    default: .other
    }
  }

  private static func listKind(of node: OpaquePointer) -> MarkdownNode.ListKind {
    unsafe cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
      ? .numbers(start: Int(unsafe cmark_node_get_list_start(node))) : .bullets
  }

  private static func isTight(_ node: OpaquePointer) -> Bool {
    unsafe cmark_node_get_list_tight(node) != 0
  }

  private static func alignments(of table: OpaquePointer)
    -> [MarkdownNode.Alignment]
  {
    let count = Int(unsafe cmark_gfm_extensions_get_table_columns(table))
    guard let letters = unsafe cmark_gfm_extensions_get_table_alignments(table) else {
      return Array(repeating: .none, count: count)
    }
    return (0..<count).map { column in
      switch unsafe letters[column] {
      case UInt8(ascii: "l"): .left
      case UInt8(ascii: "c"): .center
      case UInt8(ascii: "r"): .right
      default: .none
      }
    }
  }

  private static func literal(of node: OpaquePointer) -> String {
    unsafe text(cmark_node_get_literal(node))
  }

  private static func url(of node: OpaquePointer) -> String {
    unsafe text(cmark_node_get_url(node))
  }

  private static func title(of node: OpaquePointer) -> String {
    unsafe text(cmark_node_get_title(node))
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    guard let pointer = unsafe pointer else { return "" }
    return unsafe String(cString: pointer)
  }
}
