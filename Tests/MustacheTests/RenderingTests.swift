import Mustache
import Testing

@Suite("Rendering")
struct RenderingTests {
  @Test(
    "a value is shown as text",
    arguments: [
      ("é & <b> \"q\" 'a'", "é &amp; &lt;b&gt; &quot;q&quot; &#39;a&#39;"),
      (3, "3"), (-7, "-7"), (1.5, "1.5"), (2.0, "2"), (true, "true"), (false, "false"),
      (nil, ""), ("", ""), ("荷物 🎒 مرحبا", "荷物 🎒 مرحبا"),
    ] as [(MustacheValue, String)])
  func shows(value: MustacheValue, expected: String) {
    let (text, problems) = render("[{{x}}]", ["x": value])
    #expect(problems.isEmpty)
    #expect(text == "[\(expected)]")
  }

  @Test("raw values are not escaped")
  func raw() {
    #expect(render("{{{x}}} {{&x}} {{& x }}", ["x": "<&'>"]).text == "<&'> <&'> <&'>")
  }

  @Test(
    "what counts as yes and as no",
    arguments: [
      (nil, false), (false, false), ("", false), ([], false),
      (true, true), ("a", true), (0, true), (0.0, true), ([nil], true), ([:], true),
    ] as [(MustacheValue, Bool)])
  func truth(value: MustacheValue, isYes: Bool) {
    let text = render("{{#x}}yes{{/x}}{{^x}}no{{/x}}", ["x": value]).text
    #expect(text == (isYes ? "yes" : "no"))
  }

  @Test("a name is looked for from the innermost value outwards")
  func context() {
    let data: MustacheValue = [
      "title": "outer", "kind": "page",
      "items": [["title": "one"], ["name": "two"], "three"],
    ]
    let text = render("{{#items}}{{title}}/{{kind}} {{/items}}", data).text
    #expect(text == "one/page outer/page outer/page ")
  }

  @Test("a dotted name does not go back outwards")
  func dottedName() {
    let data: MustacheValue = ["a": ["b": ["c": "inner"]], "b": ["c": "outer"]]
    #expect(render("{{a.b.c}}{{#a}}{{b.c}}{{/a}}", data).text == "innerinner")
    #expect(render("{{#a}}{{b.d}}{{/a}}", data, missingNames: .empty).text == "")
  }

  @Test("of equal names in an object the last wins, at the first place")
  func objects() {
    var object = MustacheObject([("a", 1), ("b", 2), ("a", 3)])
    #expect(object.names == ["a", "b"])
    #expect(object["a"] == 3)
    object["a"] = nil
    object["c"] = 4
    #expect(object == ["b": 2, "c": 4])
    #expect(object["a"] == nil)
  }

  @Test("what is rendered is appended")
  func appends() {
    let library = TemplateLibrary(sources: [(name: "a", text: "x")])
    var output = Array("before ".utf8)
    #expect(library.render("a", with: nil, into: &output).isEmpty)
    #expect(library.render("a", with: nil, into: &output).isEmpty)
    #expect(String(decoding: output, as: UTF8.self) == "before xx")
  }

  @Test("lines of tags alone leave no lines behind, whatever ends them", arguments: ["\n", "\r\n"])
  func standaloneLines(lineBreak: String) {
    let lines = [
      "<ul>", "  {{#items}}", "  <li>{{.}}</li>", "  {{/items}}", "{{! done }}", "</ul>",
    ]
    let text = render(lines.joined(separator: lineBreak), ["items": ["a", "b"]]).text
    let expected = ["<ul>", "  <li>a</li>", "  <li>b</li>", "</ul>"]
    #expect(text == expected.joined(separator: lineBreak))
  }

  @Test("a byte order mark is no text")
  func byteOrderMark() {
    let text = render("\u{FEFF}{{#a}}\nx\n{{/a}}\n", ["a": true]).text
    #expect(text == "x\n")
  }

  @Test("sections may nest as deep as they like")
  func deepSections() {
    let depth = 2_000
    let template =
      String(repeating: "{{#a}}", count: depth) + "x" + String(repeating: "{{/a}}", count: depth)
    let (text, problems) = render(template, ["a": true])
    #expect(problems.isEmpty)
    #expect(text == "x")
  }

  @Test("a template of a megabyte is rendered whole")
  func largeTemplate() {
    let line = "<li>{{name}} é</li>\n{{#a}}\n  {{name}}\n{{/a}}\n"
    let count = 1_000_000 / line.utf8.count
    let (text, problems) = render(
      String(repeating: line, count: count), ["name": "日本", "a": true])
    #expect(problems.isEmpty)
    #expect(text == String(repeating: "<li>日本 é</li>\n  日本\n", count: count))
  }

  @Test(
    "templates that are no templates end in few problems",
    arguments: ["{{", "{{! ", "{{#a}}", "{{=", "{{{a}} "])
  func manyProblems(piece: String) {
    let problems = TemplateLibrary(
      sources: [(name: "a", text: String(repeating: piece, count: 50_000))]
    ).problems
    #expect((1...200).contains(problems.count))
  }
}
