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
    PageEntry(
      template: "reports/message",
      summary:
        "A trip in plain words, for `valise export --format txt`. No text in it runs over a line; "
        + "three braces show it as it is, since nothing here is HTML.",
      keys: shared + message),
  ]

  private static let message = [
    TemplateKey("title", .text, "the trip's name"),
    TemplateKey("destination", .optional(.text), "where it goes"),
    TemplateKey("dates", .optional(.text), "`12–16 June 2026`"),
    TemplateKey("hasFacts", .flag, "whether one of these two is known"),
    TemplateKey("progressText", .text, "`3 of 12 packed`"),
    TemplateKey("weight", .optional(.text), "what it weighs together"),
    TemplateKey("categories", .list(.object(messageCategory)), "what is taken along"),
    TemplateKey("leftBehind", .list(.object(messageItem)), "what stays at home"),
    TemplateKey("hasLeftBehind", .flag, "whether anything does"),
    TemplateKey("activities", .list(.object(messageActivity)), "its activities"),
    TemplateKey("hasActivities", .flag, "whether there are such"),
  ]

  private static let messageCategory = TemplateObject(
    "A category in a message",
    [
      TemplateKey("title", .text, "its name"),
      TemplateKey("items", .list(.object(messageItem)), "what is in it"),
    ])

  private static let messageItem = TemplateObject(
    "An item in a message",
    [
      TemplateKey("name", .text, "its name"),
      TemplateKey("isPacked", .flag, "whether it is packed"),
      TemplateKey("quantityText", .optional(.text), "`×4`, where it is more than one"),
      TemplateKey("isEssential", .flag, "whether it must not be forgotten"),
      TemplateKey(
        "details", .list(.object(messageDetail)), "what all pieces weigh, its traveller, its bag"),
      TemplateKey("hasDetails", .flag, "whether any of these is known"),
      TemplateKey("note", .optional(.text), "what is said about it"),
    ])

  private static let messageDetail = TemplateObject(
    "A detail in a message",
    [
      TemplateKey("text", .text, "what it says"),
      TemplateKey("isLast", .flag, "whether no other follows"),
    ])

  private static let messageActivity = TemplateObject(
    "An activity in a message",
    [
      TemplateKey("name", .text, "what is to be done"),
      TemplateKey("isDone", .flag, "whether it is done"),
    ])

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
      TemplateKey(
        "piece", .text,
        "what of a book is in this file: `whole`, or `front`, `sheets` or `numbers` where it is "
          + "printed in pieces"),
      TemplateKey("hasFront", .flag, "whether the cover and the contents are in this file"),
      TemplateKey("tripCountText", .text, "`12 trips`"),
    ])
}
