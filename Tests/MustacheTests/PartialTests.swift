import Mustache
import Testing

@Suite("Partials, parents and blocks")
struct PartialTests {
  static let layout = "<main>\n  {{$content}}\n  {{/content}}\n</main>\n"

  @Test("a partial alone in its line is indented, line by line, and so is what it includes")
  func indents() {
    let text = render(
      "<ul>\n  {{>list}}\n</ul>\n", ["items": ["a", "b"]],
      partials: [
        (name: "list", text: "{{#items}}\n<li>\n  {{>item}}\n</li>\n{{/items}}\n"),
        (name: "item", text: "<b>\n{{.}}</b>\n"),
      ]
    ).text
    #expect(
      text == """
        <ul>
          <li>
            <b>
            a</b>
          </li>
          <li>
            <b>
            b</b>
          </li>
        </ul>

        """)
  }

  @Test("line breaks in values are not indented")
  func valuesAreNotIndented() {
    let text = render(
      "  {{>p}}\n", ["x": "1\n2"], partials: [(name: "p", text: "<pre>{{x}}</pre>\n")]
    ).text
    #expect(text == "  <pre>1\n2</pre>\n")
  }

  @Test("a partial in the middle of a line is not indented")
  func inline() {
    let text = render("  a {{>p}} b\n", [:], partials: [(name: "p", text: "1\n2")]).text
    #expect(text == "  a 1\n2 b\n")
  }

  @Test("a block takes the indent of its place, however its override is indented")
  func blockIndent() {
    let page = """
      {{<layout}}
          {{$content}}
            <p>
              {{x}}
            </p>
          {{/content}}
      {{/layout}}

      """
    let text = render(page, ["x": "y"], partials: [(name: "layout", text: Self.layout)]).text
    #expect(text == "<main>\n  <p>\n    y\n  </p>\n</main>\n")
  }

  @Test("an override in one line is indented where its block has lines of its own")
  func blockOfOneLine() {
    let text = render(
      "{{<layout}}{{$content}}a\nb\n{{/content}}{{/layout}}", [:],
      partials: [(name: "layout", text: Self.layout)]
    ).text
    #expect(text == "<main>\n  a\n  b\n</main>\n")
  }

  @Test("a block in the middle of a line is replaced there")
  func inlineBlock() {
    let text = render(
      "{{<layout}}{{$title}}{{x}}{{/title}}{{/layout}}", ["x": "T"],
      partials: [(name: "layout", text: "<title>{{$title}}none{{/title}} · site</title>")]
    ).text
    #expect(text == "<title>T · site</title>")
  }

  @Test("a parent with text after it stays in its line")
  func inlineParent() {
    let text = render(
      "  {{<p}}{{$a}}x{{/a}}{{/p}} tail\n", [:], partials: [(name: "p", text: "[{{$a}}d{{/a}}]")]
    ).text
    #expect(text == "  [x] tail\n")
  }

  @Test("an override may use a parent with a block of the same name")
  func sameBlockName() {
    let text = render(
      "{{<box}}{{$c}}{{<box}}{{$c}}x{{/c}}{{/box}}{{/c}}{{/box}}", [:],
      partials: [(name: "box", text: "[{{$c}}d{{/c}}]")]
    ).text
    #expect(text == "[[x]]")
  }

  @Test("a block in a partial of a layout can be overridden")
  func blockInPartial() {
    let text = render(
      "{{<layout}}{{$title}}T{{/title}}{{/layout}}", [:],
      partials: [
        (name: "layout", text: "<{{>head}}>"), (name: "head", text: "{{$title}}none{{/title}}"),
      ]
    ).text
    #expect(text == "<T>")
  }

  @Test(
    "templates without end are one problem and no crash",
    arguments: [
      "{{>page}}", "{{>page}}{{>page}}", "{{>a}}", "{{<page}}{{/page}}",
      "{{<b}}{{$x}}{{>page}}{{/x}}{{/b}}",
    ])
  func recursion(template: String) throws {
    let (_, problems) = render(
      template, [:],
      partials: [(name: "a", text: "\n{{>page}}"), (name: "b", text: "{{$x}}{{/x}}")])
    #expect(problems.map(\.kind) == [.recursion])
    #expect(problems.first?.line ?? 0 > 0)
  }

  @Test("a partial may include itself as deep as its data goes")
  func tree() {
    var data: MustacheValue = ["name": "leaf", "parts": []]
    for _ in 0..<50 { data = ["name": "n", "parts": [data]] }
    let (text, problems) = render(
      "{{>node}}", data,
      partials: [(name: "node", text: "({{name}}{{#parts}}{{>node}}{{/parts}})")])
    #expect(problems.isEmpty)
    #expect(
      text == String(repeating: "(n", count: 50) + "(leaf)" + String(repeating: ")", count: 50))
  }
}
