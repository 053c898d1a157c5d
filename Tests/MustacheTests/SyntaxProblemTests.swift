import Mustache
import Testing

@Suite("Templates that are wrong")
struct SyntaxProblemTests {
  @Test(
    "each problem is named at its place",
    arguments: [
      ("a {{#items}} b", ["1:3+10 {{#items}} is never closed"]),
      ("é {{#items}}x\n {{/item}}", ["1:4+10 {{#items}} is closed by {{/item}} in line 2"]),
      ("{{#a}}\n{{#b}}\n{{/a}}", ["2:1+6 {{#b}} is still open where {{/a}} in line 3"]),
      ("x\n{{/a}}", ["2:1+6 {{/a}} closes nothing"]),
      ("a\n {{name\n b {{c}}", ["2:2+6 this tag is never closed"]),
      ("{{name", ["1:1+6 this tag is never closed"]),
      ("{{{name}} x {{y}}", ["1:1+9 this tag is never closed"]),
      ("{{! open", ["1:1+3 this comment is never closed"]),
      (
        "{{}}\r\n{{# }}{{/}}",
        [
          "1:1+4 this tag has no name", "2:1+6 this tag has no name", "2:7+5 this tag has no name",
        ]
      ),
      (
        "{{=<%=}} {{=a b c=}} {{=<% %>}}",
        [
          "1:1+8 a change of delimiters", "1:10+11 a change of delimiters",
          "1:22+10 a change of delimiters",
        ]
      ),
      ("{{#if x}}y{{/if}}", ["1:4+4 \"if x\" is more than one name"]),
      ("{{a..b}} {{.a}}", ["1:3+4 \"a..b\" has a dot", "1:12+2 \".a\" has a dot"]),
      ("{{{{x}}}}", ["1:4+2 \"{x\" is no name"]),
      ("{{=<% %>=}}<%#a%>", ["1:12+6 <%#a%> is never closed"]),
      (
        "{{>p}}{{>trip-hed}}\n{{<nope}}{{/nope}}",
        [
          "1:10+8 there is no template \"trip-hed\"", "2:4+4 there is no template \"nope\"",
        ]
      ),
      ("{{<p}}{{#x}}{{/x}}{{/p}}", ["1:7+6 a section right inside a parent"]),
      ("{{<p}}{{$y}}{{/y}}{{$y}}{{/y}}{{/p}}", ["1:19+6 the block \"y\" is given twice"]),
      (
        "{{#a}}\n{{^b}}\n{{$c}}\n{{<p}}",
        [
          "1:1+6 {{#a}} is never closed", "2:1+6 {{^b}} is never closed",
          "3:1+6 {{$c}} is never closed", "4:1+6 {{<p}} is never closed",
        ]
      ),
    ])
  func places(template: String, expected: [String]) {
    let problems = library(template).problems
    #expect(problems.count == expected.count)
    for (problem, expected) in zip(problems, expected) {
      #expect("\(problem.summary) \(problem.message)".hasPrefix(expected))
      #expect(problem.template == "page")
      #expect(problem.hint != nil)
    }
  }

  private func library(_ template: String) -> TemplateLibrary {
    TemplateLibrary(sources: [
      (name: "page", text: template), (name: "p", text: ""), (name: "trip-head", text: ""),
    ])
  }

  @Test("a wrong end says where it stands, and the line is there to show")
  func related() throws {
    let problem = try #require(library("<p>\r\n  {{#items}}é\r\n{{/item}}\r\n").problems.first)
    #expect(problem.related == TemplatePlace(template: "page", line: 3, column: 1))
    #expect(problem.sourceLine == "  {{#items}}é")
    #expect(problem.hint == "close it with {{/items}}")
  }

  @Test("an unknown partial names the nearest and those that exist")
  func unknownPartial() throws {
    let problem = try #require(library("{{>trip-hed}}").problems.first)
    #expect(problem.kind == .unknownPartial)
    #expect(problem.hint == "did you mean \"trip-head\"? templates: page, p, trip-head")
  }

  @Test("problems of all templates come in the order of the templates")
  func allTemplates() {
    let library = TemplateLibrary(sources: [
      (name: "b", text: "{{#x}}\n{{>no}}"), (name: "a", text: "{{/y}}"),
    ])
    #expect(
      library.problems.map { "\($0.template) \($0.summary)" } == [
        "b 1:1+6", "b 2:4+2", "a 1:1+6",
      ])
    #expect(library.names == ["b", "a"])
  }

  @Test("what can be read of a wrong template is still rendered")
  func rest() {
    #expect(render("a {{x}} {{#y}}b", ["x": 1, "y": true]).text == "a 1 b")
    #expect(render("{{x}} {{/y}}{{x}}", ["x": 1]).text == "1 1")
    #expect(render("{{#x}}{{^y}}b{{/x}} c", ["x": 1, "y": true]).text == " c")
  }

  @Test("to render a template that is not there is a problem")
  func unknownTemplate() {
    var output: [UInt8] = []
    let problems = library("").render("trip-haed", with: nil, into: &output)
    #expect(problems.map(\.kind) == [.unknownPartial])
    #expect(problems.first?.hint?.contains("trip-head") == true)
    #expect(output.isEmpty)
  }
}
