import Foundation
import ModelStore
import Mustache
import PackingLists
import Pages
import TestSupport

/// A site whose trips live in a store in memory, and the theme that shows them.
struct Fixture {
  let container: ModelContainer
  let context: ModelContext
  let pages: PageContext

  init(language: String = "en", change: (inout SiteInfo) -> Void = { _ in }) throws {
    container = try ModelContainer(
      for: Trip.self, PackingItem.self, Stop.self, Activity.self, Goal.self, TripGoal.self,
      ActivityGoal.self, Book.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    var site = SiteInfo(
      title: "Ana’s trips", language: language, today: Self.day("2026-05-10"),
      generator: "Valise test")
    change(&site)
    pages = PageContext(site: site)
  }

  /// A day that the tests know to exist.
  static func day(_ iso: String) -> CalendarDay {
    guard let day = CalendarDay(iso: iso) else { preconditionFailure("\(iso) is no day") }
    return day
  }

  /// The theme as it lies in `Templates/`.
  static let theme: TemplateLibrary = {
    let folder = Repository.root.appendingPathComponent("Templates")
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    let sources = names.filter { $0.hasSuffix(".mustache") }.sorted().map { name in
      let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      return (name: String(name.dropLast(".mustache".count)), text: text ?? "{{unreadable}}")
    }
    return TemplateLibrary(sources: sources)
  }()

  /// Adds a trip.
  @discardableResult
  func trip(_ slug: String, _ title: String, _ change: (Trip) -> Void = { _ in }) -> Trip {
    let trip = Trip(slug: slug, sourcePath: "Content/trips/\(slug).md", title: title)
    change(trip)
    context.insert(trip)
    return trip
  }

  /// Adds an item to a trip, after those it has.
  @discardableResult
  func item(
    _ trip: Trip, _ category: String, _ name: String, _ change: (PackingItem) -> Void = { _ in }
  ) -> PackingItem {
    let position = trip.items.count
    let item = PackingItem(
      identity: "\(trip.slug)-\(position)", tripSlug: trip.slug, position: position,
      category: category, name: name)
    change(item)
    trip.items.append(item)
    return item
  }

  /// Adds goals of both kinds: reached, given up, under way.
  func goals() {
    let trips = TripGoal(title: "Far away", targetCount: 10, position: 0)
    trips.completedCount = 3
    trips.collection = "Summer"
    trips.year = 2026
    trips.note = "by train"
    let swims = ActivityGoal(title: "Swim", targetCount: 2, position: 1, word: "swim")
    swims.completedCount = 3
    swims.isAchieved = true
    swims.dateAchieved = Self.day("2026-04-01")
    let sail = TripGoal(title: "Sail", targetCount: 0, position: 2)
    sail.isGivenUp = true
    for goal in [trips, swims, sail] as [Goal] { context.insert(goal) }
  }

  /// Adds books on every shelf.
  func books() {
    let danube = Book(title: "Danube", position: 0)
    danube.author = "Claudio Magris"
    danube.rating = 4
    danube.shelf = .read
    danube.date = Self.day("2026-02-01")
    danube.sortDay = danube.date
    danube.url = "https://example.org/danube"
    danube.note = "on the train"
    let walks = Book(title: "Walks", position: 1)
    let whale = Book(title: "Moby-Dick", position: 2)
    whale.shelf = .givenUp
    whale.rating = 2
    whale.year = 2025
    for book in [danube, walks, whale] { context.insert(book) }
  }

  /// The front page of the trips that were saved.
  func homePage() throws -> HomePage {
    HomePage(TripLists(of: try TripCard.all(in: context), today: pages.site.today))
  }

  /// A page as text; what is wrong with the template is noted in front.
  func html(_ page: some Page) throws -> String {
    let rendered = try page.render(from: context, with: Self.theme, in: pages)
    let problems = rendered.problems.map { "\($0.template):\($0.line): \($0.message)\n" }
    return problems.joined() + String(decoding: rendered.bytes, as: UTF8.self)
  }
}
