import Foundation
import TestSupport
import Testing

@Suite("The sample site")
struct SampleContentTests {
  @Test("builds without a warning")
  func strict() throws {
    let folder = try TemporaryFolder()
    for name in ["Content", "valise.yml"] {
      try FileManager.default.copyItem(
        at: Repository.root.appendingPathComponent(name),
        to: folder.url.appendingPathComponent(name))
    }
    let outcome = try ValiseProgram.run(["build", "--strict"], in: folder.url)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.contains(" trips, "))
  }

  @Test("uses every key of the front matter, every mark and every setting that is documented")
  func everything() throws {
    let content = Repository.root.appendingPathComponent("Content")
    let lines = try FileManager.default.subpathsOfDirectory(atPath: content.path)
      .filter { $0.hasSuffix(".md") }.sorted()
      .map { try Data(contentsOf: content.appendingPathComponent($0)) }
      .flatMap { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
    let format = try MarkdownPage("docs/content-format.md")
    for row in format.table(below: "Front matter").dropFirst() {
      let key = MarkdownPage.code(in: row[0])[0]
      #expect(lines.contains { $0.hasPrefix("\(key):") }, "\(key)")
    }
    // Of `@Ana` and `price:12.50` the kind of mark counts, not the example.
    let words = lines.flatMap { $0.split(separator: " ") }
    for row in format.table(below: "Marks").dropFirst() {
      for mark in MarkdownPage.code(in: row[0]) {
        let kind = mark.hasPrefix("@") ? "@" : mark.prefix { $0 != ":" }
        let isUsed = words.contains { word in
          mark.contains(":") || kind == "@"
            ? word.hasPrefix(kind + (kind == "@" ? "" : ":")) : word == kind
        }
        #expect(isUsed, "\(mark)")
      }
    }
    let settings = try MarkdownPage("valise.yml").lines
    for key in try MarkdownPage("docs/configuration.md").keysInTable {
      #expect(settings.contains { $0.hasPrefix("\(key):") }, "\(key)")
    }
  }
}
