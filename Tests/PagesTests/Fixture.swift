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
      for: Trip.self, PackingItem.self, Stop.self, Activity.self,
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
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
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
