import HTTPServer
import Testing

@testable import PreviewServer

@Suite("Who may read and write")
struct AccessTests {
  static func rules(host: String, address: String, port: Int = 8080) -> AccessRules {
    AccessRules(
      host: host, address: address, port: port, machineAddresses: ["192.168.1.20", "2001:db8::5"],
      token: "0123456789abcdef")
  }

  static func request(
    _ method: String = "GET", _ fields: [(name: String, value: String)]
  ) -> HTTPRequest {
    HTTPRequest(method: method, target: "/", fields: fields)
  }

  @Test(
    "a server goes by the names it has, and by no other",
    arguments: [
      ("127.0.0.1", "127.0.0.1", "127.0.0.1:8080", true),
      ("127.0.0.1", "127.0.0.1", "LocalHost:8080", true),
      ("127.0.0.1", "127.0.0.1", "[::1]:8080", true),
      ("127.0.0.1", "127.0.0.1", "127.0.0.1", false),
      ("127.0.0.1", "127.0.0.1", "127.0.0.1:8081", false),
      ("127.0.0.1", "127.0.0.1", "evil.example:8080", false),
      ("127.0.0.1", "127.0.0.1", "192.168.1.20:8080", false),
      ("0.0.0.0", "0.0.0.0", "192.168.1.20:8080", true),
      ("0.0.0.0", "0.0.0.0", "localhost:8080", true),
      ("0.0.0.0", "0.0.0.0", "evil.example:8080", false),
      ("::", "::", "[2001:db8::5]:8080", true),
      ("mini.local", "192.168.1.20", "mini.local:8080", true),
      ("mini.local", "192.168.1.20", "192.168.1.20:8080", true),
      ("mini.local", "192.168.1.20", "localhost:8080", false),
    ])
  func hosts(host: String, address: String, asked: String, isAllowed: Bool) {
    let rules = Self.rules(host: host, address: address)
    let refusal = rules.refusal(ofReading: Self.request("GET", [("host", asked)]))
    #expect((refusal == nil) == isAllowed)
    if let refusal { #expect(refusal.status == 403) }
  }

  @Test("port 80 may be left out, as browsers do")
  func standardPort() {
    let rules = Self.rules(host: "127.0.0.1", address: "127.0.0.1", port: 80)
    #expect(rules.refusal(ofReading: Self.request("GET", [("host", "localhost")])) == nil)
  }

  @Test("no host and two hosts are refused")
  func hostCount() {
    let rules = Self.rules(host: "127.0.0.1", address: "127.0.0.1")
    #expect(rules.refusal(ofReading: Self.request("GET", [])) != nil)
    let two = [(name: "host", value: "localhost:8080"), (name: "host", value: "localhost:8080")]
    #expect(rules.refusal(ofReading: Self.request("GET", two)) != nil)
  }

  static let good = [
    (name: "host", value: "127.0.0.1:8080"), (name: "origin", value: "http://127.0.0.1:8080"),
    (name: "x-valise-token", value: "0123456789abcdef"),
    (name: "content-type", value: "application/json; charset=utf-8"),
  ]

  @Test(
    "a change needs all that a page of ours has",
    arguments: [
      ("host", "evil.example:8080", 403), ("origin", "http://evil.example", 403),
      ("origin", "null", 403), ("origin", "https://127.0.0.1:8080", 403),
      ("origin", "http://127.0.0.1:8080.evil.example", 403), ("origin", nil, 403),
      ("x-valise-token", nil, 403), ("x-valise-token", "", 403),
      ("x-valise-token", "0123456789abcdee", 403), ("content-type", nil, 415),
      ("content-type", "text/plain", 415),
      ("content-type", "application/x-www-form-urlencoded", 415),
      ("accept", "*/*", nil),
    ] as [(String, String?, Int?)])
  func writing(field: String, value: String?, status: Int?) {
    var fields = Self.good.filter { $0.name != field }
    if let value { fields.append((field, value)) }
    let rules = Self.rules(host: "127.0.0.1", address: "127.0.0.1")
    #expect(rules.refusal(ofWriting: Self.request("POST", fields))?.status == status)
  }

  @Test("tokens are long and never the same")
  func tokens() {
    let tokens = (0..<100).map { _ in AccessRules.makeToken() }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { $0.count == 32 })
  }
}

@Suite("What the live part of a page says")
struct PreviewWordsTests {
  @Test("every language has every word")
  func complete() {
    #expect(PreviewWords.all.count == 4)
    for words in PreviewWords.all { #expect(words.isComplete, "\(words.language)") }
  }

  @Test(
    "the language of a page decides, English where it is not spoken",
    arguments: [("de-CH", "de"), ("fr", "fr"), ("ES", "es"), ("pt", "en"), ("", "en")])
  func language(tag: String, words: String) {
    #expect(PreviewWords.of(language: tag).language == words)
  }

  @Test("the script goes into the head, in the page's language, and nowhere without a head")
  func injection() {
    let injection = PageInjection(token: "t0ken", session: "s")
    let page = #"<!doctype html><html lang="de"><head><title>x</title></head><body></body></html>"#
    let text = String(
      decoding: injection.page(Array(page.utf8), version: "v1"), as: UTF8.self)
    #expect(text.contains(#"data-valise-live data-token="t0ken""#))
    #expect(text.contains(#"data-version="v1""#))
    #expect(text.contains("Etwas hinzufügen"))
    #expect(text.hasSuffix("</head><body></body></html>"))
    let bare = Array("<p>nothing".utf8)
    #expect(injection.page(bare, version: "v1") == bare)
  }
}
