import Testing

@testable import Pages

@Suite("Numbers in the site's language")
struct NumberTextTests {
  @Test(
    "thousands are grouped as the language does",
    arguments: [
      ("en", 999, "999"), ("en", 1234, "1,234"), ("en", 1_234_567, "1,234,567"),
      ("de", 1234, "1.234"), ("de-CH", 1234, "1’234"), ("es", 1234, "1234"),
      ("es", 12345, "12.345"), ("fr", 1234, "1\u{202F}234"), ("en", -1234, "−1,234"),
    ])
  func counts(language: String, number: Int, expected: String) {
    #expect(NumberText(language: language, currency: nil).count(number) == expected)
  }

  @Test(
    "a price has its currency where the language puts it",
    arguments: [
      ("en", "EUR", 2490, "€24.90"), ("de", "EUR", 2490, "24,90\u{A0}€"),
      ("en", "chf", 2405, "CHF\u{A0}24.05"), ("de", "CHF", 100, "1,00\u{A0}CHF"),
      ("en", "JPY", 120_000, "¥1,200"), ("en", nil, 5, "0.05"), ("en", "USD", -50, "$−0.50"),
    ])
  func prices(language: String, currency: String?, hundredths: Int, expected: String) {
    #expect(NumberText(language: language, currency: currency).price(hundredths) == expected)
  }
}
