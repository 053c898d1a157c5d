import Foundation
import ModelStore
import Mustache
import PackingLists
import TestSupport
import Testing

@testable import Pages

@Suite("What templates are given")
struct TemplateReferenceTests {
  @Test("the documentation is what the tables say; \"make docs\" writes it anew")
  func documentation() throws {
    let file = Repository.root.appendingPathComponent("docs/template-data.md")
    if ProcessInfo.processInfo.environment["UPDATE_DOCS"] == "1" {
      try Data(TemplateReference.markdown.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == TemplateReference.markdown)
  }

  @Test("a real page is given every name of its table, and no other, with what the table says")
  func rendersAsDocumented() throws {
    for fixture in [try SampleSite.full(), try SampleSite.bare()] {
      for page in fixture.pages {
        let entry = try #require(
          TemplateReference.pages.first { $0.template == page.template })
        try fixture.site.context.fetchQueries(of: page)
        let data = page.viewData(in: fixture.site.pages)
        let differences = Comparison.differences(
          data, .object(TemplateObject("page", entry.keys)), at: page.template)
        #expect(differences == [])
      }
    }
  }

  @Test("the theme has no problems, and uses no name that is not in the tables")
  func themeUsesDocumentedNames() throws {
    #expect(Fixture.theme.problems == [])
    let sources = try TemplateNames.sources()
    #expect(sources.count >= 7)
    for entry in TemplateReference.pages {
      let unknown = TemplateNames.unknown(
        in: entry.template, given: TemplateObject("page", entry.keys), sources: sources)
      #expect(unknown == [])
    }
  }

  @Test("a name that is misspelt in a template is found by the same check")
  func misspelt() {
    let unknown = TemplateNames.unknown(
      in: "a", given: TemplateObject("page", TemplateReference.pages[1].keys),
      sources: [
        "a": "{{#trip}}{{#stops}}{{citty}}{{city}}{{/stops}}{{city}}{{page.tilte}}{{/trip}}"
      ])
    #expect(unknown == ["a: citty", "a: city", "a: page.tilte"])
  }
}

/// Compares view data with its description.
enum Comparison {
  static func differences(
    _ value: MustacheValue, _ shape: TemplateShape, at path: String
  ) -> [String] {
    switch (shape, value) {
    case (.text, .text), (.html, .text), (.integer, .integer), (.flag, .bool), (.optional, .null):
      []
    case (.optional(let shape), _):
      differences(value, shape, at: path)
    case (.list(let shape), .list(let elements)):
      elements.enumerated().flatMap { differences($1, shape, at: "\(path)[\($0)]") }
    case (.object(let object), .object(let members)):
      differences(members, object, at: path)
    default:
      ["\(path): not what the table says"]
    }
  }

  private static func differences(
    _ members: MustacheObject, _ object: TemplateObject, at path: String
  ) -> [String] {
    let documented = Set(object.keys.map(\.name))
    return members.names.filter { !documented.contains($0) }.map { "\(path).\($0): in no table" }
      + object.keys.flatMap { key -> [String] in
        guard let value = members[key.name] else { return ["\(path).\(key.name): not given"] }
        return differences(value, key.shape, at: "\(path).\(key.name)")
      }
  }
}
