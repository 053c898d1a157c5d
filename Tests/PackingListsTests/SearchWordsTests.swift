import PackingLists
import Testing

@Suite("Words as searches compare them")
struct SearchWordsTests {
  @Test(
    "know no case, no accents and no signs between them",
    arguments: [
      ("Rain jacket (old)", ["rain", "jacket", "old"]), ("2 × 500 g", ["2", "500", "g"]),
      ("Crème-Brûlée", ["creme", "brulee"]), ("e\u{301}clair", ["eclair"]),
      ("Straße", ["strasse"]), ("ΟΔΟΣ", ["οδοσ"]), ("οδός", ["οδοσ"]), ("Ёлка", ["елка"]),
      ("İzmir", ["izmir"]), ("don't", ["don", "t"]), ("a_b", ["a", "b"]), ("  ", []), ("★ — !", []),
      ("<script>x</script>", ["script", "x", "script"]),
    ])
  func words(text: String, expected: [String]) {
    #expect(searchWords(of: text) == expected)
  }

  @Test(
    "are single characters where a script has no spaces",
    arguments: [
      ("東京の地図", ["東", "京", "の", "地", "図"]), ("USB充電器", ["usb", "充", "電", "器"]),
      ("ยา", ["ย", "า"]),
    ])
  func characters(text: String, expected: [String]) {
    #expect(searchWords(of: text) == expected)
  }

  @Test("keep the vowel signs of scripts that write words with them")
  func vowelSigns() {
    #expect(searchWords(of: "हिन्दी किताब") == ["हिन्दी", "किताब"].map { $0.decomposed })
    #expect(searchWords(of: "جوارب صوف") == ["جوارب", "صوف"])
  }

  @Test(
    "begin as their packed beginnings do",
    arguments: [
      "Rain jacket (old) 2", "Crème-Brûlée and a very longish-beginning", "東京の地図 USB充電器",
      "हिन्दी किताब", "A1b2C3d4E5f6", "abcdefghijklm ABCDEFGHIJKLM", "", "!",
    ])
  func beginnings(text: String) {
    var found = WordBeginnings()
    // The same words once more are those of something else.
    for _ in 0..<2 {
      found.begin()
      found.append(of: text)
      found.append(of: text)
    }
    var expected: [[UInt8]] = []
    for word in searchWords(of: text) {
      let letters = Array(String(word.unicodeScalars.prefix(10)).utf8)
      if !expected.contains(letters) { expected.append(letters) }
    }
    #expect(
      found.words.map { Array(found.letters[Int($0.start)...].prefix(Int($0.count))) }
        == expected + expected)
  }
}

extension String {
  /// As folding leaves it: letters and their signs apart.
  fileprivate var decomposed: String { searchWords(of: self).joined() }
}
