extension TemplateReference {
  /// The pages that list trips, base lists and what to do.
  static let listPages: [PageEntry] = [
    PageEntry(
      template: "trips",
      summary: "All trips by title, from the second page on: `trips.2.html` …",
      keys: shared + tripList),
    PageEntry(
      template: "archive", summary: "The trips that are put away, `archive.html`.",
      keys: shared + tripList),
    PageEntry(
      template: "collections", summary: "All collections, `collections.html`.",
      keys: shared + [
        TemplateKey("collections", .list(.object(collection)), "the collections by name")
      ]),
    PageEntry(
      template: "collection", summary: "The trips of a collection, `collections/SLUG.html`.",
      keys: shared + [
        TemplateKey("collection", .object(oneCollection), "the collection"),
        TemplateKey("trips", .list(.object(card)), "its trips, those that start last first"),
      ] + paging),
    PageEntry(
      template: "activities", summary: "What to do, trip by trip, `activities.html`.",
      keys: shared + [
        TemplateKey(
          "trips", .list(.object(busyTrip)),
          "trips to come, soonest first; those without days; the others, newest first"),
        TemplateKey(
          "totals", .optional(.object(activityTotals)),
          "the sums of all trips, on the first page"),
      ] + paging),
    PageEntry(
      template: "itinerary", summary: "Where a trip stops, `itinerary/SLUG.html`.",
      keys: shared + itinerary),
    PageEntry(
      template: "lists", summary: "All base lists, `lists.html`.",
      keys: shared + [TemplateKey("lists", .list(.object(baseList)), "the lists by name")]),
    PageEntry(
      template: "list", summary: "A base list, `lists/NAME.html`.", keys: shared + oneList),
    PageEntry(
      template: "not-found",
      summary: "What a server shows where there is no page, `404.html`; its links hold anywhere.",
      keys: shared),
  ]

  static let pager = TemplateKey(
    "pager", .optional(.object(furtherPages)), "the links to further pages, where there are any")

  static let paging = [
    pager, TemplateKey("isFirstPage", .flag, "whether this is the first page of the list"),
  ]

  private static let furtherPages = TemplateObject(
    "Further pages",
    [
      TemplateKey("text", .text, "`Page 2 of 7`"),
      TemplateKey("previous", .optional(.text), "the link to the page before"),
      TemplateKey("next", .optional(.text), "the link to the page after"),
      TemplateKey(
        "pages", .list(.object(numberedPage)), "the first, the last, and those around this one"),
    ])

  private static let numberedPage = TemplateObject(
    "A further page",
    [
      TemplateKey("number", .text, "its number"),
      TemplateKey("href", .text, "the link to it"),
      TemplateKey("isCurrent", .flag, "whether it is this page"),
      TemplateKey("followsGap", .flag, "whether pages are left out before it"),
    ])

  private static let tripList =
    [
      TemplateKey("trips", .list(.object(card)), "the trips of this page, by title"),
      TemplateKey("countText", .text, "how many there are on all pages: `240 trips`"),
    ] + paging

  private static let collection = TemplateObject(
    "A collection in a list", extending: oneCollection, counts)

  private static let oneCollection = TemplateObject(
    "A collection",
    [
      TemplateKey("title", .text, "its name"),
      TemplateKey("href", .text, "the link to its page"),
      TemplateKey("tripCountText", .text, "`4 trips`"),
      TemplateKey("dates", .optional(.text), "from the first day of its trips to the last"),
      TemplateKey("nights", .optional(.text), "the nights of all its trips: `21 nights`"),
    ])

  private static let activityCounts = [
    TemplateKey("activityProgress", .text, "`3 of 9 done`"),
    TemplateKey("activityCount", .integer, "how many there are that were not given up"),
    TemplateKey("doneActivityCount", .integer, "how many of them are done"),
  ]

  private static let activityTotals = TemplateObject("Sums of activities", activityCounts)

  private static let busyTrip = TemplateObject(
    "A trip with something to do", extending: card,
    [TemplateKey("activities", .list(.object(activity)), "what to do, in the file's order")]
      + activityCounts)

  private static let itinerary = [
    TemplateKey("trip", .object(card), "the trip"),
    TemplateKey("homeCity", .optional(.text), "where it begins and ends"),
    TemplateKey("leaving", .optional(.object(day)), "the day on which it begins"),
    TemplateKey("back", .optional(.object(day)), "the day on which it ends"),
    TemplateKey("stops", .list(.object(stop)), "where it stops, in order"),
    TemplateKey("activities", .list(.object(activity)), "what to do there, in the file's order"),
    TemplateKey("hasActivities", .flag, "whether there is such"),
  ]

  private static let baseList = TemplateObject(
    "A base list",
    [
      TemplateKey("name", .text, "the name by which trips include it"),
      TemplateKey("title", .text, "its title"),
      TemplateKey("href", .text, "the link to its page"),
      TemplateKey("itemCountText", .text, "`12 items`"),
      TemplateKey("tripCountText", .text, "how many trips include it: `4 trips`"),
    ])

  private static let oneList = [
    TemplateKey("list", .object(baseList), "the list"),
    TemplateKey("introduction", .html, "what stands before its items"),
    TemplateKey("hasIntroduction", .flag, "whether anything does"),
    TemplateKey(
      "openingProse", .list(.object(prose)), "lists and paragraphs without items before all heads"),
    TemplateKey("categories", .list(.object(category)), "its categories, in the order to show"),
    TemplateKey(
      "trips", .list(.object(card)),
      "trips that include it, those that start last first, 50 at most"
    ),
    TemplateKey("hasTrips", .flag, "whether any does"),
  ]
}
