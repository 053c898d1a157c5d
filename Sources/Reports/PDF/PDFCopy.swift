/// Copies objects of one file into another: each number moves by as much.
struct PDFCopy {
  let file: PDFFile
  /// What is added to the numbers that tie pages and links to their tags.
  let firstTag: Int

  private let base: Int
  private let tagPrefix: [UInt8]
  private var replaced: [Int: Int] = [:]

  /// - Parameters:
  ///   - file: Where objects come from.
  ///   - base: What is added to their numbers.
  ///   - firstTag: What is added to the numbers of tags.
  ///   - prefix: What tells the names of its tags from those of others; nil for none.
  init(_ file: PDFFile, from base: Int, tagsFrom firstTag: Int, prefix: Int?) {
    self.file = file
    self.base = base
    self.firstTag = firstTag
    // All of one length, so that names stay in their order.
    tagPrefix = prefix.map { Array("p\(String($0 + 1_000_000).dropFirst())-".utf8) } ?? []
  }

  /// Lets another object of the target take an object's place.
  mutating func replace(_ number: Int, with target: Int) { replaced[number] = target }

  /// What an object is called in the target.
  func number(of number: Int) -> Int { replaced[number] ?? number + base }

  /// Copies an object.
  func write(_ number: Int, to writer: inout PDFWriter) throws(PDFProblem) {
    let object = try file.object(number)
    let value = try bytes(of: object.value)
    if let stream = object.stream {
      writer.add(self.number(of: number), value, stream: file.syntax.bytes[stream])
    } else {
      try writer.add(self.number(of: number), value)
    }
  }

  /// An object's entries, as the target has them.
  func dictionary(_ number: Int) throws(PDFProblem) -> PDFDictionary {
    PDFDictionary(
      try file.syntax.entries(of: bytesRange(number)).map { (entry) throws(PDFProblem) in
        (entry.key, try self.entry(entry.key, entry.value))
      })
  }

  private func bytesRange(_ number: Int) throws(PDFProblem) -> Range<Int> {
    try file.object(number).value
  }

  private func entry(_ key: String, _ value: Range<Int>) throws(PDFProblem) -> [UInt8] {
    guard key == "StructParents" || key == "StructParent" else { return try bytes(of: value) }
    return Array("\(try file.syntax.integer(value) + firstTag)".utf8)
  }

  /// A value, as the target has it.
  func bytes(of range: Range<Int>) throws(PDFProblem) -> [UInt8] {
    let syntax = file.syntax
    var result: [UInt8] = []
    result.reserveCapacity(range.count + 64)
    var copied = range.lowerBound
    var place = range.lowerBound
    var isTagNumber = false
    while let (kind, token) = try syntax.token(from: place, to: range.upperBound) {
      place = token.upperBound
      let changed: [UInt8]?
      switch kind {
      case .reference(let number): changed = Array("\(self.number(of: number)) 0 R".utf8)
      case .integer(let number) where isTagNumber: changed = Array("\(number + firstTag)".utf8)
      case .string where !tagPrefix.isEmpty && isTagName(token): changed = tagName(token)
      default: changed = nil
      }
      isTagNumber = if case .name = kind { isTagKey(token) } else { false }
      guard let changed else { continue }
      result += syntax.bytes[copied..<token.lowerBound]
      result += changed
      copied = token.upperBound
    }
    result += syntax.bytes[copied..<range.upperBound]
    return result
  }

  /// The name of a tag, which other files may have too, told apart from theirs.
  func tagName(_ range: Range<Int>) -> [UInt8] {
    Array("(".utf8) + tagPrefix + file.syntax.bytes[range].dropFirst()
  }

  private static let keys = [Array("/StructParents".utf8), Array("/StructParent".utf8)]
  private static let tagStart = Array("(node".utf8)

  private func isTagKey(_ range: Range<Int>) -> Bool {
    (range.count == 14 || range.count == 13)
      && Self.keys.contains { file.syntax.bytes[range].elementsEqual($0) }
  }

  /// Whether a string is one of the names that Chromium gives: `(node00000012)`.
  private func isTagName(_ range: Range<Int>) -> Bool {
    range.count == 14 && file.syntax.bytes[range].starts(with: Self.tagStart)
      && file.syntax.bytes[range].dropFirst(5).dropLast().allSatisfy { (48...57).contains($0) }
  }
}

/// The entries of a dictionary on the way into a file.
struct PDFDictionary {
  private var entries: [(key: String, value: [UInt8])]

  init(_ entries: [(String, [UInt8])]) {
    self.entries = entries.map { (key: $0.0, value: $0.1) }
  }

  subscript(key: String) -> [UInt8]? {
    get { entries.first { $0.key == key }?.value }
    set {
      let index = entries.firstIndex { $0.key == key }
      if let index { entries.remove(at: index) }
      if let newValue { entries.insert((key, newValue), at: index ?? entries.count) }
    }
  }

  var bytes: [UInt8] {
    var result = Array("<<".utf8)
    for (key, value) in entries { result += Array("/\(key) ".utf8) + value + [10] }
    return result + Array(">>".utf8)
  }
}
