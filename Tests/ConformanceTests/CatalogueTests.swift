import Foundation
import TestSupport
import Testing

/// The DocC catalogue of ModelStore, with the symbols that the compiler knows.
@Suite("The documentation of ModelStore")
struct CatalogueTests {
  private struct Graph: Decodable {
    struct Symbol: Decodable {
      struct Identifier: Decodable { var precise: String }
      struct Location: Decodable { var uri: String }
      struct Comment: Decodable {}
      var identifier: Identifier
      var pathComponents: [String]
      var location: Location?
      var docComment: Comment?
    }
    var symbols: [Symbol]
  }

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let products = try ValiseProgram.url.deletingLastPathComponent().resolvingSymlinksInPath()
    let target = products.deletingLastPathComponent().lastPathComponent
    try run(
      "swift", "symbolgraph-extract", "-module-name", "ModelStore", "-target", target,
      "-I", products.appendingPathComponent("Modules").path,
      "-Xcc",
      "-fmodule-map-file="
        + Repository.root.appendingPathComponent("Sources/CSQLite/module.modulemap").path,
      "-module-cache-path", products.appendingPathComponent("ModuleCache").path,
      "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir",
      folder.url.path)
  }

  private func run(_ words: String...) throws {
    let outcome = try ValiseProgram.run(
      words, in: folder.url, program: URL(fileURLWithPath: "/usr/bin/env"))
    try #require(outcome.status == 0, "\(words[0]): \(outcome.output)\(outcome.errors)")
  }

  @Test("every link of the catalogue leads somewhere")
  func links() throws {
    try run(
      "docc", "convert",
      Repository.root.appendingPathComponent("Sources/ModelStore/ModelStore.docc").path,
      "--additional-symbol-graph-dir", folder.url.path,
      "--fallback-display-name", "ModelStore", "--fallback-bundle-identifier", "ModelStore",
      "--output-path", folder.url.appendingPathComponent("archive").path, "--warnings-as-errors")
  }

  @Test("every public symbol has a comment")
  func comments() throws {
    let graph = try JSONDecoder().decode(
      Graph.self,
      from: Data(contentsOf: folder.url.appendingPathComponent("ModelStore.symbols.json")))
    #expect(graph.symbols.count > 200)
    // What the compiler writes itself has no place in a file.
    for symbol in graph.symbols where symbol.location != nil {
      #expect(symbol.docComment != nil, "\(symbol.pathComponents.joined(separator: "."))")
    }
  }
}
