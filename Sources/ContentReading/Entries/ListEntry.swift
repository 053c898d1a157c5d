import Diagnostics
import Markdown

/// An entry of a list that nobody packs, such as a goal or a book, before anything is made of it.
struct ListEntry {
  /// What is said of it in a line of its own below it, or in a cell of its row.
  struct Detail {
    /// The key or the header, folded.
    var key: String
    /// What is said.
    var value: String
    /// Where the value links to.
    var url: String?
    /// Where it stands.
    var position: FilePosition
    /// How many bytes it takes in its line.
    var length: Int
  }

  /// The heads it stands under, the outermost first.
  var heads: [String]
  /// Its box, where it has one.
  var box: Box.State?
  /// Its words, the box included.
  var text: InlineText
  /// The words after the box.
  var range: Range<Int>
  /// What is said of it elsewhere.
  var details: [Detail] = []
  /// What else stands below it, a line each.
  var notes: [String] = []
  /// Where it stands.
  var position: FilePosition
  /// How many bytes it takes in its line.
  var length: Int

  /// Whether it was given up: struck out, or `[-]`.
  var isGivenUp: Bool {
    box == .leftBehind || (!range.isEmpty && text.isCovered(range, by: text.struck))
  }

  /// Where its words link to, where one link holds them all from the beginning.
  var url: String? {
    text.links.first { $0.range.lowerBound <= range.lowerBound && LinkTarget(of: $0.url) != nil }?
      .url
  }

  /// A problem with the entry itself.
  func problem(_ code: DiagnosticCode, _ message: String, hint: String) -> Diagnostic {
    Diagnostic(.warning, code, message, at: position, length: length, hint: hint)
  }
}

extension ListEntry.Detail {
  /// A problem with what it says.
  func problem(_ code: DiagnosticCode, _ message: String, hint: String) -> Diagnostic {
    Diagnostic(.warning, code, message, at: position, length: length, hint: hint)
  }
}
