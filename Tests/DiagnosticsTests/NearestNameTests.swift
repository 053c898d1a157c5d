import Diagnostics
import Testing

@Suite("Did you mean")
struct NearestNameTests {
  static let keys = ["title", "destination", "start", "end", "nights", "travellers"]

  @Test(
    "a slip of the hand finds the name",
    arguments: [
      ("titel", "title"), ("Title", "title"), ("travelers", "travellers"), ("night", "nights"),
      ("destintaion", "destination"), ("ens", "end"),
    ])
  func found(written: String, meant: String) {
    #expect(nearest(to: written, in: Self.keys) == meant)
  }

  @Test("a word that is like none finds none", arguments: ["", "colour", "x", "photograph"])
  func notFound(written: String) {
    #expect(nearest(to: written, in: Self.keys) == nil)
  }
}
