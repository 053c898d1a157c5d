import Testing

@testable import Pages

@Suite("The theme's words")
struct WordsTests {
  @Test("every language has every word", arguments: ["en", "de", "fr", "es"])
  func complete(language: String) {
    let words = Words.of(language: language)
    #expect(words.language == language)
    #expect(words.isComplete)
  }

  @Test("a region changes nothing, and an unknown language is spoken to in English")
  func choice() {
    #expect(Words.of(language: "de-AT")[.packed] == "Gepackt")
    #expect(Words.of(language: "FR_ca")[.packed] == "Emballé")
    #expect(Words.of(language: "ja")[.packed] == "Packed")
  }

  @Test(
    "a number chooses its form",
    arguments: [
      ("en", 0, "0 nights"), ("en", 1, "1 night"), ("en", 2, "2 nights"), ("de", 1, "1 Nacht"),
      ("fr", 0, "0 nuit"), ("fr", 1, "1 nuit"), ("fr", 2, "2 nuits"), ("es", 1, "1 noche"),
    ])
  func forms(language: String, count: Int, expected: String) {
    #expect(Words.of(language: language)(.nightCount, "\(count)", count: count) == expected)
  }

  @Test("gaps are filled with what is given, braces in it included")
  func gaps() {
    let words = Words.of(language: "en")
    #expect(words(.packedOf, "3", "9") == "3 of 9 packed")
    #expect(words(.insideOf, "{2} bag") == "in {2} bag")
  }

  @Test(
    "the direction follows the script, or else the language",
    arguments: [
      ("en", "ltr"), ("ar", "rtl"), ("he-IL", "rtl"), ("fa", "rtl"), ("az-Arab", "rtl"),
      ("ar-Latn", "ltr"), ("", "ltr"),
    ])
  func direction(language: String, expected: String) {
    #expect((isRightToLeft(language) ? "rtl" : "ltr") == expected)
  }
}
