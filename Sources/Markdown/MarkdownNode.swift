/// A place in a Markdown text; lines and columns start at 1, a column counts UTF-8 bytes.
public struct MarkdownPosition: Sendable, Hashable {
  /// The line, from 1; 0 where the parser gives none.
  public var line: Int
  /// The column in UTF-8 bytes, from 1.
  public var column: Int

  /// Makes a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// One block or inline of a Markdown document.
///
/// Nodes lie in one flat array in reading order, so that a text nested ten thousand levels deep
/// is walked and freed without recursion.
public struct MarkdownNode: Sendable, Hashable {
  /// How a column of a table is aligned.
  public enum Alignment: Sendable, Hashable {
    case none, left, center, right
  }

  /// What a list is made of.
  public enum ListKind: Sendable, Hashable {
    case bullets
    case numbers(start: Int)
  }

  /// What a node is; text that belongs to it alone comes with it.
  public enum Kind: Sendable, Hashable {
    case document
    case blockQuote
    case list(ListKind, isTight: Bool)
    case item
    case codeBlock(String)
    case htmlBlock(String)
    case paragraph
    case heading(level: Int)
    case thematicBreak
    case table([Alignment])
    case tableRow(isHeader: Bool)
    case tableCell
    case text(String)
    case softBreak
    case lineBreak
    case code(String)
    case html(String)
    case emphasis
    case strong
    case strikethrough
    case link(url: String, title: String)
    case image(url: String, title: String)
    /// Something that the parser has no name for; its children still count.
    case other
  }

  /// What it is.
  public let kind: Kind
  /// Where it starts.
  ///
  /// Inlines after the first line of a paragraph have the right line, and the
  /// column as if each line were indented like the first.
  public let start: MarkdownPosition
  /// Where it ends: the last byte that belongs to it.
  ///
  /// A block may end with column 0 on the line
  /// after it; the ends of texts are not to be relied on.
  public let end: MarkdownPosition
  /// The index of the node that holds it; its own for the document.
  public let parent: Int
  /// The index after its last descendant.
  public internal(set) var subtreeEnd: Int
}
