import ContentReading
import Diagnostics
import PackingLists
import Testing

@Suite("valise.yml")
struct SiteConfigurationTests {
  @Test("says how a site is")
  func everything() {
    let (configuration, diagnostics) = SiteConfigurationReader.read(
      bytes: Array(
        """
        title: Our trips
        base-url: https://example.org/trips/
        language: pt-BR
        units: oz
        currency: usd
        author: Ana
        home-city: Lisbon
        bags: {duffel: 23 kg}
        travellers: [Ana, Ben]
        order: file
        quantities: generous
        activities: [Passeios]
        columns:
          item: [品目]
          weight: 重さ
        """.utf8))
    #expect(diagnostics == [])
    #expect(configuration.title == "Our trips")
    #expect(configuration.baseURL == "https://example.org/trips")
    #expect(configuration.language == "pt-BR")
    #expect(configuration.units == .ounces)
    #expect(configuration.currency == "USD")
    #expect(configuration.author == "Ana")
    #expect(configuration.homeCity == "Lisbon")
    #expect(configuration.bags.map(\.name) == ["duffel"])
    #expect(configuration.travellers == ["Ana", "Ben"])
    #expect(configuration.order == .file)
    #expect(configuration.quantities == .generous)
    #expect(configuration.activityHeadings == ["Passeios"])
    #expect(configuration.columnNames == [.item: ["品目"], .weight: ["重さ"]])
  }

  @Test("may say nothing", arguments: ["", "\u{FEFF}", "# nothing\n", "title:\n"])
  func nothing(text: String) {
    let (configuration, diagnostics) = SiteConfigurationReader.read(bytes: Array(text.utf8))
    #expect(configuration == SiteConfiguration())
    #expect(diagnostics == [])
  }

  @Test(
    "says what is wrong, and where",
    arguments: [
      ("titel: a", ["config.unknown-key@1:1"]), ("base-url: example.org", ["config.value@1:11"]),
      ("base-url: https://", ["config.value@1:11"]), ("language: english", ["config.value@1:11"]),
      ("units: stone", ["config.value@1:8"]), ("currency: euro", ["config.value@1:11"]),
      ("order: size", ["config.value@1:8"]), ("- a", ["config.value@1:1"]),
      ("a", ["config.value@1:1"]),
      ("columns: [a]", ["config.value@1:10"]), ("columns:\n  itme: a", ["config.unknown-key@2:3"]),
      ("sections: a", ["config.unknown-key@1:1"]), ("bags:\n  a: b", ["config.value@2:6"]),
      ("title: \"a", ["yaml.syntax@1:8"]), ("title: a\ntitle: b", ["yaml.duplicate-key@2:1"]),
    ])
  func wrong(text: String, expected: [String]) {
    let diagnostics = SiteConfigurationReader.read(bytes: Array(text.utf8)).diagnostics
    #expect(diagnostics.map(\.short) == expected)
  }

  @Test("changes how lists are read")
  func options() throws {
    let (configuration, _) = SiteConfigurationReader.read(
      bytes: Array(
        """
        travellers: [Ana, Ben]
        quantities: generous
        activities: [Passeios]
        columns: {item: [品目], weight: [重さ]}
        """.utf8))
    let trip = try readTrip(
      """
      ## Passeios
      - museu
      ## Kit
      - 2 maps
      - towel x{travellers}

      | x | 品目 | 重さ g |
      |---|---|---|
      | a | b | 3 |
      """, options: ReadingOptions(configuration)
    ).trip
    #expect(trip.activities.map(\.name) == ["museu"])
    #expect(trip.lines == ["Kit/2 maps", "Kit/2 towel", "Kit/1 b 3000mg (x: a)"])
  }
}
