import Foundation
import PackingLists
import TestSupport
import Testing

@testable import SiteBuild

@Suite("The index of searches")
struct SearchIndexTests {
  private func shards(
    _ entries: [SearchEntry], trips: [SearchTrip] = [Self.lisbon]
  ) throws -> [String: String] {
    var found: [String: String] = [:]
    try SearchShards(trips: trips, entries: entries) { _ in "" }.cut(
      words: { $1.append(of: $0.name) }
    ) { file in
      #expect(found[file.beginning] == nil, "\(file.beginning) is written twice")
      found[file.beginning] = String(decoding: file.bytes ?? [], as: UTF8.self)
    }
    return found
  }

  private static let lisbon = SearchTrip(
    slug: "lisbon", title: "Lisbon", destination: "")

  private func item(_ name: String) -> SearchEntry {
    var entry = SearchEntry(kind: .item, name: name)
    entry.add(trip: 0)
    return entry
  }

  @Test("a small index is one file")
  func small() throws {
    let found = try shards([item("Rain jacket")])
    #expect(
      found == [
        "": """
        valiseSearch("",[
        ["lisbon","Lisbon","",""]],[
        [1,"Rain jacket",1,[0]]]);

        """
      ])
  }

  @Test("a large one is cut until each word's longest beginning holds all that begins with it")
  func large() throws {
    let names = (0..<3000).map { "thing \($0) of many" } + ["zebra"]
    let found = try shards(names.map(item))
    #expect(found[""] == nil)
    #expect(found.values.allSatisfy { $0.utf8.count < 32_000 })
    for name in names {
      for word in searchWords(of: name) {
        let longest = (1...word.count).map { String(word.prefix($0)) }.last { found[$0] != nil }
        let beginning = try #require(longest, "\(word) is in no file")
        let shard = try #require(found[beginning])
        // Words that thousands share are told of as far as they fit.
        guard word != "thing", word != "of", word != "many" else { continue }
        #expect(shard.contains("\"\(name)\""), "\(name) is not in \(beginning)")
      }
    }
  }

  @Test("what many trips have is one entry that counts them and names the first")
  func shared() {
    var entry = SearchEntry(kind: .item, name: "Socks")
    for trip in 0..<40 {
      entry.add(trip: Int32(trip))
      entry.add(trip: Int32(trip))
    }
    #expect(entry.tripCount == 40)
    #expect(entry.trips == (0..<Int32(SearchEntry.mostTrips)).map(\.self))
  }

  @Test(
    "text is a script's literal whatever it holds",
    arguments: [
      ("a\"b\\c", #""a\"b\\c""#), ("</script>", #""\u003c/script>""#),
      ("\u{0}\u{1F}\u{7F}", #""\u0000\u001f\u007f""#),
      ("é東", "\"é東\""),
    ])
  func literals(text: String, expected: String) throws {
    var bytes: [UInt8] = []
    appendJSON(text, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
    let read = try JSONDecoder().decode(String.self, from: Data(bytes))
    #expect(read == text)
  }
}
