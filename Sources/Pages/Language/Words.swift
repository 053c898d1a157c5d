/// The words that the theme itself says, in one language.
///
/// Templates reach the fixed ones as `words.NAME`; those with a number or a name inside are made
/// here and given to templates whole.
struct Words: Sendable {
  /// A word or sentence without a gap; its raw value is its name in templates.
  enum Word: String, CaseIterable, Sendable {
    case achieved, activities, allBags, allBooks, allPacked, allTravellers, allTrips, archive
    case backToTrip, bags, baseLists, baseWeight, calendar, categories, collections, consumable
    case contents, copied, copyByHand, copyMarkdown, cost, dismiss, done, doNotForget, download
    case draft, feed, forEveryone, givenUp, goals, goalsAhead, homeAgain, inNoBag, itinerary
    case leavingHome, leftBehind, leftToPack, madeWith, morePages, next, nights, notes, notFound
    case notFoundHelp, nothingToPack, notPacked, noTrips, noTripsHelp, notUsed, offline
    case offlineHelp, onTheseTrips, otherCategories, packed, packingList, page, pageLinks, pageOf
    case previous, print, printHint, printThisPage, rating, read, readingList, recentTrips
    case sampleCategory, sampleItem, samplePackedItem, sampleTitle, search, searchFailed
    case searchHint, searchNothing, searchWithoutScript, shopping, showOnly, siteParts
    case skipToContent, storageFailed, sum, tags, things, toBuy, toDo, toPack, toRead, toTheTrip
    case travellers, tripComplete, trips, uncheckAll, undo, upcomingTrips, weight, weightByBag
    case weightByCategory, worn
    // Of reports.
    case averageThings, averageWeight, bag, category, essentialsToPack, firstDay, greatestWeight
    case heaviestThings, markedUnused, noReports, onEveryTrip, reports, thing, timesTaken
    case timesUnused, traveller, trip, weightOfTrips, weightOverTheYears, year
  }

  /// A sentence with the gaps `{1}` and `{2}`.
  ///
  /// Where a number in it can be one, the form for one stands before a `|`, the other after it.
  enum Phrase: String, CaseIterable, Sendable {
    case activitiesOf, allOfThemPacked, bookCount, byAuthor, doneOf, eachPiece, insideOf
    case itemCount, itemsShown, moreTrips, nightCount, ofTrips, overLimit, packedOf, pageOfPages,
      ratedOf
    case ratedOrMore, resultCount, someWorn, tripCount, tripsOf, unchecked, until, weightOfLimit
    case printedOn
  }

  /// The language's own tag, `en`.
  let language: String
  private let words: [Word: String]
  private let phrases: [Phrase: String]

  init(language: String, words: [Word: String], phrases: [Phrase: String]) {
    self.language = language
    self.words = words
    self.phrases = phrases
  }

  /// The words for a language, named as in BCP 47; English where the theme does not speak it.
  static func of(language tag: String) -> Words {
    switch primaryLanguage(tag) {
    case "de": german
    case "es": spanish
    case "fr": french
    default: english
    }
  }

  /// One word; its name where the table has none, which a test rules out.
  subscript(word: Word) -> String { words[word] ?? word.rawValue }

  /// A sentence with its gaps, and both of its forms, as scripts of a page fill it.
  func pattern(_ phrase: Phrase) -> String { phrases[phrase] ?? "{1} {2}" }

  /// Whether every word and phrase is there.
  var isComplete: Bool {
    Word.allCases.allSatisfy { words[$0] != nil }
      && Phrase.allCases.allSatisfy { phrases[$0] != nil }
  }

  /// A sentence with its gaps filled; the count chooses between two forms.
  func callAsFunction(
    _ phrase: Phrase, _ first: String, _ second: String = "", count: Int? = nil
  ) -> String {
    var pattern = Substring(pattern(phrase))
    if let bar = pattern.utf8.firstIndex(of: UInt8(ascii: "|")) {
      let isOne = count == 1 || (count == 0 && language == "fr")
      pattern = isOne ? pattern[..<bar] : pattern[pattern.index(after: bar)...]
    }
    var filled = ""
    while let gap = pattern.utf8.firstIndex(of: UInt8(ascii: "{")) {
      filled += pattern[..<gap]
      let digit = pattern.utf8.index(after: gap)
      filled += pattern.utf8[digit] == UInt8(ascii: "1") ? first : second
      pattern = pattern[pattern.utf8.index(gap, offsetBy: 3)...]
    }
    return filled + pattern
  }
}

/// The first part of a language tag, in lower case: `de` of `de-CH`.
func primaryLanguage(_ tag: String) -> String {
  String(tag.lowercased().prefix { $0 != "-" && $0 != "_" })
}

/// Whether a language is written from right to left, as far as its tag tells.
func isRightToLeft(_ tag: String) -> Bool {
  let parts = tag.lowercased().split { $0 == "-" || $0 == "_" }
  let scripts: Set<Substring> = ["adlm", "arab", "hebr", "nkoo", "rohg", "syrc", "thaa"]
  if let script = parts.dropFirst().first(where: { $0.utf8.count == 4 }) {
    return scripts.contains(script)
  }
  let languages: Set<Substring> = [
    "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
  ]
  return languages.contains(parts.first ?? "")
}
