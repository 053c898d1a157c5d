/// What hangs together in a file as a whole: its bookmarks and its tags.
struct PDFTree {
  let file: PDFFile
  /// The object that all bookmarks hang from, and those right below.
  let outlines: Int
  let topBookmarks: [PDFFile.Bookmark]
  /// The object that all tags hang from, and the one tag right below.
  let tagRoot: Int
  let document: Int
  /// What is below that tag, as a value of the file: a list, or the only one.
  let content: Range<Int>
  /// The tags of pages and links, by the numbers that those have.
  let parents: [(key: Int, value: Range<Int>)]
  /// The numbers of pages and links are below this one.
  let nextTag: Int
  /// Where links lead, by name.
  let places: [(name: String, value: Range<Int>)]
  /// The tags that others name: names as they are written, and references.
  let names: [(name: Range<Int>, tag: Range<Int>)]
  /// The objects that only say how the file hangs together.
  let ownObjects: Set<Int>

  private static let rootKeys: Set = [
    "Type", "Pages", "Dests", "MarkInfo", "StructTreeRoot", "Outlines", "ViewerPreferences",
    "Lang", "Metadata",
  ]
  private static let tagRootKeys: Set = ["Type", "K", "ParentTreeNextKey", "ParentTree", "IDTree"]

  init(_ file: PDFFile, isFront: Bool) throws(PDFProblem) {
    let syntax = file.syntax
    guard Set(file.catalog.keys).isSubset(of: Self.rootKeys),
      let outlines = file.catalog["Outlines"], let tags = file.catalog["StructTreeRoot"]
    else { throw PDFProblem("a file with more or less than is known how to join") }
    self.file = file
    self.outlines = try syntax.reference(outlines)
    topBookmarks = try file.bookmarks(of: self.outlines)
    tagRoot = try syntax.reference(tags)
    let root = try file.dictionary(tagRoot)
    guard Set(root.keys).isSubset(of: Self.tagRootKeys), let only = root["K"],
      let next = root["ParentTreeNextKey"], let parentTree = root["ParentTree"]
    else { throw PDFProblem("tags of another form") }
    document = try syntax.reference(only)
    nextTag = try syntax.integer(next)
    guard let content = try file.dictionary(document)["K"] else {
      throw PDFProblem("a document without tags")
    }
    if syntax.bytes[content.lowerBound] != UInt8(ascii: "[") { _ = try syntax.reference(content) }
    self.content = content
    let parentNumber = try syntax.reference(parentTree)
    guard let list = try file.dictionary(parentNumber)["Nums"] else {
      throw PDFProblem("tags of pages in another form")
    }
    let values = try syntax.values(of: list)
    var parents: [(key: Int, value: Range<Int>)] = []
    for index in stride(from: 0, to: values.count - 1, by: 2) {
      parents.append((try syntax.integer(values[index]), values[index + 1]))
    }
    self.parents = parents
    var own: Set = [file.root, tagRoot, document, self.outlines, parentNumber]
    if let dests = file.catalog["Dests"] {
      let number = try syntax.reference(dests)
      places = try syntax.entries(of: try file.object(number).value).map { ($0.key, $0.value) }
      own.insert(number)
    } else {
      places = []
    }
    var names: [(name: Range<Int>, tag: Range<Int>)] = []
    if let tree = root["IDTree"] {
      try Self.collectNames(try syntax.reference(tree), file, depth: 0, into: &names, &own)
    }
    self.names = names
    ownObjects = own.union(topBookmarks.map(\.number))
  }

  private static func collectNames(
    _ number: Int, _ file: PDFFile, depth: Int,
    into names: inout [(name: Range<Int>, tag: Range<Int>)],
    _ own: inout Set<Int>
  ) throws(PDFProblem) {
    guard depth < 32 else { throw PDFProblem("names in circles") }
    own.insert(number)
    let entries = try file.dictionary(number)
    if let list = entries["Names"] {
      let values = try file.syntax.values(of: list)
      for index in stride(from: 0, to: values.count - 1, by: 2) {
        names.append((values[index], values[index + 1]))
      }
    }
    for kid in try entries["Kids"].map(file.syntax.values) ?? [] {
      try collectNames(
        try file.syntax.reference(kid), file, depth: depth + 1, into: &names, &own)
    }
  }
}

extension PDFJoin {
  /// Writes the top bookmarks: those of the parts hang below the last one of the front, after those that
  /// it has.
  func writeBookmarks(
    _ trees: [PDFTree], _ copies: [PDFCopy], below parent: PDFFile.Bookmark,
    after lastChild: PDFFile.Bookmark?, _ writer: inout PDFWriter
  ) throws(PDFProblem) {
    let chain = zip(trees, copies).dropFirst().flatMap { tree, copy in
      tree.topBookmarks.map { (copy: copy, number: $0.number) }
    }
    var count = 0
    for (tree, copy) in zip(trees, copies).dropFirst() {
      count += try Self.count(try copy.dictionary(tree.outlines))
    }
    let firstCopy = copies[0]
    for bookmark in trees[0].topBookmarks {
      var entries = try firstCopy.dictionary(bookmark.number)
      if bookmark.number == parent.number, let first = chain.first, let last = chain.last {
        if lastChild == nil { entries["First"] = Self.reference(first) }
        entries["Last"] = Self.reference(last)
        entries["Count"] = Array("\(try Self.count(entries) + count)".utf8)
      }
      try writer.add(firstCopy.number(of: bookmark.number), entries.bytes)
    }
    if let lastChild {
      var entries = try firstCopy.dictionary(lastChild.number)
      if let first = chain.first { entries["Next"] = Self.reference(first) }
      try writer.add(firstCopy.number(of: lastChild.number), entries.bytes)
    }
    for (index, entry) in chain.enumerated() {
      var entries = try entry.copy.dictionary(entry.number)
      if index > 0 {
        entries["Prev"] = Self.reference(chain[index - 1])
      } else if let lastChild {
        entries["Prev"] = Array("\(firstCopy.number(of: lastChild.number)) 0 R".utf8)
      }
      if index + 1 < chain.count { entries["Next"] = Self.reference(chain[index + 1]) }
      try writer.add(entry.copy.number(of: entry.number), entries.bytes)
    }
    var root = try firstCopy.dictionary(trees[0].outlines)
    root["Count"] = Array("\(try Self.count(root) + count)".utf8)
    try writer.add(firstCopy.number(of: trees[0].outlines), root.bytes)
  }

  private static func reference(_ entry: (copy: PDFCopy, number: Int)) -> [UInt8] {
    Array("\(entry.copy.number(of: entry.number)) 0 R".utf8)
  }

  private static func count(_ entries: PDFDictionary) throws(PDFProblem) -> Int {
    guard let text = entries["Count"] else { return 0 }
    guard let count = Int(String(decoding: text, as: UTF8.self)), count >= 0 else {
      throw PDFProblem("bookmarks that are folded")
    }
    return count
  }

  /// Writes the one tag that all others are below, and gives the object above it.
  func writeTags(
    _ trees: [PDFTree], _ copies: [PDFCopy], _ tagRoot: Int, _ nextTag: Int,
    _ writer: inout PDFWriter
  ) throws(PDFProblem) -> String {
    var content: [UInt8] = [UInt8(ascii: "[")]
    var parents: [UInt8] = Array("<</Type /ParentTree/Nums [".utf8)
    var names: [UInt8] = []
    var firstName: [UInt8] = []
    var lastName: [UInt8] = []
    for (tree, copy) in zip(trees, copies) {
      let below = try copy.bytes(of: tree.content)
      content += below.first == UInt8(ascii: "[") ? below.dropFirst().dropLast() : below[...]
      content.append(32)
      for (key, value) in tree.parents {
        parents += Array("\(key + copy.firstTag) ".utf8)
        parents += try copy.bytes(of: value)
        parents.append(10)
      }
      for (name, tag) in tree.names {
        let named = copy.tagName(name)
        if firstName.isEmpty { firstName = named }
        lastName = named
        names += named
        names.append(32)
        names += try copy.bytes(of: tag)
        names.append(32)
      }
    }
    content.append(UInt8(ascii: "]"))
    parents += Array("]>>".utf8)
    let document = trees[0].document
    var entries = try copies[0].dictionary(document)
    entries["K"] = content
    try writer.add(copies[0].number(of: document), entries.bytes)
    let parentTree = try writer.add(parents)
    var result =
      "<</Type /StructTreeRoot/K \(copies[0].number(of: document)) 0 R"
      + "/ParentTreeNextKey \(nextTag)/ParentTree \(parentTree) 0 R"
    if !names.isEmpty {
      let leaf = Array("<</Limits [".utf8) + firstName + [32] + lastName + Array("]/Names [".utf8)
      let number = try writer.add(leaf + names + Array("]>>".utf8))
      let tree = try writer.add(Array("<</Kids [\(number) 0 R]>>".utf8))
      result += "/IDTree \(tree) 0 R"
    }
    return result + ">>"
  }

  /// Writes the root of the book.
  func writeRoot(
    _ trees: [PDFTree], _ copies: [PDFCopy], _ pageRoot: Int, _ tagRoot: Int,
    _ writer: inout PDFWriter
  ) throws(PDFProblem) -> Int {
    var places: [String: [UInt8]] = [:]
    for (tree, copy) in zip(trees, copies) {
      for (name, value) in tree.places where places[name] == nil {
        places[name] = try copy.bytes(of: value)
      }
    }
    // The contents name what is in the parts.
    for ((tree, copy), names) in zip(zip(trees, copies).dropFirst(), anchors) {
      guard tree.topBookmarks.count == names.count else {
        throw PDFProblem("other bookmarks than sheets")
      }
      for (name, bookmark) in zip(names, tree.topBookmarks) {
        places[name] = try copy.bytes(of: bookmark.place)
      }
    }
    var list: [UInt8] = Array("<<".utf8)
    for (name, value) in places.sorted(by: { $0.key < $1.key }) {
      list += Array("/\(name) ".utf8) + value + [10]
    }
    let dests = try writer.add(list + Array(">>".utf8))
    var root = PDFDictionary([
      ("Type", Array("/Catalog".utf8)), ("Pages", Array("\(pageRoot) 0 R".utf8)),
      ("Dests", Array("\(dests) 0 R".utf8)), ("StructTreeRoot", Array("\(tagRoot) 0 R".utf8)),
      ("Outlines", Array("\(copies[0].number(of: trees[0].outlines)) 0 R".utf8)),
    ])
    for key in ["MarkInfo", "ViewerPreferences", "Lang"] {
      guard let value = front.catalog[key] else { continue }
      root[key] = try copies[0].bytes(of: value)
    }
    return try writer.add(root.bytes)
  }
}
