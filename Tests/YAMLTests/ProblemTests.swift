import Testing
import YAML

@Suite("YAML that is wrong")
struct ProblemTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    /// `line:column+length` of each problem, then what its message must contain.
    var place: String
    var says: String
    var hint: String
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ place: String, _ says: String, hint: String) {
      self.text = text
      self.place = place
      self.says = says
      self.hint = hint
    }
  }

  static let syntax = [
    Case("a:\n\t- b\n", "2:1+1", "tab", hint: "spaces"),
    Case("title: A\n\tstart: b\n", "2:1+1", "tab", hint: "spaces"),
    Case("a:\n  b: 1\n\tc: 2\n", "3:1+1", "tab", hint: "spaces"),
    Case("title: \"Lisbon\nstart: 1\n", "1:8+1", "quote is never closed", hint: "same quote"),
    Case("é: 'ö\nb: 1\n", "1:5+1", "quote is never closed", hint: "same quote"),
    Case("a: \"x\n---\nb\"\n", "1:4+1", "quote is never closed", hint: "same quote"),
    Case("t: \"A\nb: \"x\"\n", "2:5+2", "not expected after the value", hint: "opened in line 1"),
    Case("a: 'it's'\n", "1:8+2", "not expected after the value", hint: "quotes"),
    Case("a: [Draft] Trip\n", "1:12+4", "not expected after the value", hint: "quotes"),
    Case("title: Lisbon: food\n", "1:14+1", "second \":\"", hint: "quotes"),
    Case("a: 1\r\nü: x: y\r\n", "2:6+1", "second \":\"", hint: "quotes"),
    Case("title: A\n  start: x\n", "2:8+1", "key is not expected", hint: "column"),
    Case("title: A\nfoo\nbar: x\n", "2:1+3", "no \":\"", hint: "key: value"),
    Case("title\nbar: x\n", "1:1+5", "no \":\"", hint: "key: value"),
    Case(": x\n", "1:1+1", "no key before", hint: "key: value"),
    Case("a:\n    b: 1\n  c: 2\n", "3:3+4", "indentation fits no key", hint: "same column"),
    Case("- a\nb: c\n", "2:1+4", "fits no list", hint: "same column"),
    Case("a: - b\n", "1:4+1", "list cannot begin in the line", hint: "next line"),
    Case("a: [x, y\nb: c\n", "1:4+1", "\"[\" is never closed", hint: "\"]\""),
    Case("a: {x: 1\n", "1:4+1", "\"{\" is never closed", hint: "\"}\""),
    Case("a: [x,", "1:7+0", "text ends", hint: "close each"),
    Case("a: [x y: z: w]\n", "1:11+1", "expected \",\" or \"]\"", hint: "quotes"),
    Case("a: ]\n", "1:4+1", "expected a value", hint: "quotes"),
    Case("a: *bold*\n", "1:4+6", "alias", hint: "quotes"),
    Case("a: *bold\n", "1:4+5", "stands nowhere above", hint: "asterisk"),
    Case("a: &x [*x]\n", "1:8+2", "inside what it refers to", hint: "asterisk"),
    Case("a: &\n", "1:4+1", "anchor", hint: "quotes"),
    Case("a: @home\n", "1:4+1", "cannot begin with \"@\"", hint: "quotes"),
    Case("%x: a\n", "1:1+1", "directive", hint: "quotes"),
    Case("a: !x!y b\n", "1:4+1", "tag", hint: "quotes"),
    Case("a: > foo\n", "1:4+1", "next line", hint: "quotes"),
    Case("a: \"\\é\"\n", "1:5+3", "no escape", hint: "single quotes"),
    Case("a: \"\\xZZ\"\n", "1:7+1", "names no character", hint: "single quotes"),
    Case("a: 1\n...\nb: 2\n", "3:1+4", "goes on after its end", hint: "key: value"),
    Case("a: \u{0}b\n", "1:4+1", "U+0000", hint: "delete"),
    Case("a: b\u{FEFF}\n", "1:5+3", "U+FEFF", hint: "delete"),
  ]

  @Test("a syntax error is one problem, at its place, in plain words", arguments: syntax)
  func syntaxError(_ wrong: Case) throws {
    let (root, problems) = YAMLDocument.parse(wrong.text)
    #expect(root == nil)
    #expect(problems.count == 1)
    let problem = try #require(problems.first)
    #expect(problem.kind == .syntax)
    #expect(
      "\(problem.position.line):\(problem.position.column)+\(problem.length)" == wrong.place)
    #expect(problem.message.contains(wrong.says), "\(problem.message)")
    #expect(problem.hint?.contains(wrong.hint) == true, "\(problem.hint ?? "no hint")")
  }

  @Test("every duplicate is named with the first, which is kept")
  func duplicates() throws {
    let (root, problems) = YAMLDocument.parse("a: 1\nb: 2\n\"a\": 3\nc: {b: 1, b: 2}\na: 4\n")
    #expect(problems.map(\.kind) == [.duplicateKey, .duplicateKey, .duplicateKey])
    #expect(problems.map(\.position.line) == [3, 4, 5])
    #expect(
      problems.map(\.related) == [
        YAMLPosition(line: 1, column: 1), YAMLPosition(line: 4, column: 5),
        YAMLPosition(line: 1, column: 1),
      ])
    guard case .mapping(let entries, _) = root else {
      Issue.record("not a mapping")
      return
    }
    #expect(entries.map(\.key.text) == ["a", "b", "c"])
    guard case .scalar(let first) = entries.first?.value else {
      Issue.record("not a text")
      return
    }
    #expect(first.text == "1")
  }

  @Test("a duplicate is found in a mapping too long to search key by key")
  func longMapping() {
    let keys = (0..<1_000).map { "k\($0): v\n" }.joined()
    let problems = YAMLDocument.parse(keys + "k3: w\nk999: w\n").problems
    #expect(problems.map(\.position.line) == [1_001, 1_002])
    #expect(problems.map(\.related?.line) == [4, 1_000])
  }

  @Test(
    "what nobody needs is named and left out, the rest is read",
    arguments: [
      ("[a]: b\nz: 1\n", "1:1", "cannot be a key"),
      ("t: {{nights}}\nz: 1\n", "1:5", "cannot be a key"),
      ("z: 1\n---\nb: 2\n", "2:1", "second YAML document"),
      ("a: !wow\nz: 1\n", "1:4", "tag"),
    ])
  func unsupported(text: String, place: String, says: String) throws {
    let (root, problems) = YAMLDocument.parse(text)
    #expect(problems.map(\.kind) == [.unsupported])
    let problem = try #require(problems.first)
    #expect("\(problem.position.line):\(problem.position.column)" == place)
    #expect(problem.message.contains(says))
    guard case .mapping(let entries, _) = root else {
      Issue.record("not a mapping")
      return
    }
    #expect(entries.contains { $0.key.text == "z" })
  }

  @Test("all invisible characters are named, but not a million of them")
  func invisibleCharacters() {
    #expect(YAMLDocument.parse("a: \u{1}\nb: \u{7F}\n").problems.map(\.position.line) == [1, 2])
    let many = YAMLDocument.parse(String(repeating: "\u{0}", count: 1_000_000)).problems
    #expect((1...100).contains(many.count))
  }

  @Test("bytes that are not UTF-8 are a problem at their place")
  func invalidEncoding() throws {
    let (root, problems) = YAMLDocument.parse(utf8: Array("é: 1\nb: ".utf8) + [0xFF, 0xFE])
    #expect(root == nil)
    let problem = try #require(problems.first)
    #expect(problem.position == YAMLPosition(line: 2, column: 4))
    #expect(problem.message.contains("UTF-8"))
  }

  static let deep = [
    String(repeating: "[", count: 10_000),
    String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000),
    String(repeating: "{a: ", count: 10_000),
    String(repeating: "- ", count: 10_000) + "x",
    String(repeating: "? ", count: 10_000),
    (0..<1_000).map { String(repeating: " ", count: $0) + "a:\n" }.joined(),
  ]

  @Test("nesting without end is one problem", arguments: deep.indices)
  func tooDeep(index: Int) {
    let (root, problems) = YAMLDocument.parse(Self.deep[index])
    #expect(root == nil)
    #expect(problems.map(\.kind) == [.tooDeep])
  }

  @Test("as deep as allowed is read")
  func deepEnough() {
    let depth = YAMLDocument.depthLimit
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(YAMLDocument.parse(text).problems.isEmpty)
    #expect(YAMLDocument.parse("[\(text)]").problems.map(\.kind) == [.tooDeep])
  }

  @Test("aliases of aliases cannot grow without end")
  func aliasBomb() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...30 {
      let parts = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(parts)]\n"
    }
    let (root, problems) = YAMLDocument.parse(text)
    #expect(root == nil)
    #expect(problems.map(\.kind) == [.tooManyAliases])
  }

  @Test("aliases cannot nest deeper than lists written out")
  func aliasDepth() {
    var text = "- &a0 [x]\n"
    for level in 1...100 { text += "- &a\(level) [*a\(level - 1)]\n" }
    #expect(YAMLDocument.parse(text).problems.map(\.kind) == [.tooDeep])
  }
}
