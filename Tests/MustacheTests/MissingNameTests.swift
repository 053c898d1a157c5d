import Mustache
import Testing

@Suite("Names that are not there")
struct MissingNameTests {
  static let data: MustacheValue = [
    "trip": ["title": "Lisbon", "nights": 3, "note": nil],
    "items": [["name": "Socks"], ["name": "Hat"]],
    "isPacked": false,
  ]

  @Test(
    "each is named at its place, with what was meant",
    arguments: [
      ("é {{itms}}", "1:6+4 there is no \"itms\" here", "did you mean \"items\"? names here: trip"),
      ("{{#itms}}x{{/itms}}", "1:4+4 there is no \"itms\" here", "did you mean \"items\"?"),
      ("{{^isPaked}}x{{/isPaked}}", "1:4+7 there is no", "did you mean \"isPacked\"?"),
      ("{{#items}}\n{{nmae}}{{/items}}", "2:3+4 there is no \"nmae\"", "did you mean \"name\"?"),
      ("{{trip.titel}}", "1:8+5 \"trip\" has no \"titel\"", "did you mean \"title\"? names in it"),
      ("{{trip.title.x}}", "1:3+10 \"trip.title\" is a text", "{{trip.title}}"),
      ("{{title}}", "1:3+5 there is no \"title\" here", "did you mean \"trip.title\"?"),
      ("{{items}}", "1:3+5 \"items\" is a list", "{{#items}}"),
      ("{{{trip}}}", "1:4+4 \"trip\" is an object", "{{#trip}}"),
      ("{{items.name}}", "1:3+5 \"items\" is a list", "{{#items}}"),
      ("{{>*wrong}}", "1:5+5 there is no \"wrong\"", "names here"),
      ("{{>*trip.title}}", "1:5+10 there is no template \"Lisbon\"", "templates: page"),
      ("{{>*items}}", "1:5+5 \"items\" is a list", "name of a template"),
      ("{{qqqqqqq}}", "1:3+7 there is no \"qqqqqqq\"", "names here: trip, items, isPacked"),
    ])
  func reports(template: String, expected: String, hint: String) throws {
    let problems = render(template, Self.data).problems
    #expect(problems.count == 1)
    let problem = try #require(problems.first)
    #expect("\(problem.summary) \(problem.message)".hasPrefix(expected))
    #expect(problem.hint?.contains(hint) == true, "\(problem.hint ?? "no hint")")
    #expect(render(template, Self.data, missingNames: .empty).problems.isEmpty)
  }

  @Test("a name with nothing under it is there")
  func null() {
    let (text, problems) = render(
      "[{{trip.note}}{{#trip.note}}x{{/trip.note}}{{trip.note.more}}{{>*trip.note}}]", Self.data)
    #expect(problems.isEmpty)
    #expect(text == "[]")
  }

  @Test("a place is reported once, however often it is shown, and each place by itself")
  func onceEach() {
    let template = "{{#items}}{{a}}{{>p}}{{/items}}{{a}}"
    let problems = render(template, Self.data, partials: [(name: "p", text: "\n {{b}}")]).problems
    #expect(
      problems.map { "\($0.template) \($0.summary)" } == [
        "page 1:13+1", "p 2:4+1", "page 1:34+1",
      ])
  }

  @Test("another render reports again")
  func again() {
    let library = TemplateLibrary(sources: [(name: "a", text: "{{x}}")])
    var output: [UInt8] = []
    #expect(library.render("a", with: [:], into: &output).count == 1)
    #expect(library.render("a", with: [:], into: &output).count == 1)
    #expect(library.render("a", with: ["x": nil], into: &output).isEmpty)
  }

  @Test("a long list of names is cut")
  func manyNames() throws {
    let object = MustacheObject((0..<50).map { ("name\($0)", .null) })
    let problem = try #require(render("{{zzzzzzz}}", .object(object)).problems.first)
    #expect(problem.hint?.hasSuffix("name19 and 30 more") == true)
  }
}
