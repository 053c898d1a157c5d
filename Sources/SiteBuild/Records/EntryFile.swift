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
  /// How many entries it has.
  var count = 0

  init(path: String) { self.path = path }
}
