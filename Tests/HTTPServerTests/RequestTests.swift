import HTTPServer
import Testing

@Suite("Requests")
struct RequestTests {
  @Test(
    "a path is decoded part by part, and one that no file can have is none",
    arguments: [
      ("/", [""]), ("/trips/lisbon.html", ["trips", "lisbon.html"]), ("/trips/", ["trips", ""]),
      ("/caf%C3%A9.html?x=1#y", ["café.html"]), ("/a%20b+c", ["a b+c"]),
      ("/%2e%2e/secret", nil), ("/a/../b", nil), ("/a%2Fb", nil), ("/a%00b", nil), ("/.", nil),
      ("/%zz", nil), ("/%c3", nil), ("/50%", nil), ("http://x/a", nil), ("*", nil), ("", nil),
    ] as [(String, [String]?)])
  func path(target: String, parts: [String]?) {
    #expect(HTTPRequest(method: "GET", target: target).pathParts == parts)
  }

  @Test("what follows the question mark is found by its name")
  func query() {
    let request = HTTPRequest(method: "GET", target: "/x?trip=s%C3%A3o&page=%2Fa%3Fb&empty=&bare")
    #expect(request.query("trip") == "são")
    #expect(request.query("page") == "/a?b")
    #expect(request.query("empty") == "")
    #expect(request.query("bare") == "")
    #expect(request.query("other") == nil)
  }

  @Test("a field that comes twice is one with both values")
  func fields() {
    let request = HTTPRequest(
      method: "GET", target: "/", fields: [("accept", "a"), ("host", "x"), ("accept", "b")])
    #expect(request["accept"] == "a, b")
    #expect(request["cookie"] == nil)
  }
}
