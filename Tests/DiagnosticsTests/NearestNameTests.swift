import Diagnostics
import Testing

@Suite("Names that were probably meant")
struct NearestNameTests {
  private static let names = ["title", "travellers", "nights", "start", "stops", "end"]

  @Test(
    "are near",
    arguments: [
      ("titel", "title"), ("travelers", "travellers"), ("Night", "nights"), ("strat", "start"),
      ("stop", "stops"), ("ned", "end"),
    ])
  func near(name: String, meant: String) {
    #expect(nearest(to: name, in: Self.names) == meant)
  }

  @Test(
    "are not far-fetched", arguments: ["", "colour", "x", "xyz", String(repeating: "a", count: 99)])
  func far(name: String) {
    #expect(nearest(to: name, in: Self.names) == nil)
  }
}
