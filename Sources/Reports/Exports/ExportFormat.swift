/// A form in which trips go to other programs.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// A table with all that an item says; reads back to the same list.
  case csv
  /// A document for programs, as `docs/schema/trips.schema.json` describes it.
  case json
  /// Markdown in the plain form; reads back to the same list.
  case md
  /// One web page that needs no other file, to mail.
  case html
  /// A calendar with the days of the trips.
  case ics
  /// A table as lighterpack.com imports it.
  case lighterpack
  /// Plain words, for a message.
  case txt
  /// A copy of the store, to query.
  case sqlite

  /// The ending of its files.
  public var fileExtension: String { self == .lighterpack ? "csv" : rawValue }

  /// Whether one file holds several trips; a file of another form is about one.
  public var holdsSeveral: Bool { self != .md && self != .html }

  /// Whether what is `#private` may be in it, where the owner asks for that.
  public var mayHoldPrivate: Bool { [.csv, .lighterpack, .md].contains(self) }

  /// Whether it is no text that a terminal could show.
  public var isBinary: Bool { self == .sqlite }
}
