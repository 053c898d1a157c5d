import Foundation
import ModelStore
import TestSupport
import Testing

/// The files in `CompileErrors`, each compiled against the built ModelStore.
@Suite("Seeds: what does not compile, and what it says")
struct CompileErrorTests {
  @Test("D1: a struct cannot be a model")
  func structs() throws {
    let said = try Compiler.messages(of: "D1")
    #expect(
      said == ["error: '@Model' cannot be applied to struct type 'Item' (from macro 'Model')"])
  }

  @Test("D2: a model cannot be on the main actor")
  func mainActor() throws {
    #expect(
      try Compiler.messages(of: "D2") == [
        "error: conformance of 'Item' to protocol 'PersistentModel' crosses into main actor-isolated code and can cause data races"
      ])
  }

  @Test("D3: a model is not sent to another actor, and its identifier is")
  func sending() throws {
    #expect(
      try Compiler.messages(of: "D3") == [
        "error: conformance of 'Item' to 'Sendable' is unavailable: a model belongs to its context: pass its persistentModelID to the other task and look it up there, or use a model actor"
      ])
  }

  @Test("D4: a case without its type in a predicate")
  func caseWithoutType() throws {
    #expect(
      try Compiler.messages(of: "D4") == [
        "error: Member access without an explicit base is not supported in this predicate (from macro 'Predicate')"
      ])
  }

  @Test("D5: a case with its type in a predicate")
  func caseWithType() throws {
    #expect(
      try Compiler.messages(of: "D5") == [
        "error: key path cannot refer to enum case 'documents'"
      ])
  }

  @Test("D6: a predicate cannot capture a plain struct")
  func plainStruct() throws {
    #expect(
      try Compiler.messages(of: "D6") == [
        "error: cannot convert value of type 'PredicateExpressions.Equal<PredicateExpressions.KeyPath<PredicateExpressions.Variable<Item>, Int>, PredicateExpressions.KeyPath<PredicateExpressions.Value<Trip>, Int>>' to closure result type 'any StandardPredicateExpression<Bool>'"
      ])
  }

  @Test("D8: a predicate cannot call lowercased()")
  func lowercased() throws {
    #expect(
      try Compiler.messages(of: "D8") == [
        "error: The lowercased() function is not supported in this predicate (from macro 'Predicate')"
      ])
  }

  @Test(
    "D11: a Codable struct of the main actor cannot be kept by a model",
    arguments: [
      (mode: 5, severity: "warning", ending: "; this is an error in the Swift 6 language mode"),
      (mode: 6, severity: "error", ending: ""),
    ])
  func isolatedCodable(mode: Int, severity: String, ending: String) throws {
    let said = try Compiler.messages(of: "D11", languageMode: mode, defaultIsolation: "MainActor")
    // The compiler says it at each place where the model reads or writes the struct.
    #expect(
      Set(said) == [
        "\(severity): main actor-isolated conformance of 'Place' to 'Decodable' cannot be used in nonisolated context\(ending)"
      ])
  }

  @Test("D11: declared nonisolated, it can")
  func nonisolatedCodable() throws {
    #expect(
      try Compiler.messages(of: "D11-nonisolated", defaultIsolation: "MainActor").isEmpty)
  }
}

@Suite("What compiles quickly")
struct CompileTimeTests {
  @Test("long predicates, joined or listed, are checked in less than a second each")
  func longPredicates() throws {
    // The compiler says which expression takes longer than so many milliseconds.
    #expect(
      try Compiler.messages(
        of: "LongPredicates", options: ["-Xfrontend", "-warn-long-expression-type-checking=1000"]
      ) == [])
  }
}

@Model
private final class Item {
  var name: String
  var tripID: Int
  init(name: String, tripID: Int) {
    self.name = name
    self.tripID = tripID
  }
}

private struct Trip: Codable, Sendable { let id: Int }

@Suite("Seeds: what compiles all the same")
struct CapturedStructTests {
  @Test("D7: a predicate captures a Codable, Sendable struct")
  func codableStruct() throws {
    let context = ModelContext(try memoryContainer(Item.self))
    context.insert(Item(name: "Passport", tripID: 1))
    context.insert(Item(name: "Boots", tripID: 2))
    let trip = Trip(id: 1)
    let found = try context.fetch(
      FetchDescriptor<Item>(predicate: #Predicate { $0.tripID == trip.id }))
    #expect(found.map(\.name) == ["Passport"])
  }
}

/// The compiler of the toolchain, with ModelStore as this package built it.
enum Compiler {
  /// The compiler failed, and not because of the file.
  struct Failure: Error {
    let status: Int32
    let errors: String
  }

  /// What it says of a file in `CompileErrors`: "error: …" and "warning: …", in order.
  static func messages(
    of file: String, languageMode: Int = 6, defaultIsolation: String = "nonisolated",
    options: [String] = []
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    let text = try String(
      contentsOf: Repository.root
        .appendingPathComponent("Tests/ConformanceTests/CompileErrors/\(file).swift.txt"),
      encoding: .utf8)
    let source = try folder.write(text, to: "\(file).swift")
    // Modules are known by their paths: one that goes through a link would be another module.
    let products = try ValiseProgram.url.deletingLastPathComponent().resolvingSymlinksInPath()
    let doors = Repository.root.appendingPathComponent("Sources/CSQLite/module.modulemap")
    let outcome = try ValiseProgram.run(
      [
        "swiftc", "-typecheck", source.path, "-parse-as-library", "-diagnostic-style", "llvm",
        "-swift-version", "\(languageMode)", "-default-isolation", defaultIsolation,
        "-I", products.appendingPathComponent("Modules").path,
        "-Xcc", "-fmodule-map-file=\(doors.path)",
        "-module-cache-path", products.appendingPathComponent("ModuleCache").path,
        "-load-plugin-executable",
        products.appendingPathComponent("ModelStoreMacros-tool").path + "#ModelStoreMacros",
      ] + options, in: folder.url, program: URL(fileURLWithPath: "/usr/bin/env"))
    let lines = outcome.errors.split(separator: "\n").compactMap { line -> String? in
      guard let place = line.range(of: #":\d+:\d+: "#, options: .regularExpression) else {
        return nil
      }
      let message = line[place.upperBound...]
      guard message.hasPrefix("error: ") || message.hasPrefix("warning: ") else { return nil }
      // The group that a message belongs to, in brackets at its end, is not part of its text.
      return message.replacingOccurrences(
        of: #" \[#\w+\]$"#, with: "", options: .regularExpression)
    }
    // A run that fails without a message, or that warns of nothing and fails, has another cause.
    guard lines.contains(where: { $0.hasPrefix("error") }) == (outcome.status != 0) else {
      throw Failure(status: outcome.status, errors: outcome.errors)
    }
    return lines
  }
}
