import Foundation
import TestSupport
import Testing

/// The package that WeasyPrint is in Python, made up: what a list says is what happens to its document.
@Suite("Many documents by one WeasyPrint")
struct PrintManyTests {
  private let site: SiteSandbox

  init() throws { site = try SiteSandbox(trips: [:]) }

  private static let package = """
    import os, signal, sys, time
    with open(os.environ["STARTS"], "a") as file:
        file.write("started\\n")

    def default_url_fetcher(url):
        raise ValueError(url)

    class HTML:
        def __init__(self, filename, url_fetcher):
            self.text = open(filename, encoding="utf-8").read()

        def write_pdf(self, target, font_config, pdf_variant):
            if "Crash" in self.text:
                os.kill(os.getpid(), signal.SIGSEGV)
            if "Hang" in self.text:
                time.sleep(60)
            if "Raise" in self.text:
                raise ValueError("no such\\nfont: " + "ż" * 5000)
            if "Memory" in self.text:
                raise MemoryError()
            if "Leave" in self.text:
                os._exit(7)
            if "Parent" in self.text:
                os.kill(os.getppid(), signal.SIGKILL)
                time.sleep(60)
            if "Gone" in self.text:
                return
            with open(target, "w") as file:
                file.write("%PDF-1.7\\n" + self.text + "%%EOF\\n")

    """

  /// Prints trips of one item each, all by one run.
  ///
  /// - Returns: What the command said, the files that it wrote, and how often the package was loaded.
  private func print(
    _ items: [String: String], _ options: String...
  ) throws -> (outcome: ValiseProgram.Outcome, files: [String], starts: Int) {
    for (trip, item) in items {
      try site.folder.write("# \(trip)\n\n- [ ] \(item)\n", to: "Content/trips/\(trip).md")
    }
    try site.folder.write(Self.package, to: "packages/weasyprint/__init__.py")
    try site.folder.write("", to: "packages/weasyprint/text/__init__.py")
    try site.folder.write(
      "class FontConfiguration: pass\n", to: "packages/weasyprint/text/fonts.py")
    let program = try site.folder.write(
      "#!/usr/bin/python3\nfrom weasyprint.__main__ import main\n", to: "engines/weasyprint")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: program.path)
    let starts = site.folder.url.appendingPathComponent("starts")
    let outcome = try ValiseProgram.run(
      ["print", "--all"] + options, in: site.folder.url,
      environment: [
        "PATH": program.deletingLastPathComponent().path, "STARTS": starts.path,
        "PYTHONPATH": site.folder.url.appendingPathComponent("packages").path,
      ])
    let files = site.has("sheets") ? try site.files(in: "sheets").keys.sorted() : []
    return (
      outcome, files, try site.folder.read("starts").components(separatedBy: "started").count - 1
    )
  }

  private static let good = Dictionary(
    uniqueKeysWithValues: (1...9).map { ("trip-\($0)", "Thing \($0)") })

  @Test("each document comes into its own file, and the package is loaded once")
  func all() throws {
    let (outcome, files, starts) = try print(Self.good)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(files == (1...9).map { "trip-\($0).pdf" } && starts == 1)
    for number in 1...9 {
      #expect(try site.folder.read("sheets/trip-\(number).pdf").contains(">Thing \(number)<"))
    }
  }

  @Test("documents that end at the same time are all answered")
  func atOnce() throws {
    let trips = Dictionary(uniqueKeysWithValues: (1...400).map { ("trip-\($0)", "Leave \($0)") })
    let (outcome, files, starts) = try print(trips)
    #expect(outcome.status == 1 && files.isEmpty && starts == 1)
    #expect(
      outcome.errors.components(separatedBy: "its process ended without a word").count == 401)
  }

  @Test(
    "a document that ends its process takes no other with it",
    arguments: [
      ("Crash", "was ended by signal 11"), ("Raise", "no such font"), ("Memory", "out of memory"),
      ("Leave", "ended without a word"), ("Hang", "took longer than 3 seconds"),
    ])
  func bad(item: String, reason: String) throws {
    let trips = Self.good.merging(["oslo": item]) { $1 }
    let (outcome, files, starts) = try print(trips, "--time-limit", "3")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("did not print oslo") && outcome.errors.contains(reason))
    #expect(outcome.errors.contains("wrote 9 of 10 files"))
    #expect(files == (1...9).map { "trip-\($0).pdf" } && starts == 1)
  }

  @Test(
    "an engine that is of no more use is started anew, and nothing is lost",
    arguments: [("Parent", "was ended by signal 9"), ("Gone", "wrote no file")])
  func restarted(item: String, reason: String) throws {
    let trips = Self.good.merging(["oslo": item]) { $1 }
    let began = Date()
    let (outcome, files, starts) = try print(trips)
    // The process of the document, which still sleeps, is not waited for.
    #expect(Date().timeIntervalSince(began) < 45)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("did not print oslo") && outcome.errors.contains(reason))
    #expect(files == (1...9).map { "trip-\($0).pdf" } && starts == 2)
  }
}
