import Foundation
import ModelStore
import PackingLists
import Testing

@testable import Pages

@Suite("A trip's page")
struct TripPageTests {
  private func page(_ site: Fixture, _ trip: Trip) throws -> String {
    try site.context.save()
    return try site.html(TripPage(trip: trip))
  }

  @Test("each item is a label around a real box, and says its state in words")
  func items() throws {
    let site = try Fixture()
    let trip = site.trip("a", "A")
    site.item(trip, "Clothes", "Hat") { $0.isPacked = true }
    site.item(trip, "Clothes", "Scarf")
    let html = try page(site, trip)
    let hat = try #require(line(of: html, with: ">Hat<"))
    #expect(
      hat.contains("<label><input class=\"box\" type=\"checkbox\" data-item=\"a-0\" checked>"))
    #expect(
      hat.contains("when-packed\">, Packed<") && hat.contains("when-not-packed\">, Not packed<"))
    #expect(try #require(line(of: html, with: ">Scarf<")).contains("data-item=\"a-1\">"))
  }

  @Test(
    "categories come by title and items by name, whatever their case, unless the file's order is asked for"
  )
  func order() throws {
    let site = try Fixture()
    let trip = site.trip("a", "A")
    for (category, name) in [("zoo", "Bear"), ("Apples", "pip"), ("zoo", "ape"), ("Élan", "x")] {
      site.item(trip, category, name)
    }
    let byName = try page(site, trip)
    #expect(texts(of: byName, in: "h3") == ["Apples", "Élan", "zoo"])
    #expect(itemNames(byName) == ["pip", "x", "ape", "Bear"])
    trip.order = .file
    let inFileOrder = try page(site, trip)
    #expect(texts(of: inFileOrder, in: "h3") == ["zoo", "Apples", "Élan"])
    #expect(itemNames(inFileOrder) == ["Bear", "ape", "pip", "x"])
  }

  @Test("what has to be bought yet stands together, with the prices summed")
  func shopping() throws {
    let site = try Fixture()
    let trip = site.trip("a", "A")
    site.item(trip, "Kit", "Gas") {
      $0.isToBuy = true
      $0.quantity = 2
      $0.priceInCents = 450
    }
    site.item(trip, "Kit", "Wax") { $0.isToBuy = true }
    site.item(trip, "Kit", "Map") {
      $0.isToBuy = true
      $0.priceInCents = 1000
      $0.isPacked = true
    }
    let html = try page(site, trip)
    let start = try #require(html.range(of: "id=\"shopping\""))
    let rest = html[start.upperBound...]
    let end = try #require(rest.range(of: "</section>"))
    let list = rest[..<end.lowerBound]
    #expect(list.contains("<bdi>Gas</bdi> ×2") && list.contains("<bdi>Wax</bdi>"))
    #expect(!list.contains("Map"))
    let total = try #require(list.range(of: "people-total"))
    #expect(list[total.upperBound...].contains("9.00"))
    let nothing = site.trip("b", "B")
    site.item(nothing, "Kit", "Hat")
    #expect(try !page(site, nothing).contains("id=\"shopping\""))
  }

  @Test("another trip's items do not show")
  func ownItems() throws {
    let site = try Fixture()
    let seattle = site.trip("seattle", "Seattle")
    site.item(seattle, "Documents", "Passport")
    let vancouver = site.trip("vancouver", "Vancouver")
    #expect(try !page(site, vancouver).contains("Passport"))
    #expect(try page(site, seattle).contains("Passport"))
  }

  @Test("private items are nowhere, in no count and no weight")
  func privateItems() throws {
    let site = try Fixture()
    let trip = site.trip("a", "A")
    site.item(trip, "Clothes", "Hat") { $0.weight = Weight(rawValue: 100_000) }
    site.item(trip, "Clothes", "Gift") {
      $0.isPrivate = true
      $0.weight = Weight(rawValue: 500_000)
      $0.bag = "secret bag"
      $0.traveller = "Zoe"
    }
    site.item(trip, "Secrets", "Ring") { $0.isPrivate = true }
    site.item(trip, "Clothes", "Old gift") {
      $0.isPrivate = true
      $0.isLeftBehind = true
    }
    for html in [
      try page(site, trip), try site.html(TripPage(trip: trip, for: .paper)),
    ] {
      for secret in [
        "Gift", "gift", "Ring", "Secrets", "secret bag", "Zoe", "600 g", "Left behind",
      ] {
        #expect(!html.contains(secret))
      }
    }
    #expect(try page(site, trip).contains("0 of 1 packed"))
  }

  @Test("pages for several media at once are the pages that each would be by itself")
  func severalMedia() throws {
    let sample = try SampleSite.full()
    let (store, theme, pages) = (sample.site.context, Fixture.theme, sample.site.pages)
    let photo = PagePhoto(path: "photos/seattle.jpg", size: (width: 1200, height: 800))
    let surroundings = TripPage.Surroundings(photo: photo, collection: .collection("summer"))
    let together = TripPage.render(
      sample.trip, items: sample.trip.items.reversed(), for: [.screen, .paper],
      surroundings: surroundings, with: theme, in: pages)
    let apart = try sample.pages[1...2].map {
      try $0.render(from: store, with: theme, in: pages)
    }
    #expect(together.map(\.address) == apart.map(\.address))
    #expect(together.map(\.bytes) == apart.map(\.bytes))
  }

  @Test("counts and weights add up per category and in all, without what stays behind")
  func sums() throws {
    let site = try Fixture()
    let trip = site.trip("a", "A")
    site.item(trip, "Clothes", "Socks") {
      $0.quantity = 5
      $0.weight = Weight(rawValue: 40_000)
      $0.isPacked = true
    }
    site.item(trip, "Clothes", "Coat") { $0.weight = Weight(rawValue: 900_000) }
    site.item(trip, "Clothes", "Umbrella") {
      $0.weight = Weight(rawValue: 450_000)
      $0.isLeftBehind = true
    }
    site.item(trip, "Papers", "Map")
    let html = try page(site, trip)
    #expect(html.contains("<bdi data-progress>1 of 2 packed</bdi> · <bdi>1.1 kg</bdi>"))
    #expect(html.contains("<bdi data-progress>0 of 1 packed</bdi></p>"))
    #expect(html.contains("1 of 3 packed"))
    #expect(html.contains("<bdi>200 g</bdi> <small><bdi>40 g each</bdi></small>"))
    #expect(facts(html) == ["To pack": "2", "Packed": "1", "Left behind": "1", "Weight": "1.1 kg"])
    #expect(html.contains("<progress class=\"strap\" max=\"3\" value=\"1\""))
  }

  @Test("the base weight is told where something is worn or used up")
  func baseWeight() throws {
    let site = try Fixture()
    let trip = site.trip("a", "A")
    site.item(trip, "Clothes", "Shirts") {
      $0.quantity = 3
      $0.weight = Weight(rawValue: 200_000)
      $0.wornCount = 1
    }
    site.item(trip, "Food", "Bread") {
      $0.weight = Weight(rawValue: 500_000)
      $0.isConsumable = true
    }
    let facts = facts(try page(site, trip))
    #expect(facts["Weight"] == "1.1 kg")
    #expect(facts["Base weight"] == "400 g")
  }

  @Test("a bag weighs what hangs on the scale, and says by how much it is too heavy")
  func bags() throws {
    let site = try Fixture()
    let trip = site.trip("a", "A") {
      $0.bags = [
        Bag(name: "duffel", limit: Weight(rawValue: 1_000_000)),
        Bag(name: "carry-on", limit: Weight(rawValue: 7_000_000)),
      ]
    }
    site.item(trip, "Gear", "Tent") {
      $0.weight = Weight(rawValue: 1_500_000)
      $0.bag = "Duffel"
    }
    site.item(trip, "Clothes", "Coat") {
      $0.weight = Weight(rawValue: 900_000)
      $0.wornCount = 1
      $0.bag = "carry-on"
    }
    site.item(trip, "Clothes", "Cap") { $0.bag = "pocket" }
    let html = try page(site, trip)
    #expect(html.contains(">1.5 kg of 1 kg<"))
    #expect(html.contains("500 g over the limit"))
    #expect(html.contains("aria-label=\"1.5 kg of 1 kg\"") && html.contains("bar-over"))
    #expect(html.contains(">0 g of 7 kg<"))
    #expect(texts(of: html, withClass: "scales-name") == ["duffel", "carry-on", "pocket"])
  }

  @Test("stops follow each other from the trip's first day")
  func itinerary() throws {
    let site = try Fixture()
    let trip = site.trip("a", "A") { $0.start = Fixture.day("2026-06-12") }
    for (position, stop) in [("Seattle", 3), ("Portland", 1), ("Salem", 0)].enumerated() {
      trip.stops.append(Stop(city: stop.0, nights: stop.1, position: position))
    }
    trip.stopCount = trip.stops.count
    let html = try page(site, trip)
    #expect(texts(of: html, withClass: "route-city") == ["Seattle", "Portland", "Salem"])
    #expect(html.contains("<bdi>12–15 June</bdi> · <bdi>3 nights</bdi>"))
    #expect(html.contains("<bdi>15–16 June</bdi> · <bdi>1 night</bdi>"))
    #expect(html.contains("<bdi>16 June</bdi> · <bdi>0 nights</bdi>"))
  }

  @Test("marks are said in words")
  func marks() throws {
    let sample = try SampleSite.full()
    let html = try sample.site.html(TripPage(trip: sample.trip))
    let start = try #require(html.range(of: ">Socks<")).upperBound
    let end = try #require(html.range(of: "</div></li>", range: start..<html.endIndex)).lowerBound
    let socks = html[start..<end]
    for mark in [
      "in Pouch", "Ana", "duffel", "1 of 3 worn", "consumable", "to buy", "€9.90 each", "not used",
    ] {
      #expect(socks.contains("\"auto\">\(mark)</li>"))
    }
    #expect(socks.contains("×3") && socks.contains("thick\nones</bdi></p>"))
    #expect(try #require(line(of: html, with: ">Passport<")).contains("Do not forget"))
    #expect(html.contains("<a href=\"https://example.org/jacket\">Rain jacket</a>"))
    #expect(html.contains("<del dir=\"auto\">Umbrella</del>"))
    #expect(!itemNames(html).contains("Umbrella"))
  }

  @Test("a list of more than a thousand items spares the browser", arguments: [1000, 1001])
  func long(count: Int) throws {
    let site = try Fixture()
    let trip = site.trip("a", "A")
    for number in 1...count {
      let item = PackingItem(
        identity: "\(number)", tripSlug: "a", position: number - 1, category: "Many",
        name: "Thing \(number)")
      item.trip = trip
    }
    #expect(try page(site, trip).contains("is-long") == (count > 1000))
    #expect(
      try site.html(TripPage(trip: trip, for: .paper)).contains("columns is-long") == (count > 1000)
    )
  }

  @Test("an empty trip says so, and shows no figures")
  func empty() throws {
    let site = try Fixture()
    let html = try page(site, site.trip("a", "A"))
    #expect(html.contains("<p class=\"nothing-to-pack\">Nothing to pack yet</p>"))
    #expect(!html.contains("<dl"))
    #expect(!html.contains("<progress"))
  }

  @Test("it links to the front page and its sheet, without leaving the site's folder")
  func links() throws {
    let site = try Fixture()
    let html = try page(site, site.trip("a", "A"))
    #expect(html.contains("href=\"../index.html\""))
    #expect(html.contains("href=\"../print/a.html\""))
    #expect(html.contains("href=\"../assets/style.css\""))
    #expect(html.contains("<script src=\"../assets/checklist.js\" defer></script>"))
    #expect(!html.contains("<script>") && !html.contains(" style="))
  }

  @Test("a picture has its size, where that is known")
  func photo() throws {
    let site = try Fixture()
    let trip = site.trip("a", "A") { $0.destination = "Oslo" }
    try site.context.save()
    let sized = PagePhoto(path: "photos/a b.jpg", size: (width: 40, height: 30))
    #expect(
      try site.html(TripPage(trip: trip, surroundings: .init(photo: sized))).contains(
        "src=\"../photos/a%20b.jpg\" alt=\"Oslo\" width=\"40\" height=\"30\" loading=\"lazy\">"))
    let unsized = PagePhoto(path: "photos/a.jpg")
    #expect(
      try site.html(TripPage(trip: trip, surroundings: .init(photo: unsized)))
        .contains("src=\"../photos/a.jpg\" alt=\"Oslo\" loading=\"lazy\">"))
  }

  @Test("a site written from right to left is set so, and names keep their own direction")
  func rightToLeft() throws {
    let site = try Fixture(language: "he")
    let trip = site.trip("a", "ירושלים")
    site.item(trip, "בגדים", "T-shirt (cotton)")
    let html = try page(site, trip)
    #expect(html.contains("<html lang=\"he\" dir=\"rtl\">"))
    #expect(html.contains("<h1><bdi>ירושלים</bdi></h1>"))
    #expect(html.contains("dir=\"auto\">T-shirt (cotton)</span>"))
  }

  @Test("the theme speaks the site's language")
  func german() throws {
    let site = try Fixture(language: "de")
    let trip = site.trip("a", "A") {
      $0.start = Fixture.day("2026-06-12")
      $0.end = Fixture.day("2026-06-16")
    }
    site.item(trip, "Kleidung", "Mantel") { $0.weight = Weight(rawValue: 1_250_000) }
    let html = try page(site, trip)
    #expect(html.contains("12.–16. Juni 2026"))
    #expect(html.contains("0 von 1 gepackt"))
    #expect(html.contains("1,25 kg"))
    #expect(html.contains("Nicht gepackt"))
  }
}
