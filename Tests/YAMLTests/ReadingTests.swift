import Testing
import YAML

@Suite("Reading YAML")
struct ReadingTests {
  /// The tree in one line: keys and texts as written, lists in brackets, mappings in braces.
  private func summary(_ node: YAMLNode?) -> String {
    switch node {
    case nil: "nothing"
    case .scalar(let scalar): scalar.isNull ? "null" : scalar.text
    case .sequence(let items, _): "[" + items.map(summary).joined(separator: ", ") + "]"
    case .mapping(let entries, _):
      "{" + entries.map { "\($0.key.text): \(summary($0.value))" }.joined(separator: ", ") + "}"
    }
  }

  @Test(
    "what is read",
    arguments: [
      ("title: Seattle\nnights: 3\n", "{title: Seattle, nights: 3}"),
      (
        "start: 2027-08-01\nnights: \"3\"\nx: no\ny: 0x10\n",
        "{start: 2027-08-01, nights: 3, x: no, y: 0x10}"
      ),
      ("stops:\n  - Seattle: 3\n  - Portland\n", "{stops: [{Seattle: 3}, Portland]}"),
      ("stops:\n- Seattle\n- Portland\n", "{stops: [Seattle, Portland]}"),
      ("include: [carry-on, 'summer']", "{include: [carry-on, summer]}"),
      ("bags: {carry-on: 7 kg, duffel: 23 kg}", "{bags: {carry-on: 7 kg, duffel: 23 kg}}"),
      ("a:\nb: ~\nc: null\nd: \"\"\ne: 'null'\n", "{a: null, b: null, c: null, d: , e: null}"),
      ("a: 'it''s'\nb: \"a\\tb\\u00e9\"\n", "{a: it's, b: a\tb\u{E9}}"),
      ("a: |\n  one\n  two\nb: >-\n  one\n  two\n", "{a: one\ntwo\n, b: one two}"),
      ("a: b # said so\n# more\n", "{a: b}"),
      ("a: 1\r\nb: 2\r\n", "{a: 1, b: 2}"),
      ("\u{FEFF}a: 1\n", "{a: 1}"),
      ("---\na: 1\n", "{a: 1}"),
      ("just text", "just text"),
      ("ключ: значение\n荷物: 🎒\n", "{ключ: значение, 荷物: 🎒}"),
      ("a: &kit [x, y]\nb: *kit\n", "{a: [x, y], b: [x, y]}"),
      ("url: https://example.org/a#b\n", "{url: https://example.org/a#b}"),
      ("a: !!int 3\n", "{a: 3}"),
      ("", "nothing"),
      ("# only a comment\n", "nothing"),
    ])
  func reads(text: String, expected: String) {
    let (root, problems) = YAMLDocument.parse(text)
    #expect(problems.isEmpty)
    #expect(summary(root) == expected)
  }

  @Test("only a plain text can say null")
  func nulls() throws {
    let (root, _) = YAMLDocument.parse(
      "- ~\n- null\n- Null\n- NULL\n-\n- 'null'\n- \"~\"\n- none\n")
    guard case .sequence(let items, _) = root else {
      Issue.record("not a list")
      return
    }
    let areNull = items.map { item in
      if case .scalar(let scalar) = item { scalar.isNull } else { false }
    }
    #expect(areNull == [true, true, true, true, true, false, false, false])
  }

  @Test("positions count bytes, and lines from where the caller says")
  func positions() throws {
    let text = "é: ü\nlist:\n  - \"ö\" # x\n  - {ñ: '日本'}\nlast: |\n  a\n  b\n\nend:"
    let (root, problems) = YAMLDocument.parse(text, firstLine: 2)
    #expect(problems.isEmpty)
    var found: [String] = []
    func walk(_ node: YAMLNode) {
      switch node {
      case .scalar(let scalar): note(scalar)
      case .sequence(let items, let position):
        found.append("[ \(position.line):\(position.column)")
        items.forEach(walk)
      case .mapping(let entries, let position):
        found.append("{ \(position.line):\(position.column)")
        for entry in entries {
          note(entry.key)
          walk(entry.value)
        }
      }
    }
    func note(_ scalar: YAMLScalar) {
      let place = "\(scalar.position.line):\(scalar.position.column)+\(scalar.length)"
      found.append("\(scalar.text.debugDescription) \(place)")
    }
    walk(try #require(root))
    #expect(
      found == [
        "{ 2:1", "\"é\" 2:1+2", "\"ü\" 2:5+2", "\"list\" 3:1+4", "[ 4:3", "\"ö\" 4:5+4",
        "{ 5:5", "\"ñ\" 5:6+2", "\"日本\" 5:10+8", "\"last\" 6:1+4", "\"a\\nb\\n\" 6:7+9",
        "\"end\" 10:1+3", "\"\" 10:5+0",
      ])
  }

  @Test("an alias is the node it names, where that stands")
  func alias() throws {
    let (root, _) = YAMLDocument.parse("a: &x one\nb: *x\n")
    guard case .mapping(let entries, _) = root else {
      Issue.record("not a mapping")
      return
    }
    #expect(entries.last?.value == entries.first?.value)
    #expect(entries.last?.value.position == YAMLPosition(line: 1, column: 4))
  }

  @Test("a substring and bytes read as a string does")
  func otherSources() {
    let text = "x\na: é\n"
    #expect(summary(YAMLDocument.parse(text.dropFirst(2)).root) == "{a: é}")
    #expect(summary(YAMLDocument.parse(utf8: Array(text.utf8.dropFirst(2))).root) == "{a: é}")
  }
}
