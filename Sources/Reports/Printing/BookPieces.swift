import Dispatch
import Files
import Foundation
import Pages
import Synchronization

/// A book in pieces: Chromium's time and memory grow with the square of a document.
struct BookPieces: Sendable {
  /// A file of sheets.
  struct Sheets: Sendable {
    let document: String
    let itemCount: Int
    /// What links call its sheets, in order.
    let anchors: [String]
  }

  /// The file with the cover and the contents.
  let front: String
  let sheets: [Sheets]
  /// The file whose pages are nothing but their numbers.
  let numbers: String

  /// The sheets of so many items are quickest in one file.
  static let itemsOfPiece = 2400

  /// The mark that templates and style sheet have to know for a book to be printed in pieces.
  static let mark = Array("is-numbers".utf8)

  // MARK: Texts put into the documents

  /// The cover and contents with something for their links to lead to.
  func frontWithTargets() throws -> [UInt8] {
    let targets = sheets.flatMap(\.anchors).map { "<i id=\"\($0)\"></i>" }.joined()
    return try Self.insert(
      "<div class=\"contents-targets\" aria-hidden=\"true\">\(targets)</div>",
      before: "</body>", in: readFile(front))
  }

  /// The same with the pages of the trips at the lines of the contents.
  static func withPages(
    _ pages: [(anchor: String, page: Int)], in front: [UInt8]
  ) throws(PDFProblem) -> [UInt8] {
    let rules = pages.map { ".contents a[href=\"#\($0.anchor)\"]::after{content:\"\($0.page)\"}\n" }
    return try insert("<style>\(rules.joined())</style>", before: "</head>", in: front)
  }

  /// So many pages with nothing on them.
  func numbers(_ count: Int) throws -> [UInt8] {
    try Self.insert(
      String(repeating: "<div class=\"number-page\"></div>\n", count: count), before: "</body>",
      in: readFile(numbers))
  }

  private static func insert(
    _ text: String, before mark: String, in document: [UInt8]
  ) throws(PDFProblem) -> [UInt8] {
    guard let place = document.firstRange(of: Array(mark.utf8)) else {
      throw PDFProblem("a template without \(mark)")
    }
    return document[..<place.lowerBound] + Array(text.utf8) + document[place.lowerBound...]
  }
}

/// Prints a book in pieces, on several engines at once, and joins them.
struct BookPrinter {
  let pieces: BookPieces
  let slots: [EngineSlot]
  let timeLimit: (_ itemCount: Int) -> Int
  /// Told how many of how many files are printed.
  let progress: (Int, Int) -> Void

  /// The whole book.
  ///
  /// - Throws: ``PDFProblem`` where the pieces cannot be joined, ``PrintFailure``, `FileError`, or
  ///   `CancellationError`.
  func print() throws -> [UInt8] {
    let front = try pieces.frontWithTargets()
    try replaceFile(with: front, at: pieces.front, durability: .generated)
    let seconds = timeLimit(0)
    let tasks =
      [PrintTask(document: pieces.front, seconds: seconds)]
      + pieces.sheets.map {
        PrintTask(document: $0.document, seconds: timeLimit($0.itemCount))
      }
    let total = tasks.count + 2
    let printed = try run(tasks, done: 0, of: total)
    let frontCount = try PDFFile(printed[0]).pages.count
    let parts = try printed.dropFirst().map(PDFFile.init)
    let anchors = pieces.sheets.map(\.anchors)
    let pages = try PDFJoin.pages(of: anchors, in: parts, after: frontCount)
    try replaceFile(
      with: try BookPieces.withPages(pages, in: front), at: pieces.front, durability: .generated)
    let pageCount = frontCount + parts.reduce(0) { $0 + $1.pages.count }
    try replaceFile(
      with: try pieces.numbers(pageCount), at: pieces.numbers, durability: .generated)
    let last = try run(
      [
        PrintTask(document: pieces.front, seconds: seconds),
        PrintTask(
          document: pieces.numbers, isTagged: false, seconds: seconds + pageCount / 10),
      ], done: tasks.count, of: total)
    let numbered = try PDFFile(last[0])
    guard numbered.pages.count == frontCount else {
      throw PDFProblem("contents that are longer with numbers than without")
    }
    return try PDFJoin(
      front: numbered, parts: parts, numbers: PDFFile(last[1]), anchors: anchors
    ).joined()
  }

  /// What the threads at work share.
  private struct Shared: Sendable {
    var next = 0
    var done: Int
    var results: [[UInt8]]
    var failure: (any Error)?

    /// The next that is to be done; nil where there is none, or one has failed.
    mutating func take(of count: Int) -> Int? {
      guard failure == nil, next < count else { return nil }
      next += 1
      return next - 1
    }
  }

  /// The state behind its lock, where several closures can hold it.
  private final class SharedState: Sendable {
    private let state: Mutex<Shared>

    init(_ state: Shared) { self.state = Mutex(state) }

    func withLock<Result: Sendable>(_ body: (inout Shared) -> Result) -> Result {
      state.withLock { state in body(&state) }
    }
  }

  private func run(_ tasks: [PrintTask], done: Int, of total: Int) throws -> [[UInt8]] {
    let shared = SharedState(
      Shared(done: done, results: Array(repeating: [], count: tasks.count)))
    let group = DispatchGroup()
    for slot in slots {
      DispatchQueue.global().async(group: group) {
        while let index = shared.withLock({ state in state.take(of: tasks.count) }) {
          do {
            let bytes = try slot.print(tasks[index])
            shared.withLock { state in
              state.results[index] = bytes
              state.done += 1
            }
          } catch {
            shared.withLock { state in state.failure = state.failure ?? error }
          }
        }
      }
    }
    while group.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      progress(shared.withLock { $0.done }, total)
    }
    let state = shared.withLock { $0 }
    if let failure = state.failure { throw failure }
    return state.results
  }
}
