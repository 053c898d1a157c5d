/// Joins the parts of a book that a browser printed one by one: pages, tags, bookmarks, links, and
/// page numbers that count through.
struct PDFJoin {
  /// The cover and the contents; what the book is as a whole is said there.
  let front: PDFFile
  /// The sheets, in order.
  let parts: [PDFFile]
  /// Pages with nothing but their numbers, as many as the book has.
  let numbers: PDFFile
  /// What links call the top bookmarks of each part, in order.
  let anchors: [[String]]

  private var files: [PDFFile] { [front] + parts }

  /// The pages on which the top bookmarks of the parts are, by what links call them.
  ///
  /// - Parameters:
  ///   - anchors: What links call the top bookmarks of each part, in order.
  ///   - parts: The parts.
  ///   - frontCount: How many pages come before the first part.
  /// - Returns: Pages of the book, counted from 1.
  /// - Throws: ``PDFProblem`` where a part has other bookmarks than it should.
  static func pages(
    of anchors: [[String]], in parts: [PDFFile], after frontCount: Int
  ) throws(PDFProblem) -> [(anchor: String, page: Int)] {
    var found: [(anchor: String, page: Int)] = []
    var before = frontCount
    for (part, names) in zip(parts, anchors) {
      let indices = Dictionary(
        part.pages.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      for (name, bookmark) in zip(names, try bookmarks(of: part, count: names.count)) {
        guard let index = indices[bookmark.page] else {
          throw PDFProblem("a bookmark to no page")
        }
        found.append((name, before + index + 1))
      }
      before += part.pages.count
    }
    return found
  }

  private static func bookmarks(
    of part: PDFFile, count: Int
  ) throws(PDFProblem) -> [PDFFile.Bookmark] {
    guard let outlines = part.catalog["Outlines"] else { throw PDFProblem("no bookmarks") }
    let bookmarks = try part.bookmarks(of: try part.syntax.reference(outlines))
    guard bookmarks.count == count else {
      throw PDFProblem("\(bookmarks.count) bookmarks where there are \(count) sheets")
    }
    return bookmarks
  }

  // MARK: Joining

  /// The whole book.
  func joined() throws(PDFProblem) -> [UInt8] {
    var writer = PDFWriter()
    let pageRoot = writer.nextNumber
    let tagRoot = pageRoot + 1
    writer.reserve(2)
    let frontTree = try PDFTree(front, isFront: true)
    let trees =
      try [frontTree]
      + parts.map { (part) throws(PDFProblem) in
        try PDFTree(part, isFront: false)
      }
    guard let lastTop = frontTree.topBookmarks.last else { throw PDFProblem("no bookmarks") }
    // Where each file's objects go, and what takes the place of those that the book has once.
    var copies: [PDFCopy] = []
    var nextTag = 0
    for (index, tree) in trees.enumerated() {
      var copy = PDFCopy(
        tree.file, from: writer.nextNumber, tagsFrom: nextTag,
        prefix: index == 0 ? nil : index)
      writer.reserve(tree.file.count)
      copy.replace(tree.tagRoot, with: tagRoot)
      if let first = copies.first, index > 0 {
        copy.replace(tree.document, with: first.number(of: frontTree.document))
        copy.replace(tree.outlines, with: first.number(of: lastTop.number))
      }
      nextTag += tree.nextTag
      copies.append(copy)
    }
    let marks = try numberMarks(&writer)
    let lastChild = try front.bookmarks(of: lastTop.number).last
    try writeObjects(trees, copies, marks, pageRoot, besides: lastChild, &writer)
    try writeBookmarks(trees, copies, below: lastTop, after: lastChild, &writer)
    let tags = try writeTags(trees, copies, tagRoot, nextTag, &writer)
    try writer.add(tagRoot, Array(tags.utf8))
    let kids = zip(trees, copies).map { "\($1.number(of: $0.file.pageRoot)) 0 R" }
    let pageCount = files.reduce(0) { $0 + $1.pages.count }
    try writer.add(
      pageRoot,
      Array("<</Type /Pages/Count \(pageCount)/Kids [\(kids.joined(separator: " "))]>>".utf8))
    let root = try writeRoot(trees, copies, pageRoot, tagRoot, &writer)
    return try writer.finish(
      root: root, information: front.information.map(copies[0].number))
  }

  /// What draws the number of each page: a form of its own for each, and the two streams around
  /// what was on the page.
  private struct NumberMarks {
    var forms: [Int] = []
    let before: Int
    let after: Int
  }

  private func numberMarks(_ writer: inout PDFWriter) throws(PDFProblem) -> NumberMarks {
    guard numbers.pages.count == files.reduce(0, { $0 + $1.pages.count }) else {
      throw PDFProblem("other numbers than pages")
    }
    let copy = PDFCopy(numbers, from: writer.nextNumber, tagsFrom: 0, prefix: nil)
    writer.reserve(numbers.count)
    var left = numbers.pageNodes.union(numbers.pages)
    left.insert(numbers.root)
    if let information = numbers.information { left.insert(information) }
    for page in numbers.pages {
      guard let contents = try numbers.dictionary(page)["Contents"] else { continue }
      left.insert(try numbers.syntax.reference(contents))
    }
    for number in 1..<numbers.count where numbers.has(number) && !left.contains(number) {
      try copy.write(number, to: &writer)
    }
    var marks = NumberMarks(
      before: writer.add("", stream: Array("q\n".utf8)),
      after: writer.add(
        "", stream: Array("Q\n/Artifact <</Type /Pagination>> BDC\nq /PageNumber Do Q\nEMC\n".utf8)
      ))
    for page in numbers.pages {
      let entries = try numbers.dictionary(page)
      guard let contents = entries["Contents"], let resources = entries["Resources"],
        let box = entries["MediaBox"]
      else { throw PDFProblem("a page without contents") }
      let content = try numbers.object(try numbers.syntax.reference(contents))
      guard let stream = content.stream else { throw PDFProblem("a page without contents") }
      var form = PDFDictionary(
        try numbers.syntax.entries(of: content.value).map { (entry) throws(PDFProblem) in
          (entry.key, try copy.bytes(of: entry.value))
        })
      form["Type"] = Array("/XObject".utf8)
      form["Subtype"] = Array("/Form".utf8)
      form["BBox"] = try copy.bytes(of: box)
      form["Resources"] = try copy.bytes(of: resources)
      let number = copy.number(of: page)
      writer.add(number, form.bytes, stream: numbers.syntax.bytes[stream])
      marks.forms.append(number)
    }
    return marks
  }

  /// Writes all objects but those that the book has once, and the front's last bookmark.
  private func writeObjects(
    _ trees: [PDFTree], _ copies: [PDFCopy], _ marks: NumberMarks, _ pageRoot: Int,
    besides bookmark: PDFFile.Bookmark?, _ writer: inout PDFWriter
  ) throws(PDFProblem) {
    var pagesBefore = 0
    for (index, (tree, copy)) in zip(trees, copies).enumerated() {
      let file = tree.file
      var left = tree.ownObjects
      if index > 0, let information = file.information { left.insert(information) }
      if index == 0, let bookmark { left.insert(bookmark.number) }
      for (place, page) in file.pages.enumerated() {
        try writePage(page, copy, form: marks.forms[pagesBefore + place], marks, &writer)
        left.insert(page)
      }
      pagesBefore += file.pages.count
      var root = try copy.dictionary(file.pageRoot)
      root["Parent"] = Array("\(pageRoot) 0 R".utf8)
      try writer.add(copy.number(of: file.pageRoot), root.bytes)
      left.insert(file.pageRoot)
      for number in 1..<file.count where file.has(number) && !left.contains(number) {
        try copy.write(number, to: &writer)
      }
    }
  }

  private func writePage(
    _ page: Int, _ copy: PDFCopy, form: Int, _ marks: NumberMarks, _ writer: inout PDFWriter
  ) throws(PDFProblem) {
    let syntax = copy.file.syntax
    let entries = try copy.file.dictionary(page)
    guard let contents = entries["Contents"], let resources = entries["Resources"] else {
      throw PDFProblem("a page without contents")
    }
    let drawn = try copy.bytes(of: contents)
    guard drawn.first != UInt8(ascii: "[") else { throw PDFProblem("contents in pieces") }
    let own = "/PageNumber \(form) 0 R"
    var objects = PDFDictionary(
      try syntax.entries(of: resources).map { (entry) throws(PDFProblem) in
        (entry.key, try copy.bytes(of: entry.value))
      })
    if let others = objects["XObject"] {
      guard others.starts(with: Array("<<".utf8)) else { throw PDFProblem("pictures elsewhere") }
      objects["XObject"] = Array("<<\(own) ".utf8) + others.dropFirst(2)
    } else {
      objects["XObject"] = Array("<<\(own)>>".utf8)
    }
    var result = try copy.dictionary(page)
    result["Resources"] = objects.bytes
    result["Contents"] =
      Array("[\(marks.before) 0 R ".utf8) + drawn + Array(" \(marks.after) 0 R]".utf8)
    try writer.add(copy.number(of: page), result.bytes)
  }
}
