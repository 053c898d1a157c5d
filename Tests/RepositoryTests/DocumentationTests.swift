import Diagnostics
import Foundation
import Templates
import TestSupport
import Testing
import ValiseCLI

@Suite("Documentation keeps step with the code")
struct DocumentationTests {
  func read(_ path: String) throws -> String {
    String(
      decoding: try Data(contentsOf: Repository.root.appendingPathComponent(path)), as: UTF8.self)
  }

  @Test("docs/cli.md is what --help says; \"make docs\" writes it anew")
  func commandLine() throws {
    let current = Program.commandLineDocumentation
    if ProcessInfo.processInfo.environment["UPDATE_DOCS"] == "1" {
      try Data(current.utf8).write(to: Repository.root.appendingPathComponent("docs/cli.md"))
    }
    #expect(try read("docs/cli.md") == current, "run \"make docs\"")
  }

  @Test("every error code is explained in docs/errors.md, and no other")
  func errorCodes() throws {
    let headings = try read("docs/errors.md").split(separator: "\n")
      .filter { $0.hasPrefix("### ") || $0.hasPrefix("## ") }
      .map { $0.drop { $0 == "#" || $0 == " " || $0 == "`" } }
      .map { String($0.prefix { !" `".contains($0) }) }
      .filter { $0.contains(".") }
    #expect(Set(headings) == Set(DiagnosticCode.allCases.map(\.rawValue)))
    #expect(headings.count == Set(headings).count)
  }

  @Test("every command is named in the README")
  func readme() throws {
    let readme = try read("README.md")
    for name in Program.commandNames {
      #expect(readme.contains("valise \(name)") || readme.contains("valise -C"), "\(name)")
      #expect(readme.contains(name), "\(name)")
    }
  }

  @Test("links between the project's documents lead somewhere")
  func links() throws {
    let documents =
      ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"]
      + (try FileManager.default.subpathsOfDirectory(
        atPath: Repository.root.appendingPathComponent("docs").path))
      .filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
    let link = try Regex(#"\]\(([^)#\s]+)(#[^)]*)?\)"#)
    for document in documents {
      // Examples in code may link to anything.
      var isCode = false
      let prose = try read(document).split(separator: "\n", omittingEmptySubsequences: false)
        .filter { line in
          if line.hasPrefix("```") { isCode.toggle() }
          return !isCode
        }.map { line in
          line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.map { String($0.element) }.joined()
        }.joined(separator: "\n")
      for match in prose.matches(of: link) {
        guard let target = match.output[1].substring, !target.contains(":") else { continue }
        let file = Repository.root.appendingPathComponent(document).deletingLastPathComponent()
          .appendingPathComponent(String(target))
        #expect(FileManager.default.fileExists(atPath: file.path), "\(document): \(target)")
      }
    }
  }
}

@Suite("The layers")
struct LayeringTests {
  static let doors = [
    "CSQLite", "CCMarkGFM", "CYAML", "CLinux", "CMicroHTTPD", "CQREncode", "CZLib",
  ]

  func swiftFiles(in folder: String) throws -> [(path: String, text: String)] {
    let root = Repository.root.appendingPathComponent(folder)
    return try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { $0.hasSuffix(".swift") }.sorted().map { path in
        let data = try Data(contentsOf: root.appendingPathComponent(path))
        return ("\(folder)/\(path)", String(decoding: data, as: UTF8.self))
      }
  }

  @Test("each C library has one importer", arguments: doors)
  func importers(door: String) throws {
    let importers = try swiftFiles(in: "Sources").filter { file in
      file.text.split(separator: "\n").contains { $0.hasSuffix("import \(door)") }
    }.map { $0.path.split(separator: "/")[1] }
    #expect(Set(importers).count == 1, "\(Set(importers))")
  }

  @Test(
    "the middle reads no file, no clock and no environment",
    arguments: ["Mustache", "Markdown", "YAML", "PackingLists", "ContentReading", "Pages"])
  func purity(target: String) throws {
    let forbidden = [
      "FileManager", "FileHandle", "ProcessInfo", "getenv(", "Date.now", "Date()", "import Glibc",
      "contentsOfFile", "import Files",
    ]
    for file in try swiftFiles(in: "Sources/\(target)") {
      for word in forbidden {
        #expect(!file.text.contains(word), "\(file.path) uses \(word)")
      }
    }
  }

  @Test("the default theme holds every template in Templates/")
  func theme() throws {
    let folder = Repository.root.appendingPathComponent("Templates")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.contains(".") && !$0.hasSuffix(".swift") }
    #expect(Set(DefaultTheme.files.map(\.name)) == Set(names))
    for file in DefaultTheme.files {
      let data = try Data(contentsOf: folder.appendingPathComponent(file.name))
      #expect(file.bytes == Array(data), "\(file.name)")
    }
  }
}
