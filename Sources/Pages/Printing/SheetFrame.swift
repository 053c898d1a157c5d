import Mustache

/// What a sheet has besides its list: whose it is, and how much of the list it shows.
struct SheetFrame {
  /// The sheet's `id`; empty for the only sheet of a page.
  var anchor = ""
  var division = SheetOptions.Division.trip
  /// The bag, person or category that it is for; nil for a whole trip.
  var part: String?
  /// The bag, where it is one's.
  var bag: MustacheValue = .null
  /// The level of its head among the document's.
  var headLevel = 1
  var showsNotes = true
  var showsWeights = true
  /// Whether there are lines to write on.
  var hasLines = true

  /// The frame of the sheet that is a page of the site.
  static let ofPage = SheetFrame()

  /// The names and values of it.
  var members: [(String, MustacheValue)] {
    [
      ("anchor", .text(anchor)),
      ("idPrefix", .text(anchor.isEmpty ? "" : anchor + "-")),
      ("kind", .text(division.rawValue)),
      ("part", .optional(part)),
      ("isPart", .bool(part != nil)),
      ("ownBag", bag),
      ("headLevel", .integer(headLevel)),
      ("groupLevel", .integer(headLevel + 1)),
      ("showsNotes", .bool(showsNotes)),
      ("showsWeights", .bool(showsWeights)),
      ("hasLines", .bool(hasLines)),
    ]
  }

  var value: MustacheValue { .object(MustacheObject(members)) }
}
