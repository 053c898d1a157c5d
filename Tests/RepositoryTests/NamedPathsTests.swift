import Foundation
import TestSupport
import Testing

@Suite("What documents name is there")
struct NamedPathsTests {
  static let documents: [String] = {
    let folder = Repository.root.appendingPathComponent("docs/decisions").path
    let records = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return ["README.md", "CONTRIBUTING.md", "docs/ARCHITECTURE.md"]
      + records.sorted().map { "docs/decisions/\($0)" }
  }()

  private let sources: [String]
  private let manifest: String

  init() throws {
    sources = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appendingPathComponent("Sources").path)
    manifest = try MarkdownPage("Package.swift").lines.joined(separator: "\n")
  }

  @Test("files and folders", arguments: documents)
  func paths(document: String) throws {
    let page = try MarkdownPage(document)
    for name in page.proseCode where looksLikePath(name) {
      #expect(isThere(name), "\(document) names \(name)")
    }
  }

  @Test("the rule above finds what it looks for")
  func rule() {
    for path in ["Sources/Pages", "scripts/setup", "Pages/ViewData/", "docs/errors.md"] {
      #expect(looksLikePath(path) && isThere(path), "\(path)")
    }
    for path in ["Sources/Nowhere.swift", "ContentReading/Nothing…", "docs/none.md"] {
      #expect(looksLikePath(path) && !isThere(path), "\(path)")
    }
    #expect(!looksLikePath("Output/index.html") && !looksLikePath("- [ ] socks x3"))
  }

  @Test("test targets", arguments: documents)
  func testTargets(document: String) throws {
    for name in try MarkdownPage(document).proseCode
    where name.wholeMatch(of: /[A-Z]\w+Tests/) != nil {
      #expect(manifest.contains("test(\"\(name)\"") || manifest.contains("\"\(name)\","), "\(name)")
    }
  }

  @Test("docs/ARCHITECTURE.md has a row for every target, and no other")
  func targets() throws {
    let rows = try MarkdownPage("docs/ARCHITECTURE.md").table(below: "Targets").dropFirst()
    let named = rows.flatMap { MarkdownPage.code(in: $0[1]) }
    #expect(named.sorted() == (sources + ["Templates"]).sorted())
    for name in named {
      #expect(manifest.contains("name: \"\(name)\""), "\(name) is no target of Package.swift")
    }
  }

  @Test("places in pages, as GitHub names them")
  func anchors() throws {
    let pages = ["errors", "content-format", "configuration", "template-data", "cli"]
    for page in try pages.map({ try MarkdownPage("docs/\($0).md") }) + [MarkdownPage("README.md")] {
      for match in page.lines.joined(separator: "\n").matches(of: /\]\(([\w.\/-]*)#([^)]+)\)/) {
        let target = try match.1.isEmpty ? page : MarkdownPage("docs/\(match.1)")
        #expect(target.anchors.contains(String(match.2)), "\(match.0)")
      }
    }
  }

  // MARK: Rules

  /// Whether a piece of code is meant as a path of this project; pages of a site, such as
  /// `Output/index.html`, are not there before somebody builds it.
  private func looksLikePath(_ name: String) -> Bool {
    let folders = ["Sources", "Tests", "Templates", "docs", "scripts", "bench", ".ci"] + sources
    guard !name.contains(where: { $0.isWhitespace || "*()=".contains($0) }) else { return false }
    if let slash = name.firstIndex(of: "/") { return folders.contains(String(name[..<slash])) }
    return name.hasSuffix(".md") || ["Package.swift", "Makefile", "valise.yml"].contains(name)
  }

  /// Whether there is such a path, from the root, from `Sources/` or, for a page, from `docs/`;
  /// `…` stands for any ending.
  private func isThere(_ name: String) -> Bool {
    ["", "Sources/", "docs/"].contains { folder in
      let file = Repository.root.appendingPathComponent(folder + name)
      guard name.hasSuffix("…") else { return FileManager.default.fileExists(atPath: file.path) }
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: file.deletingLastPathComponent().path)
      return names?.contains { $0.hasPrefix(file.lastPathComponent.dropLast()) } ?? false
    }
  }
}

extension MarkdownPage {
  /// The pieces of code in the text, without those in examples.
  fileprivate var proseCode: [String] {
    var isExample = false
    return lines.filter { line in
      if line.hasPrefix("```") { isExample.toggle() }
      return !isExample
    }.flatMap { Self.code(in: $0) }
  }

  /// What links to the headings end in: lower case, `-` for spaces, no other signs.
  fileprivate var anchors: Set<String> {
    Set(
      lines.filter { $0.hasPrefix("#") }.map { line in
        String(
          line.drop { $0 == "#" || $0 == " " }.lowercased().map { $0 == " " ? "-" : $0 }
            .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
      })
  }
}
