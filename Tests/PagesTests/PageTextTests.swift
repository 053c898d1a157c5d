import Testing

@testable import Pages

@Suite("Links")
struct PageTextTests {
  @Test(
    "what leads to a page, a mailbox or a telephone is a link",
    arguments: [
      "https://example.org/a?b=c#d", "HTTP://example.org", "mailto:ana@example.org", "tel:+351",
      "lisbon.html", "../lists/a.md", "#clothes", "?q=a:b", "a/b:c", "//example.org/x", "ünïcode",
    ])
  func safe(text: String) {
    #expect(safeLink(text) == text)
  }

  @Test(
    "what could run code, or hides its scheme, is none",
    arguments: [
      "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", "\tjavascript:x",
      " javascript:x", "data:text/html,x", "vbscript:x", "file:///etc/passwd", "blob:x", "x:",
      ":", "", "\u{1}https://example.org", "https://a\u{7F}b",
    ])
  func unsafe(text: String) {
    #expect(safeLink(text) == nil)
  }

  @Test(
    "a page's links climb to the root first",
    arguments: [
      (PageAddress.home, PageAddress.trip("lisbon"), "trips/lisbon.html"),
      (PageAddress.trip("lisbon"), PageAddress.home, "../index.html"),
      (PageAddress.trip("lisbon"), PageAddress.print("lisbon"), "../print/lisbon.html"),
      (PageAddress.home, PageAddress.trip("ñ"), "trips/%C3%B1.html"),
    ])
  func links(from: PageAddress, to: PageAddress, expected: String) {
    #expect(from.link(to: to) == expected)
  }

  @Test("a page's whole address has one slash after the base, and none of the front page's name")
  func canonical() {
    #expect(PageAddress.home.url(under: "https://a.example/x") == "https://a.example/x/")
    #expect(
      PageAddress.trip("a").url(under: "https://a.example/x/")
        == "https://a.example/x/trips/a.html")
  }
}
