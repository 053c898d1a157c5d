import Foundation
import TestSupport
import Testing

@Suite("Exports of hard cases")
struct ExportFaultTests {
  static let formats = ["csv", "json", "md", "html", "lighterpack", "txt", "sqlite"]

  @Test("an empty trip, a name of 5,000 letters and odd names are no problem", arguments: formats)
  func oddTrips(format: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "Content/trips/empty.md")
    let long = String(repeating: "x", count: 5000)
    try folder.write(
      "- [ ] \(long)\n- [ ] <b>&amp;</b> </script> \"q\" | `c`\n", to: "Content/trips/long.md")
    let outcome = try ValiseProgram.run(
      ["export", "--all", "--format", format, "-o", "out/"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appendingPathComponent("out").path)
    let ending = format == "lighterpack" ? "csv" : format
    #expect(names.sorted() == ["empty.\(ending)", "long.\(ending)"])
    if format != "sqlite" { #expect(try folder.read("out/long.\(ending)").contains(long)) }
  }

  @Test("20,000 items leave in every form", arguments: formats)
  func manyItems(format: String) throws {
    let folder = try TemporaryFolder()
    let items = (1...20_000).map { "- [ ] Thing \($0) 10 g\n" }.joined()
    try folder.write("## Kit\n" + items, to: "Content/trips/many.md")
    let outcome = try ValiseProgram.run(
      ["export", "many", "--format", format, "-o", "many"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let size = try Data(contentsOf: folder.url.appendingPathComponent("many")).count
    #expect(size > 200_000)
  }

  @Test("a file name that is a flag, a folder, and one that ends in a form's name")
  func fileNames() throws {
    let folder = try ExportTests.site()
    for words in [["-o", "--format"], ["--output=-q"], ["-o-v"]] {
      let outcome = try ValiseProgram.run(["export", "rome"] + words, in: folder.url)
      #expect(outcome.status == 0, "\(words): \(outcome.errors)")
    }
    for name in ["--format", "-q", "-v"] {
      #expect(try folder.read(name).hasPrefix("Item,"), "\(name)")
    }
    try ExportTests.export("rome", "-o", "rome.json", in: folder)
    #expect(try folder.read("rome.json").hasPrefix("{"))
    let several = try ValiseProgram.run(
      ["export", "--all", "-o", "all.html"], in: folder.url)
    #expect(several.status == 2 && several.errors.contains("holds one trip, not 2"))
    let none = try ValiseProgram.run(["export"], in: folder.url)
    #expect(none.status == 2 && none.errors.contains("[command.usage]"))
    let secret = try ValiseProgram.run(
      ["export", "oslo", "--private", "--format", "json"], in: folder.url)
    #expect(secret.status == 2)
    let own = try ValiseProgram.run(["export", "oslo", "--private"], in: folder.url)
    #expect(own.output.contains("Secret box"))
  }

  @Test("what people wrote is not written over, and what cannot be written is said")
  func targets() throws {
    let folder = try ExportTests.site()
    let before = try folder.read("Content/trips/rome.md")
    #expect(try ValiseProgram.run(["list"], in: folder.url).status == 0)
    for target in ["Content/trips/rome.md", "Content/new/", "valise.yml", ".valise/x.csv"] {
      let outcome = try ValiseProgram.run(
        ["export", "rome", "--format", "md", "-o", target], in: folder.url)
      #expect(outcome.status == 2 && outcome.errors.contains("could write over"), "\(target)")
    }
    #expect(try folder.read("Content/trips/rome.md") == before)
    // A device is written to, and not replaced by a file.
    let device = try FileManager.default.attributesOfItem(atPath: "/dev/full")[.type]
    #expect(device as? FileAttributeType == .typeCharacterSpecial)
    for target in ["/dev/full", "/proc/x.csv", "/nowhere/x.csv"] {
      let outcome = try ValiseProgram.run(["export", "rome", "-o", target], in: folder.url)
      #expect(outcome.status == 2 && outcome.errors.contains("error: "), "\(target) \(outcome)")
    }
    #expect(
      try FileManager.default.attributesOfItem(atPath: "/dev/full")[.type] as? FileAttributeType
        == .typeCharacterSpecial)
    // A link is followed, so that it stays one.
    try folder.write("", to: "real.csv")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appendingPathComponent("link.csv").path, withDestinationPath: "real.csv")
    try ExportTests.export("rome", "-o", "link.csv", in: folder)
    #expect(try folder.read("real.csv").hasPrefix("Item,"))
  }

  @Test(
    "a trip that cannot be read is named, and the others are exported all the same",
    arguments: formats + ["ics"])
  func badTrip(format: String) throws {
    let folder = try TemporaryFolder()
    for name in ["andes", "tibet"] {
      try folder.write("---\nstart: 2027-01-01\n---\n- [ ] Hat\n", to: "Content/trips/\(name).md")
    }
    try folder.write("- [ ] Map\n", to: "Content/trips/someday.md")
    let file = folder.url.appendingPathComponent("Content/trips/mars.md")
    try Data([0xFF, 0xFE, 0x20, 0x2D]).write(to: file)
    let ending = format == "lighterpack" ? "csv" : format
    let outcome = try ValiseProgram.run(
      ["export", "--all", "--format", format, "-o", "out/"], in: folder.url)
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("Content/trips/mars.md"), "\(outcome.errors)")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appendingPathComponent("out").path)
    let expected = ["andes", "someday", "tibet"].filter { format != "ics" || $0 != "someday" }
    #expect(names.sorted() == expected.map { "\($0).\(ending)" })
    guard !["md", "html"].contains(format) else { return }
    let one = try ValiseProgram.run(
      ["export", "--all", "--format", format, "-o", "all"], in: folder.url)
    #expect(one.status == 1 && one.errors.contains("Content/trips/mars.md"), "\(one.errors)")
    let size = try Data(contentsOf: folder.url.appendingPathComponent("all")).count
    #expect(size > 0)
    // Where it is the only one there is nothing to go on with.
    let alone = try ValiseProgram.run(["export", "mars", "--format", format], in: folder.url)
    #expect(alone.status == 2 && alone.output.isEmpty, "\(alone)")
  }

  @Test("a closed pipe ends it quietly, a full disk does not")
  func pipes() throws {
    let folder = try ExportTests.site()
    let many = (1...3000).map { "- [ ] Thing \($0)\n" }.joined()
    try folder.write(many, to: "Content/trips/many.md")
    let program = try ValiseProgram.url.path
    let bash = URL(fileURLWithPath: "/bin/bash")
    for format in ["csv", "json", "sqlite"] {
      let closed = try ValiseProgram.run(
        [
          "-c",
          "set -o pipefail; '\(program)' export many --format \(format) | head -c 5 >/dev/null",
        ],
        in: folder.url, program: bash)
      #expect(closed.status == 0 && closed.errors.isEmpty, "\(closed)")
      let full = try ValiseProgram.run(
        ["-c", "'\(program)' export many --format \(format) >/dev/full"], in: folder.url,
        program: bash)
      #expect(full.status == 2 && full.errors.contains("No space left"), "\(full)")
    }
  }
}
