import Foundation
import TestSupport
import Testing

@Suite("Building a site")
struct BuildTests {
  static let trips = [
    "rome":
      "---\ntitle: Rome\nstart: 2027-05-01\nend: 2027-05-04\n---\n## Kit\n- [x] map\n- [ ] hat\n",
    "oslo": "# Oslo\n## Clothes\n- scarf\n- gloves x2\n",
    "bergen": "# Bergen\n## Clothes\n- [ ] rain coat\n",
  ]

  let sandbox: SiteSandbox

  init() throws {
    sandbox = try SiteSandbox(trips: Self.trips)
  }

  @Test("a build writes a page and a sheet a trip and a front page, and says what it did")
  func builds() throws {
    let outcome = try sandbox.valise("build")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("3 trips, 5 items, 11 pages, "))
    #expect(outcome.output.hasSuffix(" s\n"))
    for page in ["index", "trips/rome", "print/rome", "trips/oslo", "trips/bergen"] {
      #expect(sandbox.has("Output/\(page).html"), "\(page)")
    }
    #expect(try sandbox.files(in: "Output").keys.allSatisfy { !$0.contains("valise-new") })
  }

  @Test("a build says how long each of its stages took, when asked")
  func timings() throws {
    let outcome = try sandbox.valise("build", "--quiet", "--timings")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.first == " seconds    cores  stage" && outcome.output.isEmpty)
    let form = /\ *[0-9]+\.[0-9]{3}\ +[0-9]+\.[0-9]{3}\ \ .+/
    #expect(lines.count > 3 && lines.dropFirst().allSatisfy { $0.wholeMatch(of: form) != nil })
  }

  @Test("building an unchanged site writes nothing")
  func unchanged() throws {
    _ = try sandbox.valise("build")
    let times = try sandbox.times(in: "Output")
    let again = try sandbox.valise("build")
    #expect(again.output.contains("11 pages, 0 written"))
    #expect(try sandbox.times(in: "Output") == times)
  }

  @Test("after one edit only the pages that show it are written")
  func edited() throws {
    _ = try sandbox.valise("build")
    let before = try sandbox.files(in: "Output")
    try sandbox.folder.write(
      try #require(Self.trips["rome"]).replacing("[ ] hat", with: "[x] hat"),
      to: "Content/trips/rome.md")
    let outcome = try sandbox.valise("build")
    let after = try sandbox.files(in: "Output")
    let changed = after.filter { before[$0.key] != $0.value }.keys.sorted()
    // The service worker knows a build by all that it wrote.
    #expect(
      changed == [
        "index.html", "print/rome.html", "reports.html", "search.html", "service-worker.js",
        "trips/rome.html",
      ])
    #expect(outcome.output.contains("6 written"))
  }

  @Test("deleting what can be made again and rebuilding gives the same bytes")
  func rebuilt() throws {
    _ = try sandbox.valise("build")
    let first = try sandbox.files(in: "Output")
    try FileManager.default.removeItem(at: sandbox.folder.url.appendingPathComponent(".valise"))
    let kept = try sandbox.valise("build")
    #expect(kept.output.contains("0 written"))
    #expect(try sandbox.files(in: "Output") == first)
    try FileManager.default.removeItem(at: sandbox.folder.url.appendingPathComponent(".valise"))
    try FileManager.default.removeItem(at: sandbox.folder.url.appendingPathComponent("Output"))
    _ = try sandbox.valise("build")
    #expect(try sandbox.files(in: "Output") == first)
    _ = try sandbox.valise("build", "--force")
    #expect(try sandbox.files(in: "Output") == first)
  }

  @Test("pages of trips that are gone go, files of others stay")
  func stale() throws {
    _ = try sandbox.valise("build")
    try sandbox.folder.write("mine", to: "Output/CNAME")
    try sandbox.folder.write("mine", to: "Output/trips/own.html")
    try FileManager.default.removeItem(
      at: sandbox.folder.url.appendingPathComponent("Content/trips/oslo.md"))
    let outcome = try sandbox.valise("build")
    #expect(outcome.output.contains("2 removed"))
    #expect(!sandbox.has("Output/trips/oslo.html") && !sandbox.has("Output/print/oslo.html"))
    #expect(try sandbox.folder.read("Output/CNAME") == "mine")
    #expect(try sandbox.folder.read("Output/trips/own.html") == "mine")
    #expect(try !sandbox.folder.read("Output/index.html").contains("Oslo"))
  }

  @Test("pages of trips that are gone go even if the store went with them")
  func staleWithoutStore() throws {
    _ = try sandbox.valise("build")
    try sandbox.folder.write("mine", to: "Output/trips/own.html")
    for path in [".valise", "Content/trips/oslo.md"] {
      try FileManager.default.removeItem(at: sandbox.folder.url.appendingPathComponent(path))
    }
    #expect(try sandbox.valise("build").output.contains("2 removed"))
    #expect(!sandbox.has("Output/trips/oslo.html") && sandbox.has("Output/trips/own.html"))
  }

  @Test("a renamed trip moves, and its old page goes")
  func renamed() throws {
    _ = try sandbox.valise("build")
    let trips = sandbox.folder.url.appendingPathComponent("Content/trips")
    try FileManager.default.moveItem(
      at: trips.appendingPathComponent("oslo.md"), to: trips.appendingPathComponent("oslo-2.md"))
    _ = try sandbox.valise("build")
    #expect(sandbox.has("Output/trips/oslo-2.html") && !sandbox.has("Output/trips/oslo.html"))
    // The same address from another file: the page stays.
    try sandbox.folder.write("# Oslo again\n- skates\n", to: "Content/trips/oslo-2/index.md")
    try FileManager.default.removeItem(at: trips.appendingPathComponent("oslo-2.md"))
    #expect(try sandbox.valise("build").status == 0)
    let page = try sandbox.folder.read("Output/trips/oslo-2.html")
    #expect(page.contains("skates") && !page.contains("scarf"))
  }

  @Test("a page that somebody deleted comes back")
  func deletedPage() throws {
    _ = try sandbox.valise("build")
    let first = try sandbox.files(in: "Output")
    try FileManager.default.removeItem(
      at: sandbox.folder.url.appendingPathComponent("Output/trips/rome.html"))
    #expect(try sandbox.valise("build").output.contains("1 written"))
    #expect(try sandbox.files(in: "Output") == first)
  }

  @Test("an edit of the same size in the same moment is seen")
  func sameSize() throws {
    let text = try #require(Self.trips["rome"])
    for round in 0..<6 {
      try sandbox.folder.write(
        text.replacing("[ ] hat", with: round.isMultiple(of: 2) ? "[x] hat" : "[ ] hat"),
        to: "Content/trips/rome.md")
      _ = try sandbox.valise("build")
      let packed = round.isMultiple(of: 2) ? "2/2 packed" : "1/2 packed"
      #expect(try sandbox.valise("list").output.contains("\(packed)"), "round \(round)")
    }
  }

  @Test("another output folder is its own, and the site's folders are refused")
  func output() throws {
    #expect(try sandbox.valise("build", "--output", "public/site").status == 0)
    #expect(sandbox.has("public/site/index.html") && !sandbox.has("Output"))
    #expect(try sandbox.valise("build", "--output", "public/site").output.contains("0 written"))
    for folder in [".", "Content", "Templates/x", ".valise"] {
      let outcome = try sandbox.valise("build", "--output", folder)
      #expect(outcome.status == 2 && outcome.errors.contains("--output"), "\(folder)")
    }
  }

  @Test("--strict turns a warning into an error")
  func strict() throws {
    try sandbox.folder.write("---\ntitel: x\n---\n- hat\n", to: "Content/trips/rome.md")
    let mild = try sandbox.valise("build")
    #expect(mild.status == 0 && mild.errors.contains("warning: "))
    let strict = try sandbox.valise("build", "--strict")
    #expect(strict.status == 1 && strict.errors.contains("error: "))
  }

  @Test("a warning is said again by every build until it is mended")
  func repeated() throws {
    try sandbox.folder.write("- [ ] hat\n- [ ] socks x0\n", to: "Content/trips/rome.md")
    let first = try sandbox.valise("build")
    #expect(
      first.errors.contains("Content/trips/rome.md:2:") && first.errors.contains("[item.quantity]"))
    #expect(try sandbox.valise("build").errors == first.errors)
    #expect(try sandbox.valise("check").errors == first.errors)
  }

  @Test("a base list that changes reaches the trips that include it, and no others")
  func baseList() throws {
    try sandbox.folder.write("- [ ] passport\n", to: "Content/lists/papers.md")
    try sandbox.folder.write(
      "---\ninclude: [papers]\n---\n- [ ] map\n", to: "Content/trips/rome.md")
    _ = try sandbox.valise("build")
    let before = try sandbox.files(in: "Output")
    try sandbox.folder.write("- [ ] passport\n- [ ] visa\n", to: "Content/lists/papers.md")
    _ = try sandbox.valise("build")
    let after = try sandbox.files(in: "Output")
    #expect(String(decoding: after["trips/rome.html"] ?? Data(), as: UTF8.self).contains("visa"))
    #expect(after["trips/oslo.html"] == before["trips/oslo.html"])
  }

  @Test("check finds what a build finds and writes no page")
  func checks() throws {
    try sandbox.folder.write("{{#trip}}", to: "Templates/trip.mustache")
    try sandbox.folder.write("---\nstart: 2026-02-30\n---\n- hat\n", to: "Content/trips/rome.md")
    let outcome = try sandbox.valise("check")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("[trip.date]") && outcome.errors.contains("[template.syntax]"))
    #expect(!sandbox.has("Output"))
  }
}
