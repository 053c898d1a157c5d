import Foundation
import ModelStore
import PackingLists
import SiteBuild
import TestSupport
import Testing

@Suite("The store keeps step with the files")
struct StoreInStepTests {
  static let list = """
    ---
    start: 2027-05-01
    end: 2027-05-04
    stops:
      - Rome: 2
      - Siena: 1
    ---
    ## Kit
    - [ ] map 20 g
    - [x] hat x2 80 g
    - [ ] socks x{nights} 40 g
    - [-] umbrella 300 g
    - [ ] letter #private 10 g
    ## Activities
    - [x] walk
    - [ ] ~~swim~~
    """

  @Test("what a file says is what the store has, sums included")
  func everything() throws {
    let site = try BuiltSite(["Content/trips/rome.md": Self.list])
    try site.ask { (context) throws in
      let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
      #expect(trip.slug == "rome" && trip.title == "Rome" && trip.nights == 3)
      #expect(trip.items.map(\.name) == ["map", "hat", "socks", "umbrella", "letter"])
      #expect(trip.stops.map(\.city) == ["Rome", "Siena"])
      #expect(trip.itemCount == 3 && trip.packedCount == 1)
      #expect(trip.totalWeight == Weight(rawValue: 300_000))
      // What was given up is not waited for.
      #expect(trip.isComplete)
    }
  }

  @Test("an item keeps its row while the list around it changes")
  func identity() throws {
    let site = try BuiltSite(["Content/trips/rome.md": Self.list])
    func rows() throws -> [String: PersistentIdentifier] {
      try site.ask { (context) throws in
        let items = try context.fetch(FetchDescriptor<PackingItem>())
        return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.persistentModelID) })
      }
    }
    let before = try rows()
    try site.folder.write(
      "# Rome\n## Kit\n- [ ] scarf\n- [x] SOCKS x9\n- [x] map 25 g\n", to: "Content/trips/rome.md")
    let after = try rows()
    #expect(after["map"] == before["map"] && after["SOCKS"] == before["socks"])
    #expect(after["scarf"] != nil && after.count == 3)
    try site.ask { (context) throws in
      #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 0)
      #expect(try context.fetchCount(FetchDescriptor<Activity>()) == 0)
      let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
      let inOrder = trip.items.sorted { $0.position < $1.position }
      #expect(inOrder.map(\.name) == ["scarf", "SOCKS", "map"])
    }
  }

  @Test("a trip that goes takes everything of it along")
  func removed() throws {
    let site = try BuiltSite([
      "Content/trips/rome.md": Self.list, "Content/trips/oslo.md": "- cap\n",
    ])
    try site.build()
    try FileManager.default.removeItem(
      at: site.folder.url.appendingPathComponent("Content/trips/rome.md"))
    try site.ask { (context) throws in
      #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.slug) == ["oslo"])
      #expect(try context.fetch(FetchDescriptor<PackingItem>()).map(\.name) == ["cap"])
      #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 0)
      #expect(try context.fetchCount(FetchDescriptor<Activity>()) == 0)
    }
  }

  @Test("the site's bags and travellers serve where a trip names none")
  func siteDefaults() throws {
    let site = try BuiltSite([
      "valise.yml": "travellers: [Ana, Ben]\nbags:\n  duffel: 23 kg\n  hold: 10 kg\norder: file\n",
      "Content/trips/a.md": "- [ ] tent bag:duffel\n- [ ] socks x{travellers}\n",
      "Content/trips/b.md":
        "---\ntravellers: Tove\nbags:\n  duffel: 5 kg\norder: name\n---\n- [ ] tent bag:duffel\n",
    ])
    try site.ask { (context) throws in
      let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.slug)]))
      #expect(trips.map(\.travellers) == [["Ana", "Ben"], ["Tove"]])
      #expect(trips.map { $0.bags.map(\.limit?.rawValue) } == [[23_000_000], [5_000_000]])
      #expect(trips.map(\.order) == [.file, .name])
      #expect(trips[0].items.map(\.quantity) == [1, 2])
    }
  }

  @Test("many trips that change at once are updated in place")
  func many() throws {
    let numbers = 0..<450
    let site = try BuiltSite(
      Dictionary(
        uniqueKeysWithValues: numbers.map {
          ("Content/trips/t\($0).md", "# T \($0)\n- [ ] hat\n- [ ] cap\n")
        }))
    try site.build()
    try site.folder.write("title: Renamed\n", to: "valise.yml")
    for number in numbers where number.isMultiple(of: 3) {
      try site.folder.write("# T \(number)\n- [x] hat\n", to: "Content/trips/t\(number).md")
    }
    let report = try site.build()
    #expect(report.tripCount == 450 && report.itemCount == 750)
    try site.ask { (context) throws in
      #expect(try context.fetchCount(FetchDescriptor<PackingItem>()) == 750)
      let packed = FetchDescriptor<PackingItem>(predicate: #Predicate { $0.isPacked })
      #expect(try context.fetchCount(packed) == 150)
    }
  }
}
