extension TemplateReference {
  /// The documents that `valise print` gives to a printing engine.
  static let sheetPages = [
    PageEntry(
      template: "reports/sheets",
      summary: "The sheets of a trip, for `valise print`: it becomes a PDF file.",
      keys: shared + sheets),
    PageEntry(
      template: "reports/book", summary: "A book of trips, for `valise print --book`.",
      keys: shared + sheets),
  ]

  private static let sheets = [
    TemplateKey("print", .object(setUp), "the paper"),
    TemplateKey("sheets", .list(.object(sheet)), "the sheets, in order"),
    TemplateKey("contents", .list(.object(entry)), "the trips, in the order of their sheets"),
  ]

  /// What `print-sheet.mustache` knows of its sheet besides the trip.
  static let sheetFrame = TemplateObject("A sheet for paper", frameKeys)

  private static let frameKeys = [
    TemplateKey("anchor", .text, "its `id` in a document of several; otherwise empty"),
    TemplateKey("idPrefix", .text, "what the `id`s on it begin with"),
    TemplateKey("kind", .text, "what is on it: `trip`, `category`, `bag` or `traveller`"),
    TemplateKey(
      "part", .optional(.text), "the category, bag or person; null for the sheet of a whole trip"),
    TemplateKey("isPart", .flag, "whether it is not the whole trip's"),
    TemplateKey("ownBag", .optional(.object(bag)), "the bag, where it is one's"),
    TemplateKey("headLevel", .integer, "the level of its head: 1, or 2 in a book"),
    TemplateKey("groupLevel", .integer, "the level of the heads of its categories"),
    TemplateKey("showsNotes", .flag, "whether what is said about items is on it"),
    TemplateKey("showsWeights", .flag, "whether weights are on it"),
    TemplateKey("hasLines", .flag, "whether there are lines to write on"),
  ]

  private static let sheet = TemplateObject(
    "A sheet in a document", extending: detail,
    frameKeys + [
      TemplateKey(
        "titleInCSS", .text, "`runningTitle`, written so that it may stand in a CSS string"),
      TemplateKey("partInCSS", .text, "`part` in the same way; empty for a whole trip"),
    ])

  private static let entry = TemplateObject(
    "A trip in the contents", extending: card,
    [
      TemplateKey("number", .integer, "its place in the book, from 1"),
      TemplateKey("anchor", .text, "the `id` of its first sheet"),
    ])

  private static let setUp = TemplateObject(
    "The paper",
    [
      TemplateKey("paper", .text, "its size in CSS: `A4`, `A5` or `letter`"),
      TemplateKey("isSmall", .flag, "whether it is A5"),
      TemplateKey("columns", .integer, "how many columns lists have"),
      TemplateKey("printedOn", .text, "`Printed on 12 June 2026`"),
      TemplateKey("hasManySheets", .flag, "whether there is more than one sheet"),
      TemplateKey("tripCountText", .text, "`12 trips`"),
    ])
}
