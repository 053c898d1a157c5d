extension TemplateReference {
  /// The pages of the goals and the reading list.
  static let entryPages: [PageEntry] = [
    PageEntry(
      template: "goals", summary: "The goals, `goals.html`.",
      keys: shared + heading + [
        TemplateKey("achieved", .list(.object(goal)), "goals that are reached, newest first"),
        TemplateKey("hasAchieved", .flag, "whether there are such"),
        TemplateKey("upcoming", .list(.object(goal)), "the others, in the file's order"),
        TemplateKey("hasUpcoming", .flag, "whether there are such"),
        TemplateKey("progressText", .text, "how many are reached: `3 of 9 done`"),
      ]),
    PageEntry(
      template: "reading",
      summary: "The reading list, `reading.html`; its books rated four or more, "
        + "`reading/rated-4.html`.",
      keys: shared + heading + [
        TemplateKey(
          "shelves", .list(.object(shelf)),
          "the books of this page: those to read, those read, those given up"),
        TemplateKey("countText", .text, "how many there are on all pages: `240 books`"),
        TemplateKey("choices", .list(.object(choice)), "the same by rating"),
        TemplateKey("hasChoices", .flag, "whether any book is rated"),
      ] + paging),
  ]

  private static let heading = [
    TemplateKey("title", .text, "the file's own title, or what such a page is called"),
    TemplateKey("introduction", .html, "what stands before the entries"),
    TemplateKey("hasIntroduction", .flag, "whether anything does"),
  ]

  private static let goal = TemplateObject(
    "A goal",
    [
      TemplateKey("title", .text, "its words"),
      TemplateKey(
        "progressText", .optional(.text), "`3 of 10 trips`; null where a tick alone decides"),
      TemplateKey("completedCount", .integer, "how many there are"),
      TemplateKey("shownCount", .integer, "the same, but no more than it takes, for a bar"),
      TemplateKey("targetCount", .integer, "how many it takes"),
      TemplateKey("targetText", .text, "the same as a text"),
      TemplateKey("filters", .list(.text), "what alone counts: collection, year, a word"),
      TemplateKey("hasFilters", .flag, "whether there is such"),
      TemplateKey("achieved", .optional(.object(day)), "when it was reached, as far as known"),
      TemplateKey("isGivenUp", .flag, "whether it was given up"),
      TemplateKey("note", .optional(.text), "what is said about it"),
    ])

  private static let shelf = TemplateObject(
    "A shelf",
    [
      TemplateKey("id", .text, "`toRead`, `read` or `givenUp`"),
      TemplateKey("title", .text, "`To read`"),
      TemplateKey("books", .list(.object(book)), "its books, newest first"),
    ])

  private static let book = TemplateObject(
    "A book",
    [
      TemplateKey("title", .text, "its title"),
      TemplateKey("author", .optional(.text), "`by Premchand`"),
      TemplateKey("href", .optional(.text), "where its title links to, if that is a safe link"),
      TemplateKey("isRead", .flag, "whether it was read"),
      TemplateKey("rating", .optional(.integer), "1 to 5"),
      TemplateKey("ratingText", .optional(.text), "`Rated 4 of 5`"),
      TemplateKey("stars", .text, "`★★★★`"),
      TemplateKey("emptyStars", .text, "`☆`"),
      TemplateKey("date", .optional(.text), "when it was read or came to the list, or the year"),
      TemplateKey("isoDate", .optional(.text), "`2026-06-12`, or `2026`"),
      TemplateKey("note", .optional(.text), "what is said about it"),
    ])

  private static let choice = TemplateObject(
    "A choice by rating",
    [
      TemplateKey("href", .text, "the link to its page"),
      TemplateKey("text", .text, "`Rated 4 or more`"),
      TemplateKey("countText", .text, "how many books that are"),
      TemplateKey("isCurrent", .flag, "whether this page shows them"),
    ])
}

extension TemplateReference {
  /// The page of the reports over all trips.
  static let reportPages: [PageEntry] = [
    PageEntry(
      template: "reports",
      summary: "The reports over all trips, `reports.html`, and those of the site's own, "
        + "`reports/NAME.html`.",
      keys: shared + [
        TemplateKey("title", .text, "what the page is called"),
        TemplateKey("reports", .list(.object(report)), "the reports that have something to tell"),
        TemplateKey("hasReports", .flag, "whether there is any"),
        TemplateKey("isSingle", .flag, "whether the page is about one alone, which is in `title`"),
        TemplateKey("others", .list(.object(otherReport)), "reports with pages of their own"),
        TemplateKey("hasOthers", .flag, "whether there is any"),
      ])
  ]

  private static let otherReport = TemplateObject(
    "A link to a report",
    [
      TemplateKey("href", .text, "its page"),
      TemplateKey("title", .text, "what it is called"),
    ])

  private static let report = TemplateObject(
    "A report",
    [
      TemplateKey("id", .text, "what programs call it: `heaviest`"),
      TemplateKey("title", .text, "what people call it"),
      TemplateKey("explanation", .optional(.text), "what it counts"),
      TemplateKey("chart", .optional(.html), "a picture of it as SVG, where that helps"),
      TemplateKey("columns", .list(.object(reportColumn)), "the columns of its table"),
      TemplateKey("rows", .list(.object(reportRow)), "the rows"),
      TemplateKey("hasRows", .flag, "whether there is any"),
    ])

  private static let reportColumn = TemplateObject(
    "A column",
    [
      TemplateKey("title", .text, "what stands above it"),
      TemplateKey("isNumber", .flag, "whether it holds numbers"),
    ])

  private static let reportRow = TemplateObject(
    "A row", [TemplateKey("cells", .list(.object(reportCell)), "a cell for each column")])

  private static let reportCell = TemplateObject(
    "A cell",
    [
      TemplateKey("text", .text, "what stands in it"),
      TemplateKey("href", .optional(.text), "the trip's page, where it names a trip"),
      TemplateKey("isNumber", .flag, "whether it is a number"),
    ])
}
