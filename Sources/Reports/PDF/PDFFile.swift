/// A PDF file as browsers write it: one table of its objects, nothing encrypted, nothing changed
/// afterwards.
struct PDFFile {
  /// An object: its value, and the bytes that follow it where it is a stream.
  struct Object {
    let value: Range<Int>
    let stream: Range<Int>?
  }

  /// A bookmark.
  struct Bookmark {
    let number: Int
    /// The place it leads to, as a value of the file.
    let place: Range<Int>
    /// The page that place is on.
    let page: Int
  }

  let syntax: PDFSyntax
  /// The numbers of its objects are below this one.
  let count: Int
  /// The objects of the document as a whole.
  let root: Int
  let information: Int?
  /// The entries of the document's root.
  let catalog: [String: Range<Int>]
  /// The objects of its pages, in order.
  let pages: [Int]
  /// The object that all pages hang from.
  let pageRoot: Int
  /// All objects that pages hang from.
  let pageNodes: Set<Int>

  private let offsets: [Int]

  /// Reads the file's tables.
  init(_ bytes: [UInt8]) throws(PDFProblem) {
    let syntax = PDFSyntax(bytes: bytes)
    let (offsets, trailer) = try Self.table(of: syntax)
    guard let root = trailer["Root"], trailer["Encrypt"] == nil, trailer["Prev"] == nil else {
      throw PDFProblem("a file that was changed or encrypted")
    }
    self.syntax = syntax
    self.offsets = offsets
    count = offsets.count
    self.root = try syntax.reference(root)
    information = if let info = trailer["Info"] { try syntax.reference(info) } else { nil }
    let catalog = try Self.dictionary(
      syntax, Self.object(self.root, offsets, syntax).value)
    guard let pageRoot = catalog["Pages"] else { throw PDFProblem("a file without pages") }
    self.catalog = catalog
    self.pageRoot = try syntax.reference(pageRoot)
    var pages: [Int] = []
    var nodes: Set<Int> = []
    try Self.collectPages(self.pageRoot, offsets, syntax, depth: 0, into: &pages, &nodes)
    self.pages = pages
    pageNodes = nodes
  }

  /// An object by its number.
  func object(_ number: Int) throws(PDFProblem) -> Object {
    try Self.object(number, offsets, syntax)
  }

  /// Whether there is an object of that number.
  func has(_ number: Int) -> Bool { offsets.indices.contains(number) && offsets[number] > 0 }

  /// An object's entries by their keys.
  func dictionary(_ number: Int) throws(PDFProblem) -> [String: Range<Int>] {
    try Self.dictionary(syntax, object(number).value)
  }

  /// The bookmarks that hang from an object, in their order.
  func bookmarks(of parent: Int) throws(PDFProblem) -> [Bookmark] {
    var found: [Bookmark] = []
    var next = try dictionary(parent)["First"]
    while let range = next, found.count < count {
      let number = try syntax.reference(range)
      let entries = try dictionary(number)
      guard let place = entries["Dest"], let page = try syntax.values(of: place).first else {
        throw PDFProblem("a bookmark that leads nowhere")
      }
      found.append(Bookmark(number: number, place: place, page: try syntax.reference(page)))
      next = entries["Next"]
    }
    return found
  }

  // MARK: Reading

  private static func table(
    of syntax: PDFSyntax
  ) throws(PDFProblem) -> ([Int], [String: Range<Int>]) {
    let bytes = syntax.bytes
    let mark = Array("startxref".utf8)
    let tail = max(0, bytes.count - 64)
    guard let start = bytes[tail...].firstRange(of: mark),
      let token = try syntax.token(from: start.upperBound, to: bytes.count),
      case .integer(var place) = token.kind, place < bytes.count
    else { throw PDFProblem("a file without a table of its objects") }
    func next() throws(PDFProblem) -> Range<Int> {
      guard let (_, range) = try syntax.token(from: place, to: bytes.count) else {
        throw PDFProblem("a table of objects that ends early")
      }
      place = range.upperBound
      return range
    }
    guard syntax.text(try next()) == "xref", try syntax.integer(try next()) == 0 else {
      throw PDFProblem("a table of objects in another form")
    }
    let count = try syntax.integer(try next())
    guard count <= bytes.count / 20 else { throw PDFProblem("a table of objects that is too long") }
    var offsets: [Int] = []
    offsets.reserveCapacity(count)
    for _ in 0..<count {
      let offset = try syntax.integer(try next())
      _ = try next()
      let isUsed = syntax.text(try next()) == "n"
      guard offset < bytes.count else { throw PDFProblem("an object beyond the end") }
      offsets.append(isUsed ? offset : 0)
    }
    guard syntax.text(try next()) == "trailer" else { throw PDFProblem("a table in parts") }
    let end = try syntax.end(ofValueAt: place, to: bytes.count)
    return (offsets, try dictionary(syntax, place..<end))
  }

  private static func dictionary(
    _ syntax: PDFSyntax, _ range: Range<Int>
  ) throws(PDFProblem) -> [String: Range<Int>] {
    Dictionary(
      try syntax.entries(of: range).map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
  }

  private static func object(
    _ number: Int, _ offsets: [Int], _ syntax: PDFSyntax
  ) throws(PDFProblem) -> Object {
    let bytes = syntax.bytes
    guard offsets.indices.contains(number), offsets[number] > 0 else {
      throw PDFProblem("a reference to no object")
    }
    var place = offsets[number]
    for expected in ["\(number)", "0", "obj"] {
      guard let (_, range) = try syntax.token(from: place, to: bytes.count),
        syntax.text(range) == expected
      else { throw PDFProblem("an object that is not where the table says") }
      place = range.upperBound
    }
    guard let (_, first) = try syntax.token(from: place, to: bytes.count) else {
      throw PDFProblem("an object without a value")
    }
    let end = try syntax.end(ofValueAt: first.lowerBound, to: bytes.count)
    let value = first.lowerBound..<end
    guard let (_, word) = try syntax.token(from: end, to: bytes.count) else {
      throw PDFProblem("an object without end")
    }
    if syntax.text(word) == "endobj" { return Object(value: value, stream: nil) }
    guard syntax.text(word) == "stream", let length = try dictionary(syntax, value)["Length"] else {
      throw PDFProblem("an object with something after its value")
    }
    var start = word.upperBound
    if start < bytes.count, bytes[start] == 13 { start += 1 }
    guard start < bytes.count, bytes[start] == 10 else {
      throw PDFProblem("a stream that does not begin on a line")
    }
    let size = try syntax.integer(length)
    guard start + 1 + size <= bytes.count else { throw PDFProblem("a stream beyond the end") }
    return Object(value: value, stream: start + 1..<start + 1 + size)
  }

  private static func collectPages(
    _ number: Int, _ offsets: [Int], _ syntax: PDFSyntax, depth: Int, into pages: inout [Int],
    _ nodes: inout Set<Int>
  ) throws(PDFProblem) {
    guard depth < 32 else { throw PDFProblem("pages in circles") }
    let entries = try dictionary(syntax, object(number, offsets, syntax).value)
    guard let kids = entries["Kids"] else {
      pages.append(number)
      return
    }
    nodes.insert(number)
    for kid in try syntax.values(of: kids) {
      try collectPages(
        try syntax.reference(kid), offsets, syntax, depth: depth + 1, into: &pages, &nodes)
    }
  }
}
