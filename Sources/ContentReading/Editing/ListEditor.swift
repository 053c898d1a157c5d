public import Diagnostics
import Markdown
import PackingLists

/// The file of a list while it is changed: its bytes, and what they say.
///
/// Every change is the smallest that serves. Before it counts, the new bytes are read as any build
/// would read them: the one item has to be what was asked for, and all others what they were.
/// Where no change passes, it is refused with a reason and the way out.
public struct ListEditor: Sendable {
  /// The whole file.
  public private(set) var bytes: [UInt8]
  /// What the file says, without the base lists that it includes.
  public private(set) var draft: TripDraft
  /// What a person should know about the changes so far, a sentence each.
  public internal(set) var notes: [String] = []

  let path: String
  let options: ReadingOptions
  /// The lines of the file.
  private(set) var source: SourceText
  /// Whether an item or an activity has a box.
  private(set) var hasBoxes: Bool

  /// Reads a file in order to change it.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - path: The file as its user would name it.
  ///   - options: How the site wants its lists to be read.
  /// - Throws: The first error of a file that cannot be read as a list.
  public init(
    bytes: [UInt8], path: String, options: ReadingOptions = ReadingOptions()
  ) throws(Diagnostic) {
    let (draft, diagnostics) = TripReader.read(bytes: bytes, path: path, options: options)
    guard let draft else {
      throw diagnostics.first { $0.severity == .error }
        ?? Diagnostic(.error, .editRefused, "the file cannot be read", at: FilePosition(path: path))
    }
    self.bytes = bytes
    self.draft = draft
    self.path = path
    self.options = options
    source = SourceText(bytes, path: path)
    hasBoxes = draft.items.contains { $0.box != nil }
  }

  // MARK: Steps of every change

  /// The file below its front matter, parsed.
  var body: ParsedBody {
    let source = source
    var draft = TripDraft(path: path)
    var diagnostics: [Diagnostic] = []
    let start = TripReader.readFrontMatter(of: source, into: &draft, &diagnostics)
    return ParsedBody(source, from: start)
  }

  /// Makes the first change that gives what is wanted.
  ///
  /// - Parameters:
  ///   - candidates: Changes, the smallest first; each as edits of the bytes.
  ///   - isRight: Whether what the changed file says is what was wanted, given the index of the
  ///     change.
  /// - Returns: Whether one was made.
  mutating func make(
    firstOf candidates: [[TextEdit]], where isRight: (TripDraft, Int) -> Bool
  ) -> Bool {
    for (index, edits) in candidates.enumerated() {
      let changed = Self.applying(edits, to: bytes)
      let read = TripReader.read(bytes: changed, path: path, options: options).draft
      guard let read, isRight(read, index) else { continue }
      bytes = changed
      draft = read
      source = SourceText(bytes, path: path)
      hasBoxes = draft.items.contains { $0.box != nil }
      return true
    }
    return false
  }

  private static func applying(_ edits: [TextEdit], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.inserted.count })
    var copied = 0
    for edit in edits.sorted(by: { $0.offset < $1.offset }) {
      result += bytes[copied..<edit.offset]
      result += edit.inserted
      copied = edit.offset + edit.deleted
    }
    return result + bytes[copied...]
  }

  /// A change that cannot be made here.
  func refusal(_ message: String, _ index: Int?, hint: String) -> Diagnostic {
    Diagnostic(
      .error, .editRefused, message,
      at: index.map { draft.items[$0].position } ?? FilePosition(path: path), hint: hint)
  }

  // MARK: Lines

  /// The file's line ending, as its first line has it; a line feed where it has one line.
  var lineEnding: [UInt8] {
    guard let first = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return [0x0A] }
    if bytes[first] == 0x0A { return [0x0A] }
    return first + 1 < bytes.count && bytes[first + 1] == 0x0A ? [0x0D, 0x0A] : [0x0D]
  }

  /// The items inside an item: those whose bytes lie in its own.
  public func itemsInside(_ index: Int) -> [Int] {
    let outer = draft.items[index].bytes
    return draft.items.indices.filter { other in
      let inner = draft.items[other].bytes
      return other != index && inner.lowerBound >= outer.lowerBound
        && inner.upperBound <= outer.upperBound && inner != outer
    }
  }
}

/// What a list says, without the places where it says it: two lists are compared by it.
struct ListContent: Equatable {
  var frontMatter: TripDraft
  var items: [ItemDraft]
  var activities: [ActivityDraft]
  var prose: [String]

  private static let nowhere = FilePosition(path: "", line: 0, column: 0)

  init(_ draft: TripDraft) {
    items = draft.items.map(Self.told)
    activities = draft.activities.map { activity in
      var activity = activity
      activity.position = Self.nowhere
      activity.box = nil
      return activity
    }
    prose = draft.prose.map(\.html)
    frontMatter = draft
    frontMatter.items = []
    frontMatter.activities = []
    frontMatter.prose = []
    frontMatter.links = []
    frontMatter.introductionHTML = ""
    frontMatter.booking = draft.booking.map(Self.unplaced)
    frontMatter.photo = draft.photo.map(Self.unplaced)
    frontMatter.include = draft.include.map(Self.unplaced)
    frontMatter.exclude = draft.exclude.map(Self.unplaced)
    for index in frontMatter.bags.indices { frontMatter.bags[index].position = Self.nowhere }
    for index in frontMatter.stops.indices { frontMatter.stops[index].position = Self.nowhere }
  }

  /// What an item says, apart from where and how it is written.
  static func told(_ item: ItemDraft) -> ItemDraft {
    var item = item
    item.position = nowhere
    item.bytes = 0..<0
    item.box = nil
    item.row = nil
    item.occurrence = 1
    return item
  }

  private static func unplaced(_ value: Located<String>) -> Located<String> {
    Located(value.value, at: nowhere, length: 0)
  }

  /// Whether everything but items and prose is the same.
  func agrees(apartFromItemsWith other: ListContent) -> Bool {
    frontMatter == other.frontMatter && activities == other.activities
  }

  /// Whether some words are found in others in the same order.
  static func isSubsequence(_ part: [String], of whole: [String]) -> Bool {
    var rest = whole[...]
    for element in part {
      guard let index = rest.firstIndex(of: element) else { return false }
      rest = rest[(index + 1)...]
    }
    return true
  }
}
