import ModelStore
import PackingLists

@testable import Pages

/// Sites with one trip, and all their pages.
struct SampleSite {
  let site: Fixture
  let trip: Trip
  let pages: [any Page]

  /// All pages of a site, and what is special about its trip.
  init(site: Fixture, trip: Trip, surroundings: TripPage.Surroundings) throws {
    self.site = site
    self.trip = trip
    trip.activityCount = trip.activities.count { !$0.isLeftBehind }
    trip.doneActivityCount = trip.activities.count(where: \.isDone)
    trip.stopCount = trip.stops.count
    try site.context.save()
    var cards = try TripCard.all(in: site.context)
    for index in cards.indices {
      cards[index].thumbnail = surroundings.photo
    }
    let collections = TripCollection.all(of: cards)
    let list = BaseListCard(name: "carry-on", title: "Carry-on", itemCount: 3, tripCount: 1)
    let counts = try site.context.fetchCounts(groupedBy: \Book.rating)
    let ratings = (0...5).map { counts[$0] ?? 0 }
    let heading = EntryHeading(title: nil, introductionHTML: trip.introductionHTML)
    // As many pages as a hundred thousand trips have, so that links to others are there.
    let series = trip.items.isEmpty ? 1 : 100_000
    pages =
      [
        try site.homePage(),
        TripPage(trip: trip, surroundings: surroundings),
        TripPage(trip: trip, for: .paper, surroundings: surroundings),
        TripListPage(.all, showing: cards, of: .allTrips(count: series), number: 1),
        TripListPage(
          .archive, showing: cards, of: PageSeries(at: .archive, count: series, size: 100),
          number: 1),
        CollectionsPage(collections),
        ActivitiesPage(
          ActivitiesPage.order(cards, today: site.pages.site.today), number: 1),
        ItineraryPage(trip: trip),
        BaseListsPage(trip.items.isEmpty ? [] : [list]),
        BaseListPage(
          list, content: trip, items: trip.items, trips: trip.items.isEmpty ? [] : cards),
        NotFoundPage(under: site.pages.site.baseURL),
        OfflinePage(),
        SearchPage(latest: trip.items.isEmpty ? [] : cards, indexVersion: "1"),
        GoalsPage(heading),
        ReadingPage(heading, ratedFrom: 0, counts: ratings, number: 1),
        ReadingPage(heading, ratedFrom: 4, counts: ratings, number: 1),
        try SheetsPage([trip], Self.everything(by: .bag), from: site.context),
        try SheetsPage(
          [trip], Self.everything(by: .trip), bound: .book(title: "Trips"), from: site.context),
        TripMessage(of: trip, items: trip.items),
      ] + collections.map { CollectionPage($0, number: 1) }
  }

  /// Options that leave nothing out.
  private static func everything(by division: SheetOptions.Division) -> SheetOptions {
    var options = SheetOptions()
    options.division = division
    options.showsNotes = true
    options.showsWeights = true
    return options
  }

  /// A site in which nothing that can be left out is there.
  static func bare() throws -> SampleSite {
    let site = try Fixture()
    return try SampleSite(site: site, trip: site.trip("bare", "Bare"), surroundings: .init())
  }

  /// A site in which every name has something to show.
  static func full() throws -> SampleSite {
    let site = try Fixture {
      $0.author = "Ana"
      $0.baseURL = "https://ana.example"
      $0.currency = "EUR"
      $0.isDraft = true
      $0.homeCity = "Bilbao"
      $0.sections = SiteSection.allCases
    }
    site.goals()
    site.books()
    site.trip("old", "Camino") { $0.isArchived = true }
    site.trip("past", "Lisbon") {
      $0.start = Fixture.day("2026-03-03")
      $0.end = Fixture.day("2026-03-07")
    }
    let trip = site.trip("seattle", "Seattle") {
      $0.destination = "Seattle, USA"
      $0.start = Fixture.day("2026-06-12")
      $0.end = Fixture.day("2026-06-16")
      $0.nights = 4
      $0.collection = "Summer"
      $0.introductionHTML = "<p>Rain.</p>\n"
      $0.travellers = ["Ana", "Ben"]
      $0.bags = [Bag(name: "carry-on", limit: Weight(rawValue: 300_000))]
      $0.tags = ["city"]
      $0.prose = [
        Prose(category: nil, itemsBefore: 0, html: "<p>First.</p>"),
        Prose(category: "Clothes", itemsBefore: 1, html: "<p>Between.</p>"),
        Prose(category: "At home", itemsBefore: 4, html: "<ul><li>Laptop</li></ul>"),
      ]
    }
    site.item(trip, "Clothes", "Rain jacket") {
      $0.isPacked = true
      $0.weight = Weight(rawValue: 350_000)
      $0.wornCount = 1
      $0.url = "https://example.org/jacket"
    }
    site.item(trip, "Clothes", "Socks") {
      $0.quantity = 3
      $0.weight = Weight(rawValue: 40_000)
      $0.wornCount = 1
      $0.traveller = "Ana"
      $0.bag = "duffel"
      $0.note = "thick\nones"
      $0.isConsumable = true
      $0.isToBuy = true
      $0.isUnused = true
      $0.priceInCents = 990
      $0.parentName = "Pouch"
    }
    site.item(trip, "Documents", "Passport") {
      $0.isEssential = true
      $0.bag = "Carry-On"
      $0.weight = Weight(rawValue: 400_000)
    }
    site.item(trip, "Documents", "Umbrella") { $0.isLeftBehind = true }
    trip.stops.append(Stop(city: "Seattle", nights: 3, position: 0))
    trip.stops.append(Stop(city: "Portland", nights: 1, position: 1))
    trip.activities.append(Activity(name: "Ferry", isDone: true, note: "early", position: 0))
    trip.activities.append(Activity(name: "Market", isDone: false, note: nil, position: 1))
    return try SampleSite(
      site: site, trip: trip,
      surroundings: TripPage.Surroundings(
        photo: PagePhoto(path: "photos/seattle.jpg", size: (width: 1200, height: 800)),
        collection: .collection("summer")))
  }
}
