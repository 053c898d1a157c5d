import PackingLists
import Testing

@Suite("Stable hashes")
struct StableHashTests {
  @Test("the published values of FNV-1a come out")
  func values() {
    #expect(StableHash().value == 0xcbf2_9ce4_8422_2325)
    #expect(StableHash(of: "foobar").value == 0x8594_4171_f739_67e8)
  }

  @Test("the digits are those of base 32, all of them", arguments: ["", "foobar", "a", "Zürich"])
  func digits(text: String) {
    let hash = StableHash(of: text)
    #expect(hash.text.utf8.count == 13 && UInt64(hash.text, radix: 32) == hash.value)
  }

  @Test("where one text ends and the next begins counts")
  func boundaries() {
    var left = StableHash()
    left.add("ab")
    left.add("c")
    var right = StableHash()
    right.add("a")
    right.add("bc")
    #expect(left != right)
  }
}
