import Foundation
import TestSupport
import Testing

@Suite("Making and asking a site")
struct SiteCommandTests {
  @Test("init makes a site that builds without a warning, and a second init changes nothing")
  func initialises() throws {
    let sandbox = try SiteSandbox()
    let made = try sandbox.valise("init", "my trips")
    #expect(made.status == 0 && made.errors.contains("next: valise -C 'my trips' build"))
    let before = try sandbox.files(in: "my trips")
    #expect(try sandbox.valise("init", "my trips").status == 0)
    #expect(try sandbox.files(in: "my trips") == before)
    let built = try sandbox.valise("-C", "my trips", "build", "--strict")
    #expect(built.status == 0 && built.errors.isEmpty, "\(built.errors)")
    #expect(built.output.hasPrefix("1 trip, "))
    #expect(sandbox.has("my trips/Output/trips/lisbon.html"))
  }

  @Test("init among strangers' lists takes them in and leaves them where they are")
  func strangers() throws {
    let sandbox = try SiteSandbox()
    try sandbox.folder.write("# Hut\n- hat\n- socks\n", to: "Hut list.md")
    try sandbox.folder.write("# About\n- not a list\n", to: "README.md")
    #expect(try sandbox.valise("init", ".").status == 0)
    #expect(sandbox.has("Content/trips/Hut list.md") && sandbox.has("Hut list.md"))
    #expect(!sandbox.has("Content/trips/README.md") && !sandbox.has("Content/trips/lisbon.md"))
    #expect(try sandbox.valise("build").output.hasPrefix("1 trip, 2 items, "))
    let page = try sandbox.folder.read("Output/trips/hut-list.html")
    #expect(page.contains("hat") && page.contains("socks"))
  }

  @Test("new starts a trip with a file that builds, and never touches one that is there")
  func new() throws {
    let sandbox = try SiteSandbox(trips: [:])
    let made = try sandbox.valise(
      "new", "A \"week\" in Bergen: \\o/", "--destination", "Bergen, Norway", "--start",
      "2027-06-12", "--end", "2027-06-19")
    #expect(
      made.status == 0 && made.output == "./Content/trips/a-week-in-bergen-o.md\n"
        || made.output == "Content/trips/a-week-in-bergen-o.md\n")
    let before = try sandbox.files(in: "Content")
    let again = try sandbox.valise("new", "a week in bergen o")
    #expect(again.status == 2 && again.errors.contains("there is a trip of that name already"))
    #expect(try sandbox.files(in: "Content") == before)
    try sandbox.folder.write("- hat\n", to: "Content/trips/Oslo in May.md")
    let sameAddress = try sandbox.valise("new", "Oslo: in May")
    #expect(sameAddress.status == 2 && sameAddress.errors.contains("Content/trips/Oslo in May.md"))
    let built = try sandbox.valise("build", "--strict")
    #expect(built.status == 0, "\(built.errors)")
    let shown = try sandbox.valise("show", "a-week-in-bergen-o")
    #expect(shown.output.contains("A \"week\" in Bergen: \\o/"))
    #expect(shown.output.contains("Socks        ×8"))
  }

  @Test("list and show tell what the files say now, without a build")
  func asks() throws {
    let sandbox = try SiteSandbox(trips: [
      "rome": "---\ntitle: Roma\nstart: 2027-05-01\n---\n## Kit\n- [x] map\n- [ ] hat x2 80 g\n",
      "old": "---\narchived: true\n---\n- [ ] sock\n",
    ])
    let listed = try sandbox.valise("list")
    #expect(listed.status == 0 && listed.output == "rome  Roma  2027-05-01  1/2 packed\n")
    #expect(try sandbox.valise("list", "--all").output.contains("old"))
    let shown = try sandbox.valise("show", "ROMA")
    #expect(
      shown.output == """
        Roma
        2027-05-01 · 1 of 2 packed

        Kit · 1 of 2 packed · 160 g
          [ ] hat  ×2  160 g
          [x] map

        Base weight      160 g  carried, and not used up
        Pack weight      160 g  with what is used up
        Skin-out weight  160 g  with the pieces marked as worn

        """)
    try sandbox.folder.write("- [ ] sun hat\n", to: "Content/trips/rome.md")
    #expect(try sandbox.valise("show", "rome").output.contains("[ ] sun hat"))
    #expect(!sandbox.has("Output"))
  }

  @Test("a trip that is not there is asked back")
  func didYouMean() throws {
    let sandbox = try SiteSandbox(trips: ["lisbon": "- hat\n"])
    let outcome = try sandbox.valise("show", "lisbonn")
    #expect(outcome.status == 2 && outcome.errors.contains("did you mean \"lisbon\"?"))
  }

  @Test("theme eject copies templates that a build then uses")
  func ejects() throws {
    let sandbox = try SiteSandbox(trips: ["rome": "- hat\n"])
    let one = try sandbox.valise("theme", "eject", "style.css")
    #expect(one.status == 0 && one.output.hasSuffix("Templates/style.css\n"))
    try sandbox.folder.write("body { color: rebeccapurple }", to: "Templates/style.css")
    let all = try sandbox.valise("theme", "eject")
    #expect(all.status == 0 && all.errors.contains("style.css is there already"))
    #expect(try sandbox.folder.read("Templates/style.css") == "body { color: rebeccapurple }")
    #expect(try sandbox.valise("build").status == 0)
    let styles = try sandbox.files(in: "Output/assets").values.map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(styles.contains("body { color: rebeccapurple }"))
    let wrong = try sandbox.valise("theme", "eject", "trip.mustash")
    #expect(wrong.status == 2 && wrong.errors.contains("did you mean \"trip.mustache\"?"))
  }

  @Test("a reader that has seen enough ends the program quietly")
  func closedPipe() throws {
    let sandbox = try SiteSandbox(
      trips: Dictionary(uniqueKeysWithValues: (0..<50).map { ("trip-\($0)", "- hat\n") }))
    let program = try ValiseProgram.url.path
    let outcome = try ValiseProgram.run(
      ["-c", "'\(program)' list | true; echo ${PIPESTATUS[0]}"], in: sandbox.folder.url,
      program: URL(fileURLWithPath: "/bin/bash"))
    #expect(outcome.output == "0\n" && outcome.errors.isEmpty)
  }
}
