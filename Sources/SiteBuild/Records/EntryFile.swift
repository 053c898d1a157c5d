import ModelStore

/// What the store has of the goals, or of the reading list.
@Model
final class EntryFile {
  /// The file, relative to the site's root.
  @Attribute(.unique) var path: String
  /// Its title; nil where it says none.
  var title: String?
  /// What stands before its entries, as safe HTML.
  var introductionHTML = ""
  /// The hash of what the store has of it: counts of goals included.
  var hash = ""
  /// The hash of all that this was worked out from: its bytes, and for goals all trips.
  var sourceHash = ""
  /// The warnings of its reading, to be repeated while they hold (JSON).
  var diagnostics = ""
  /// Its links to trips and files, to be checked against what there is now (JSON).
  var links = ""
  /// How many entries it has.
  var count = 0

  init(path: String) { self.path = path }
}
