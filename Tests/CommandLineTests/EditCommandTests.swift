import Foundation
import TestSupport
import Testing

@Suite("Editing from the command line")
struct EditCommandTests {
  static let rome = """
    ---
    title: Una settimana a Roma
    include: [carry-on]
    ---

    ## Clothes
    - [ ] Rain jacket 350 g #worn
    - [x] Socks x3
    - [ ] Wool socks

    ## Washbag
    * [ ] Soap
      * the small one

    """

  func site() throws -> SiteSandbox {
    let sandbox = try SiteSandbox(trips: ["rome": Self.rome, "oslo": "# Oslo\n- [ ] cap\n"])
    try sandbox.folder.write(
      "## Documents\n- [x] Passport * 40 g\n- [ ] Wallet\n", to: "Content/lists/carry-on.md")
    return sandbox
  }

  @Test("a whole trip is packed without opening the file, and a diff shows exactly that")
  func packs() throws {
    let sandbox = try site()
    for item in ["rain jackets", "soap", "PASSPORT"] {
      let outcome = try sandbox.valise("pack", "rome", item)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }
    let expected = Self.rome.replacing("[ ] Rain", with: "[x] Rain")
      .replacing("[ ] Soap", with: "[x] Soap")
    #expect(
      try sandbox.folder.read("Content/trips/rome.md")
        == expected + "\n## Documents\n* [x] Passport * 40 g\n")
    let again = try sandbox.valise("pack", "rome", "soap")
    #expect(again.status == 0 && again.output == "Soap is packed as it is\n")
    // The store knows already: nothing is left to read.
    let built = try sandbox.valise("build", "--verbose")
    #expect(built.errors.contains("found 2 trips, 0 of them to read"), "\(built.errors)")
    let all = try sandbox.valise("pack", "rome", "--all", "--category", "clothes")
    #expect(all.output == "packed 1 item: 5 of 6 packed\n", "\(all.output)\(all.errors)")
    let home = try sandbox.valise("unpack", "rome", "--all")
    #expect(home.output == "unpacked 5 items: 0 of 6 packed\n")
  }

  @Test("a trip may be named by words of its title, and what is missing is asked back")
  func names() throws {
    let sandbox = try site()
    #expect(try sandbox.valise("pack", "settimana a roma", "soap").status == 0)
    let trip = try sandbox.valise("pack", "rmoe", "soap")
    #expect(trip.status == 2 && trip.errors.contains("did you mean \"rome\"?"), "\(trip.errors)")
    let item = try sandbox.valise("pack", "rome", "saop")
    #expect(item.status == 2 && item.errors.contains("did you mean \"Soap\"?"))
    let none = try sandbox.valise("pack", "rome")
    #expect(none.status == 2 && none.errors.contains("takes an ITEM"))
  }

  @Test("of several that match, all are listed and none is changed")
  func ambiguous() throws {
    let sandbox = try SiteSandbox(trips: ["rome": "# A\n- [ ] red sock\n# B\n- [ ] blue socks\n"])
    let outcome = try sandbox.valise("pack", "rome", "sock")
    #expect(outcome.status == 2 && outcome.errors.contains("[edit.ambiguous]"))
    #expect(
      outcome.errors.contains("1. A: red sock") && outcome.errors.contains("2. B: blue socks"))
    #expect(try !sandbox.folder.read("Content/trips/rome.md").contains("[x]"))
    #expect(try sandbox.valise("pack", "rome", "sock", "--nth", "2").status == 0)
    #expect(try sandbox.valise("pack", "rome", "sock", "-c", "a").status == 0)
    #expect(
      try sandbox.folder.read("Content/trips/rome.md")
        == "# A\n- [x] red sock\n# B\n- [x] blue socks\n")
    let third = try sandbox.valise("pack", "rome", "sock", "--nth", "3")
    #expect(third.status == 2 && third.errors.contains("2 items match"))
  }

  @Test("a person at a terminal is asked which of several is meant")
  func asks() throws {
    let sandbox = try SiteSandbox(trips: ["rome": "- [ ] red sock\n- [ ] blue socks\n"])
    let program = try ValiseProgram.url.path
    let outcome = try ValiseProgram.run(
      ["-c", "printf '9\\n2\\n' | script -qec \"'\(program)' pack rome sock\" /dev/null"],
      in: sandbox.folder.url, program: URL(fileURLWithPath: "/bin/bash"))
    #expect(outcome.output.contains("which one? [1-2]"), "\(outcome)")
    #expect(
      try sandbox.folder.read("Content/trips/rome.md") == "- [ ] red sock\n- [x] blue socks\n")
  }

  @Test("--dry-run shows a diff that patch takes, and writes nothing")
  func dryRun() throws {
    let sandbox = try site()
    let before = try sandbox.files(in: "Content")
    let outcome = try sandbox.valise("add", "rome", "Hat x2", "-c", "clothes", "--dry-run")
    #expect(outcome.output.contains("\n+- [ ] Hat x2\n"))
    #expect(try sandbox.files(in: "Content") == before)
    #expect(!sandbox.has(".valise/undo"))
    try sandbox.folder.write(outcome.output, to: "change.diff")
    let patched = try ValiseProgram.run(
      ["-c", "git apply change.diff"], in: sandbox.folder.url,
      program: URL(fileURLWithPath: "/bin/bash"))
    #expect(patched.status == 0, "\(patched.errors)")
    let text = try sandbox.folder.read("Content/trips/rome.md")
    #expect(
      text == Self.rome.replacing("- [ ] Wool socks\n", with: "- [ ] Wool socks\n- [ ] Hat x2\n"))
  }

  @Test("add, rename, move, unused, archive and remove change what they say")
  func others() throws {
    let sandbox = try site()
    let added = try sandbox.valise("add", "rome", "Bread x0", "--category", "Food")
    #expect(added.status == 0 && added.errors.contains("[item.quantity]"), "\(added.errors)")
    for words in [
      ["rename", "rome", "bread", "Rusk"], ["move", "rome", "wool sock", "--to", "washbag"],
      ["move", "rome", "soap", "--to", "oslo"], ["unused", "rome", "rain jacket"],
      ["archive", "oslo"], ["remove", "rome", "wallet"], ["remove", "rome", "socks", "--nth", "1"],
    ] {
      let outcome = try ValiseProgram.run(words, in: sandbox.folder.url)
      #expect(outcome.status == 0, "\(words): \(outcome.errors)")
    }
    #expect(
      try sandbox.folder.read("Content/trips/rome.md") == """
        ---
        title: Una settimana a Roma
        include: [carry-on]
        exclude: [Wallet]
        ---

        ## Clothes
        - [ ] Rain jacket 350 g #worn #unused

        ## Washbag
        * [ ] Wool socks

        ## Food
        * [ ] Rusk

        """)
    #expect(
      try sandbox.folder.read("Content/trips/oslo.md") == """
        ---
        archived: true
        ---

        # Oslo
        - [ ] cap

        ## Washbag
        - [ ] Soap
          * the small one

        """)
    let wrong = try sandbox.valise("move", "rome", "rusk", "--to", "clothse")
    #expect(wrong.status == 2 && wrong.errors.contains("did you mean \"Clothes\"?"))
  }

  @Test("new --from copies a list unpacked, and says what it leaves out")
  func newFrom() throws {
    let sandbox = try site()
    _ = try sandbox.valise("unused", "rome", "soap")
    let made = try sandbox.valise(
      "new", "Roma again", "--from", "rome", "--start", "2028-05-01", "--end", "2028-05-03")
    #expect(made.status == 0 && made.errors.contains("left out, since marked #unused: Soap"))
    let text = try sandbox.folder.read("Content/trips/roma-again.md")
    #expect(text.contains("title: \"Roma again\"") && text.contains("- [ ] Socks x3"))
    #expect(!text.contains("Soap") && text.contains("end: 2028-05-03"))
    #expect(try sandbox.valise("new", "Roma again", "--from", "rome").status == 2)
    #expect(try sandbox.valise("new", "Other", "--from", "nowhere").status == 2)
  }

  @Test("undo takes back one edit after the other, and none that others have touched")
  func undoes() throws {
    let sandbox = try site()
    let before = try sandbox.files(in: "Content")
    for words in [
      ["pack", "rome", "soap"], ["move", "rome", "soap", "--to", "oslo"],
      ["remove", "oslo", "cap"],
    ] { #expect(try ValiseProgram.run(words, in: sandbox.folder.url).status == 0) }
    #expect(try sandbox.valise("undo", "-n").output.contains("+- [ ] cap"))
    #expect(try sandbox.valise("undo").output == "took back: valise remove oslo cap\n")
    #expect(try sandbox.valise("undo").status == 0 && sandbox.valise("undo").status == 0)
    #expect(try sandbox.files(in: "Content") == before)
    let none = try sandbox.valise("undo")
    #expect(none.status == 2 && none.errors.contains("[edit.undo]"))
    _ = try sandbox.valise("pack", "rome", "soap")
    let edited = try sandbox.folder.read("Content/trips/rome.md") + "- [ ] by hand\n"
    try sandbox.folder.write(edited, to: "Content/trips/rome.md")
    let refused = try sandbox.valise("undo")
    #expect(refused.status == 2 && refused.errors.contains("was changed since"))
    #expect(try sandbox.folder.read("Content/trips/rome.md") == edited)
  }

  @Test("undo removes the file of a new trip or of an import, unless it says something else by now")
  func undoesMaking() throws {
    let sandbox = try site()
    let before = try sandbox.files(in: "Content")
    try sandbox.folder.write("name,weight,unit\nTent,1,kg\n", to: "hike.csv")
    #expect(try sandbox.valise("new", "Oslo again", "--from", "oslo").status == 0)
    #expect(try sandbox.valise("import", "hike.csv").status == 0)
    #expect(try sandbox.valise("list").output.contains("hike"))
    let shown = try sandbox.valise("undo", "--dry-run").output
    #expect(shown.hasPrefix("--- a/Content/trips/hike.md\n+++ /dev/null\n"), "\(shown)")
    #expect(try sandbox.valise("undo").output == "took back: valise import hike.csv\n")
    // The store knows, too.
    #expect(try !sandbox.valise("list").output.contains("hike"))
    #expect(try sandbox.valise("undo").output == "took back: valise new Oslo again\n")
    #expect(try sandbox.files(in: "Content") == before)

    #expect(try sandbox.valise("new", "Bergen").status == 0)
    let file = "Content/trips/bergen.md"
    let text = try sandbox.folder.read(file) + "- [ ] mine\n"
    try sandbox.folder.write(text, to: file)
    let refused = try sandbox.valise("undo")
    #expect(refused.status == 2 && refused.errors.contains("was changed since"))
    #expect(refused.errors.contains("it is kept as it is"))
    #expect(try sandbox.folder.read(file) == text)
    // Gone by hand is as before: there is nothing more to take back.
    try FileManager.default.removeItem(at: sandbox.folder.url.appendingPathComponent(file))
    let none = try sandbox.valise("undo")
    #expect(none.status == 2 && none.errors.contains("there is no edit to take back"))
  }

  @Test("new --dry-run shows the file and writes nothing")
  func newDryRun() throws {
    let sandbox = try site()
    let before = try sandbox.files(in: ".")
    let outcome = try sandbox.valise("new", "Bergen", "--dry-run")
    #expect(outcome.output.hasPrefix("--- /dev/null\n+++ b/Content/trips/bergen.md\n"))
    #expect(try sandbox.files(in: ".") == before)
  }

  @Test("base lists are edited as trips are, and the trips that include them follow")
  func baseLists() throws {
    let sandbox = try site()
    let before = try sandbox.files(in: "Content")
    let file = "Content/lists/carry-on.md"
    #expect(try sandbox.valise("build").status == 0)
    for words in [
      ["add", "lists/carry-on", "Tooth brush x{nights+1} 20 g", "-c", "Washbag"],
      ["rename", "lists/carry-on", "wallet", "Purse"],
      ["move", "lists/carry-on", "passport", "--to", "washbag"],
      ["move", "oslo", "cap", "--to", "lists/carry-on"],
      ["remove", "Content/lists/carry-on.md", "purse"],
    ] {
      let dry = try ValiseProgram.run(words + ["--dry-run"], in: sandbox.folder.url)
      #expect(dry.status == 0 && dry.output.contains("+++ b/\(file)"), "\(words): \(dry)")
      let outcome = try ValiseProgram.run(words, in: sandbox.folder.url)
      #expect(outcome.status == 0, "\(words): \(outcome.errors)")
    }
    #expect(
      try sandbox.folder.read(file) == """
        ## Documents

        ## Washbag
        - [ ] Tooth brush x{nights+1} 20 g
        - [x] Passport * 40 g

        ## Other
        - [ ] cap

        """)
    let shown = try sandbox.valise("show", "rome").output
    #expect(shown.contains("Tooth brush") && !shown.contains("Wallet"), "\(shown)")
    for _ in 1...5 { #expect(try sandbox.valise("undo").status == 0) }
    #expect(try sandbox.files(in: "Content") == before)
    #expect(try sandbox.valise("show", "rome").output.contains("Wallet"))
  }

  @Test("a base list can be started, and is not packed or missing in silence")
  func startsBaseLists() throws {
    let sandbox = try site()
    #expect(try sandbox.valise("new", "lists/Wash Bag").output.contains("lists/wash-bag.md"))
    #expect(try sandbox.valise("add", "lists/wash-bag", "Soap").status == 0)
    #expect(try sandbox.valise("new", "lists/wash-bag").errors.contains("base list of that name"))
    #expect(try sandbox.valise("new", "lists/x", "--start", "2027-01-01").status == 2)
    let packed = try sandbox.valise("pack", "lists/wash-bag", "soap")
    #expect(packed.status == 2 && packed.errors.contains("is a base list"), "\(packed.errors)")
    let missing = try sandbox.valise("add", "lists/wash-bga", "Soap")
    #expect(missing.status == 2 && missing.errors.contains("did you mean \"lists/wash-bag\"?"))
    let item = try sandbox.valise("remove", "lists/wash-bag", "tent")
    #expect(item.errors.contains("the list \"lists/wash-bag\" has no item \"tent\""))
  }

  @Test("mode and links are kept, and a link out of the site is not followed")
  func keeps() throws {
    let sandbox = try site()
    let real = sandbox.folder.url.appendingPathComponent("Content/kept/list.txt")
    try sandbox.folder.write("- [ ] a\n", to: "Content/kept/list.txt")
    chmod(real.path, 0o640)
    let link = sandbox.folder.url.appendingPathComponent("Content/trips/linked.md")
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "../kept/list.txt")
    #expect(try sandbox.valise("pack", "linked", "a").status == 0)
    #expect(try sandbox.folder.read("Content/kept/list.txt") == "- [x] a\n")
    let kind = try FileManager.default.attributesOfItem(atPath: link.path)[.type]
    #expect(kind as? FileAttributeType == .typeSymbolicLink)
    let mode = try FileManager.default.attributesOfItem(atPath: real.path)[.posixPermissions]
    #expect(mode as? Int == 0o640)
    let outside = try TemporaryFolder()
    try outside.write("- [ ] b\n", to: "b.md")
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.folder.url.appendingPathComponent("Content/trips/out.md").path,
      withDestinationPath: outside.url.appendingPathComponent("b.md").path)
    #expect(try sandbox.valise("pack", "out", "b").status == 2)
    #expect(try outside.read("b.md") == "- [ ] b\n")
  }
}
