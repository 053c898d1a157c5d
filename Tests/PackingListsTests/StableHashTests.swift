import PackingLists
import Testing

@Suite("Stable hashes")
struct StableHashTests {
  @Test("the published values of FNV-1a come out")
  func values() {
    #expect(StableHash().text == "cbf29ce484222325")
    #expect(StableHash(of: "foobar").text == "85944171f73967e8")
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
