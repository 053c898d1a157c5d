import PackingLists
import Testing

@Suite("Names as they are compared")
struct NameFoldingTests {
  @Test(
    "know no case and no accents",
    arguments: [
      ("Café", "cafe"), ("cafe\u{301}", "CAFÉ"), ("Größe", "GRÖSSE"), ("  Hat ", "hat"),
      ("ЁЛКА", "елка"), ("Ærlig", "ærlig"), ("naïve", "NAIVE"),
    ])
  func same(left: String, right: String) {
    #expect(foldedName(left) == foldedName(right))
  }

  @Test(
    "keep what makes another word",
    arguments: [
      ("か", "が"), ("hat", "hats"), ("กิน", "กน"), ("भरत", "भारत"),
    ])
  func different(left: String, right: String) {
    #expect(foldedName(left) != foldedName(right))
  }
}
