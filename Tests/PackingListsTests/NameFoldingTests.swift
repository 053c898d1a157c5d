@testable import PackingLists
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

@Suite("Folding letter by letter")
struct FoldedLettersTests {
  @Test("says what folding the whole name says", arguments: [0x00..<0x300, 0x1E00..<0x2000])
  func agrees(block: Range<UInt32>) {
    for value in block {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for name in ["\(scalar)", "Ä\(scalar)b", "b\(scalar) É", " é\(scalar)\(scalar)"] {
        #expect(foldedName(name) == foldedByFoundation(name), "U+\(String(value, radix: 16))")
      }
    }
  }
}
