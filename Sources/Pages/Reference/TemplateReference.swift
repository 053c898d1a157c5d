/// The view data of every page, name by name.
public enum TemplateReference {
  /// A page, the template that shows it, and what that template is given.
  public struct PageEntry: Sendable {
    /// The template's name: `trip` for `trip.mustache`.
    public let template: String
    /// What the page is, as a sentence.
    public let summary: String
    /// What the template is given.
    public let keys: [TemplateKey]
  }

  /// All pages.
  public static let pages: [PageEntry] =
    [
      PageEntry(
        template: "home",
        summary: "The front page, `index.html`: trips to come, the latest, all of them.",
        keys: shared + home),
      PageEntry(
        template: "trip", summary: "A trip's checklist, `trips/SLUG.html`.", keys: shared + trip),
      PageEntry(
        template: "print", summary: "A trip's sheet for paper, `print/SLUG.html`.",
        keys: shared + trip),
      PageEntry(
        template: "offline",
        summary:
          "What is shown without a network for a page that was never opened, `offline.html`.",
        keys: shared),
      PageEntry(
        template: "search",
        summary: "The page that finds things, `search.html`; without a script it lists some trips.",
        keys: shared + [
          TemplateKey("indexVersion", .text, "changes with the files that `search.js` reads"),
          TemplateKey("latest", .list(.object(card)), "the hundred trips that start last"),
          TemplateKey("hasLatest", .flag, "whether there are such"),
        ]),
    ] + listPages + entryPages + reportPages + sheetPages

  static let shared = [
    TemplateKey("site", .object(site), "the site"),
    TemplateKey("page", .object(page), "this page"),
    TemplateKey("words", .object(words), "the theme's own words in the site's language"),
    TemplateKey(
      "phrases", .object(phrases), "its sentences with gaps, for scripts that fill them"),
  ]

  private static let site = TemplateObject(
    "The site",
    [
      TemplateKey("title", .text, "the site's name"),
      TemplateKey("language", .text, "its language as in BCP 47: `en`"),
      TemplateKey("direction", .text, "`ltr` or `rtl`"),
      TemplateKey("author", .optional(.text), "who wrote it"),
      TemplateKey("generator", .text, "the program and its version"),
      TemplateKey("baseURL", .optional(.text), "where the site stands on the web"),
    ])

  private static let section = TemplateObject(
    "A part of the site",
    [
      TemplateKey("href", .text, "the link to its first page"),
      TemplateKey("title", .text, "its name"),
      TemplateKey("isCurrent", .flag, "whether this is that page"),
    ])

  private static let page = TemplateObject(
    "The page",
    [
      TemplateKey("kind", .text, "the template that shows it: `home`, `trip` …"),
      TemplateKey("title", .text, "the document's title"),
      TemplateKey("root", .text, "the way to the site's root: empty, or `../`"),
      TemplateKey("address", .text, "the page's file below the root"),
      TemplateKey("stylesheet", .text, "the link to its style sheet"),
      TemplateKey("icon", .text, "the link to its icon"),
      TemplateKey("scripts", .list(.text), "the links to its scripts"),
      TemplateKey(
        "canonicalURL", .optional(.text), "its whole address, where the base URL is known"),
      TemplateKey("description", .optional(.text), "what it is about, in a sentence"),
      TemplateKey(
        "imageURL", .optional(.text),
        "the whole address of its picture, where it has one and the base URL is known"),
      TemplateKey(
        "structuredData", .html,
        "what it is about, as JSON-LD for a `script` element; empty where there is nothing to say"),
      TemplateKey(
        "feedHref", .optional(.text), "the link to the feed, where the base URL is known"),
      TemplateKey(
        "calendarHref", .optional(.text), "the link to the calendar, where any trip has days"),
      TemplateKey("sections", .list(.object(section)), "the parts of the site, the trips first"),
      TemplateKey("hasSections", .flag, "whether there are more than the trips"),
      TemplateKey("isHome", .flag, "whether it is the front page"),
      TemplateKey("isSearch", .flag, "whether it is the page that finds things"),
      TemplateKey("isDraft", .flag, "whether it shows a draft: a preview alone has such pages"),
    ])

  private static let words = TemplateObject(
    "The words",
    Words.Word.allCases.map { word in
      TemplateKey(word.rawValue, .text, "“\(Words.english[word])”")
    })

  private static let phrases = TemplateObject(
    "The phrases",
    Words.Phrase.allCases.map { phrase in
      TemplateKey(phrase.rawValue, .text, "“\(Words.english.pattern(phrase))”")
    })

  private static let home = [
    TemplateKey("hasTrips", .flag, "whether there is any trip, archived ones too"),
    TemplateKey(
      "upcoming", .list(.object(card)), "trips that start today or later, soonest first, 24 at most"
    ),
    TemplateKey("hasUpcoming", .flag, "whether there are such"),
    TemplateKey(
      "recent", .list(.object(card)), "the five that started last before today, newest first"),
    TemplateKey("hasRecent", .flag, "whether there are such"),
    TemplateKey(
      "all", .list(.object(card)), "the first hundred of all trips but archived ones, by title"),
    TemplateKey("hasAll", .flag, "whether there are such"),
    pager,
    TemplateKey("archiveHref", .optional(.text), "the link to the archive, where there is any"),
    TemplateKey("archiveCountText", .text, "how many are there: `12 trips`"),
  ]

  static let counts = [
    TemplateKey("itemCount", .integer, "items that count: those left behind do not"),
    TemplateKey("itemCountText", .text, "the same in words: `9 items`"),
    TemplateKey("packedCount", .integer, "items that are packed"),
    TemplateKey("toPackCount", .integer, "items that are not"),
    TemplateKey("progressText", .text, "`3 of 9 packed`"),
    TemplateKey("hasItems", .flag, "whether any item counts"),
    TemplateKey("isEmpty", .flag, "whether none does"),
    TemplateKey("isAllPacked", .flag, "whether there are items and all are packed"),
    TemplateKey("weight", .optional(.text), "what they weigh, where a weight is known: `1.25 kg`"),
  ]

  static let day = TemplateObject(
    "A day",
    [
      TemplateKey("iso", .text, "`2026-06-12`"),
      TemplateKey("text", .text, "`12 June 2026`"),
      TemplateKey("day", .integer, "the day of the month"),
      TemplateKey("monthAndYear", .text, "`Jun 2026`"),
    ])

  static let card = TemplateObject(
    "A trip in a list",
    [
      TemplateKey("slug", .text, "the trip's address: `lisbon`"),
      TemplateKey("title", .text, "its title"),
      TemplateKey("destination", .optional(.text), "where it goes"),
      TemplateKey("href", .text, "the link to its checklist"),
      TemplateKey("printHref", .text, "the link to its sheet for paper"),
      TemplateKey("dates", .optional(.text), "its days: `12–16 June 2026`"),
      TemplateKey("start", .optional(.object(day)), "its first day"),
      TemplateKey("end", .optional(.object(day)), "its last day"),
      TemplateKey("nights", .optional(.text), "`4 nights`"),
      TemplateKey("collection", .optional(.text), "the set of trips it belongs to"),
      TemplateKey("isComplete", .flag, "whether all its activities are done"),
      TemplateKey("isArchived", .flag, "whether it is put away"),
      TemplateKey("isDraft", .flag, "whether it is a draft, which a preview alone shows"),
      TemplateKey("thumbnail", .optional(.object(photo)), "a small picture of it"),
    ] + counts)

  private static let trip = [TemplateKey("trip", .object(detail), "the trip")]

  static let detail = TemplateObject(
    "A trip in whole", extending: card,
    [
      TemplateKey("runningTitle", .text, "title and days, for the margin of paper"),
      TemplateKey("photo", .optional(.object(photo)), "its picture"),
      TemplateKey("collectionHref", .optional(.text), "the link to its collection"),
      TemplateKey("itineraryHref", .optional(.text), "the link to its itinerary, if it stops"),
      TemplateKey("introduction", .html, "what stands before the first list"),
      TemplateKey("hasIntroduction", .flag, "whether anything does"),
      TemplateKey(
        "openingProse", .list(.object(prose)), "lists and paragraphs without items before all heads"
      ),
      TemplateKey("hasOpeningProse", .flag, "whether there are such"),
      TemplateKey("facts", .list(.object(fact)), "its figures: to pack, packed, weight, nights …"),
      TemplateKey("hasFacts", .flag, "whether there are such"),
      TemplateKey("categories", .list(.object(category)), "its categories, in the order to show"),
      TemplateKey("hasCategories", .flag, "whether there are such"),
      TemplateKey(
        "isLong", .flag, "whether it has more than 1,000 items, which browsers should be spared"),
      TemplateKey("hasIndex", .flag, "whether there are so many that links to them help"),
      TemplateKey("leftBehind", .list(.object(item)), "items that stay at home"),
      TemplateKey("leftBehindCount", .integer, "how many those are"),
      TemplateKey("hasLeftBehind", .flag, "whether there are such"),
      TemplateKey("stops", .list(.object(stop)), "where it stops, in order"),
      TemplateKey("hasStops", .flag, "whether it does"),
      TemplateKey("bags", .list(.object(bag)), "the bags it names, then those only items name"),
      TemplateKey("hasBags", .flag, "whether there are such"),
      TemplateKey(
        "travellers", .list(.object(traveller)), "who it says travels, then those only items name"),
      TemplateKey("hasTravellers", .flag, "whether there are such"),
      TemplateKey("shopping", .list(.object(purchase)), "what has to be bought yet"),
      TemplateKey("hasShopping", .flag, "whether there is such"),
      TemplateKey("shoppingTotal", .optional(.text), "what it costs together, as far as is known"),
      TemplateKey("activities", .list(.object(activity)), "what to do there, in the file's order"),
      TemplateKey("hasActivities", .flag, "whether there are such"),
      TemplateKey(
        "weightChart", .optional(.object(chart)),
        "weight by category, where at least two categories have one"),
      TemplateKey("calendarHref", .optional(.text), "the link to its days for calendar programs"),
      TemplateKey("tags", .list(.text), "its free words"),
      TemplateKey("hasTags", .flag, "whether there are such"),
      TemplateKey(
        "hasAside", .flag,
        "whether there are stops, bags, weights, travellers, purchases, activities or tags"),
      TemplateKey("sheets", .list(.object(sheetFrame)), "its one sheet for paper"),
    ])

  static let photo = TemplateObject(
    "A picture",
    [
      TemplateKey("href", .text, "the link to the picture"),
      TemplateKey("alt", .text, "what it shows, as far as the trip tells"),
      TemplateKey("width", .optional(.integer), "in pixels"),
      TemplateKey("height", .optional(.integer), "in pixels"),
    ])

  static let prose = TemplateObject(
    "A piece of prose",
    [TemplateKey("html", .html, "what was written")])

  private static let fact = TemplateObject(
    "A figure",
    [
      TemplateKey("label", .text, "what is counted: `Weight`"),
      TemplateKey("value", .text, "how much: `8.5 kg`"),
      TemplateKey(
        "count", .optional(.text), "`packed` or `toPack`, where it changes with each tick"),
    ])

  static let category = TemplateObject(
    "A category",
    [
      TemplateKey("id", .text, "its `id` on the page: `category-1`"),
      TemplateKey("title", .text, "its title, heads joined by ` › `"),
      TemplateKey("length", .text, "how long it is on paper: `short`, `middling` or `long`"),
      TemplateKey("blocks", .list(.object(block)), "runs of items, and prose between them"),
    ] + counts)

  private static let block = TemplateObject(
    "A run of items, or prose",
    [
      TemplateKey("prose", .optional(.object(prose)), "a piece of prose; then there are no items"),
      TemplateKey("items", .list(.object(item)), "items"),
      TemplateKey("hasItems", .flag, "whether it is a run of items"),
    ])

  private static let item = TemplateObject(
    "An item",
    [
      TemplateKey("id", .text, "its `id` on the page, the same in every build"),
      TemplateKey("identity", .text, "who it is, whatever else of it changes"),
      TemplateKey("name", .text, "its name"),
      TemplateKey("href", .optional(.text), "where the name links to, if that is a safe link"),
      TemplateKey("category", .text, "its category"),
      TemplateKey("isPacked", .flag, "whether it is packed"),
      TemplateKey("state", .text, "`Packed` or `Not packed`"),
      TemplateKey("quantity", .integer, "how many pieces: 1 or more"),
      TemplateKey("quantityText", .optional(.text), "`×3`; null for one"),
      TemplateKey("weight", .optional(.text), "of all pieces"),
      TemplateKey("pieceWeight", .optional(.text), "of one, where there are more: `40 g each`"),
      TemplateKey("note", .optional(.text), "what is said about it, with line breaks"),
      TemplateKey("isEssential", .flag, "whether it must not be forgotten"),
      TemplateKey("traveller", .optional(.text), "who carries it"),
      TemplateKey("bag", .optional(.text), "the bag it goes into"),
      TemplateKey(
        "marks", .list(.object(mark)), "small words: parent, traveller, bag, worn, consumable …"),
      TemplateKey("hasMarks", .flag, "whether there are such"),
      TemplateKey("hasDetails", .flag, "whether there is a note or a mark"),
    ])

  private static let mark = TemplateObject(
    "A mark",
    [
      TemplateKey(
        "kind", .text,
        "`parent`, `traveller`, `bag`, `worn`, `consumable`, `to-buy`, `price` or `unused`"),
      TemplateKey("text", .text, "what to show: `1 of 3 worn`"),
    ])

  static let stop = TemplateObject(
    "A stop",
    [
      TemplateKey("city", .text, "the place"),
      TemplateKey("nights", .text, "`3 nights`"),
      TemplateKey("nightCount", .integer, "the same as a number"),
      TemplateKey("dates", .optional(.text), "its days, where the trip's first is known"),
      TemplateKey("arrival", .optional(.text), "`2026-06-12`"),
      TemplateKey("departure", .optional(.text), "`2026-06-15`"),
    ])

  static let bag = TemplateObject(
    "A bag",
    [
      TemplateKey("name", .text, "its name"),
      TemplateKey("weight", .text, "what it weighs, without what is worn"),
      TemplateKey("weightText", .text, "weight and limit: `5.2 kg of 7 kg`"),
      TemplateKey("bar", .html, "weight and limit as a drawn bar, with words for the blind"),
      TemplateKey("weightGrams", .integer, "what it weighs, in grams"),
      TemplateKey("scaleGrams", .integer, "the same, but no more than the limit, for a bar"),
      TemplateKey("limit", .optional(.text), "what it may weigh"),
      TemplateKey("limitGrams", .integer, "the same in grams; 0 for no limit"),
      TemplateKey("isOverLimit", .flag, "whether it weighs more than it may"),
      TemplateKey("overBy", .optional(.text), "`1.1 kg over the limit`"),
    ] + counts.filter { $0.name != "weight" })

  private static let chart = TemplateObject(
    "A chart of weights",
    [
      TemplateKey("svg", .html, "the chart as a drawn ring, with words for the blind"),
      TemplateKey("parts", .list(.object(chartPart)), "its parts, the heaviest first"),
    ])

  private static let chartPart = TemplateObject(
    "A part of a chart",
    [
      TemplateKey("swatch", .html, "a square of its colour"),
      TemplateKey("name", .text, "the category"),
      TemplateKey("weight", .text, "what it weighs: `1.2 kg`"),
      TemplateKey("share", .text, "its part of the whole: `34 %`"),
    ])

  private static let traveller = TemplateObject(
    "A traveller",
    [TemplateKey("name", .text, "the name")] + counts)

  private static let purchase = TemplateObject(
    "Something to buy",
    [
      TemplateKey("name", .text, "what"),
      TemplateKey("quantityText", .optional(.text), "`×3`; null for one"),
      TemplateKey("price", .optional(.text), "the price of all pieces, where it is known"),
    ])

  static let activity = TemplateObject(
    "An activity",
    [
      TemplateKey("name", .text, "what"),
      TemplateKey(
        "startsGroup", .optional(.text),
        "the head it stands under, such as `Monday`, on the first activity below it"),
      TemplateKey("isDone", .flag, "whether it is done"),
      TemplateKey("isLeftBehind", .flag, "whether it was given up"),
      TemplateKey("state", .text, "`Done`, `To do` or `Left behind`"),
      TemplateKey("note", .optional(.text), "what is said about it"),
    ])
}
