import Foundation
import TestSupport
import Testing

@Suite("The command line")
struct UsageTests {
  let sandbox: SiteSandbox

  init() throws {
    sandbox = try SiteSandbox()
  }

  @Test("help and version are answers, everywhere")
  func help() throws {
    let overview = try sandbox.valise("--help")
    #expect(overview.status == 0 && overview.errors.isEmpty)
    for name in [
      "init", "new", "build", "check", "list", "show", "search", "add", "pack", "unpack", "remove",
      "rename", "move", "unused", "archive", "undo", "import", "export", "theme eject",
      "completions",
      "man",
    ] {
      #expect(overview.output.contains("\n  \(name) "))
      let words = name.split(separator: " ").map(String.init)
      let help = try ValiseProgram.run(words + ["--help"], in: sandbox.folder.url)
      #expect(help.status == 0 && help.output.contains("usage: valise \(name)"), "\(name)")
      let version = try ValiseProgram.run(words + ["--version"], in: sandbox.folder.url)
      #expect(version.status == 0 && version.output.hasPrefix("valise "), "\(name)")
    }
  }

  @Test("without a command the help goes to standard error, and that is wrong usage")
  func nothing() throws {
    let outcome = try sandbox.valise()
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("usage: valise COMMAND"))
  }

  @Test(
    "what is wrong with a command line is said, with the way out",
    arguments: [
      (["bild"], "there is no command \"bild\"", "did you mean \"valise build\"?"),
      (["theme"], "\"theme\" needs another word", "valise theme eject"),
      (["xyzzy"], "there is no command \"xyzzy\"", "valise --help"),
      (["build", "--forse"], "there is no option \"--forse\"", "did you mean \"--force\"?"),
      (["build", "-Z"], "there is no option \"-Z\"", "valise build --help"),
      (["build", "--output"], "\"--output\" needs a value", "--output DIR"),
      (["build", "--force=yes"], "\"--force\" takes no value", "write \"--force\""),
      (["build", "--color", "pink"], "\"--color\" does not take \"pink\"", "auto, always, never"),
      (["show"], "valise show needs TRIP", "usage: valise show"),
      (["show", "a", "b"], "does not know what to do with \"b\"", "quotes"),
      (["new", "x", "--start", "2026-02-30"], "got \"2026-02-30\"", "2027-06-12"),
      (["new", "🎒"], "no letter or digit", "Lisbon"),
    ])
  func wrong(arguments: [String], message: String, hint: String) throws {
    let outcome = try ValiseProgram.run(arguments, in: sandbox.folder.url)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("error: ") && outcome.errors.contains(message))
    #expect(outcome.errors.contains("hint: ") && outcome.errors.contains(hint))
    #expect(try sandbox.files(in: ".").isEmpty)
  }

  @Test("all mistakes of a command line are named, not the first")
  func all() throws {
    let outcome = try sandbox.valise("build", "--forse", "--color", "pink", "extra")
    for word in ["--forse", "pink", "extra"] { #expect(outcome.errors.contains(word)) }
  }

  @Test("commands that need a site say so where there is none")
  func noSite() throws {
    for words in [
      ["build"], ["check"], ["list"], ["show", "x"], ["new", "x"], ["theme", "eject"],
    ] {
      let outcome = try ValiseProgram.run(words, in: sandbox.folder.url)
      #expect(outcome.status == 2, "\(words)")
      #expect(outcome.errors.contains("valise init"), "\(words): \(outcome.errors)")
    }
    #expect(try sandbox.files(in: ".").isEmpty)
  }

  @Test("problems as JSON are one object a line")
  func json() throws {
    let outcome = try sandbox.valise("bild", "--diagnostics", "json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.errors.utf8)) as? [String: Any])
    #expect(object["code"] as? String == "command.usage")
  }
}
