import Testing

@testable import Reports

@Suite("Letters without a font")
struct GlyphCheckTests {
  @Test("only what needs a font of its own is looked for")
  func characters() {
    var found: Set<Unicode.Scalar> = []
    GlyphCheck.characters(of: Array("Socks é ☃ \u{200D}\u{FE0F}\u{2068} 👟".utf8), into: &found)
    #expect(found == ["é", "☃", "👟"])
  }
}
