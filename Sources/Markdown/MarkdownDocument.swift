/// A Markdown text as a tree of values: GitHub's tables, autolinks and double-tilde strikethrough.
///
/// Boxes of task lists stay in the text, where they can be read as people write them.
public struct MarkdownDocument: Sendable, Hashable {
  /// All nodes in reading order; the first is the document itself.
  public let nodes: [MarkdownNode]

  /// Reads a text; any bytes are some document.
  ///
  /// May be called from several threads at once.
  /// - Parameter text: UTF-8 without a byte order mark. Bytes that are no UTF-8 and NUL give
  ///   replacement characters.
  public init(_ text: [UInt8]) {
    nodes = CMarkParser.nodes(of: text)
  }

  /// Reads a text.
  public init(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// The indices of a node's children, in order.
  public func children(of index: Int) -> Children {
    Children(document: self, upcoming: index + 1, end: nodes[index].subtreeEnd)
  }

  /// The indices of everything below a node, in reading order.
  public func descendants(of index: Int) -> Range<Int> {
    index + 1..<nodes[index].subtreeEnd
  }

  /// The indices of one node's children.
  public struct Children: Sequence, IteratorProtocol, Sendable {
    let document: MarkdownDocument
    var upcoming: Int
    let end: Int

    /// The next child, or nil after the last.
    public mutating func next() -> Int? {
      guard upcoming < end else { return nil }
      let child = upcoming
      upcoming = document.nodes[child].subtreeEnd
      return child
    }
  }
}
