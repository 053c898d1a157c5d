import Diagnostics
import Foundation
import Glibc
import TestSupport

/// A site with one thing wrong, a kind for each diagnostic code: a folder of `Tests/Fixtures`, and
/// what no file in it can say.
struct InvalidSite {
  /// The code that it is about.
  let code: DiagnosticCode

  private let folder: TemporaryFolder

  /// Where the fixtures are, a folder named for each code.
  static let fixtures = Repository.root.appendingPathComponent("Tests/Fixtures/InvalidSites")

  /// Copies the site of a code into a folder of its own.
  init(of code: DiagnosticCode) throws {
    self.code = code
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: Self.fixtures.appendingPathComponent(code.rawValue), to: root)
    try arrange()
  }

  private var root: URL { folder.url.appendingPathComponent("site") }

  /// The words after `valise` that bring the problem out.
  var arguments: [String] {
    switch code {
    case .usage: ["biuld"]
    case .notFound: ["show", "olso"]
    case .exists: ["new", "Oslo"]
    case .bagOverLimit, .itemDuplicate, .itemUnknownBag, .itemUnknownTraveller, .tripEssentials:
      ["check"]
    case .editAmbiguous: ["pack", "oslo", "sock"]
    case .editRefused: ["remove", "oslo", "first-aid kit"]
    case .editUndo: ["undo"]
    case .exportNothing: ["export", "oslo", "--format", "ics"]
    case .importFile, .importRow: ["import", "summer.csv"]
    case .publishTarget, .publishTool, .publishFailed: ["publish"]
    case .printEngine, .printFailed, .printGlyph, .printPrivate: ["print", "oslo"]
    case .shardSet, .shardDiffers: ["merge"]
    case .serveAddress: ["serve", "--host", "192.0.2.1", "--port", "8080"]
    default: ["build"]
    }
  }

  /// Runs the program on it; the folder that it lies in is called `/home/ana` in what it says.
  func outcome() throws -> ValiseProgram.Outcome {
    var outcome =
      switch code {
      case .buildInterrupted: try interruptedBuild()
      case .photoTool, .printEngine, .publishTool:
        try ValiseProgram.run(arguments, in: root, environment: ["PATH": "/nowhere"])
      case .printFailed, .printGlyph, .printPrivate:
        // The site brings the programs that it is printed with.
        try ValiseProgram.run(
          arguments, in: root, environment: ["PATH": root.path + "/bin:/bin"])
      case .shardSet: try mergeOfOne()
      case .shardDiffers: try mergeAfterEdit()
      default: try ValiseProgram.run(arguments, in: root)
      }
    outcome.errors = outcome.errors.replacing(
      folder.url.resolvingSymlinksInPath().path, with: "/home/ana")
    return outcome
  }

  // MARK: What cannot lie in a folder of fixtures

  private func arrange() throws {
    let trips = root.appendingPathComponent("Content/trips")
    switch code {
    case .fileUnreadable:
      try FileManager.default.createSymbolicLink(
        at: trips.appendingPathComponent("oslo.md"),
        withDestinationURL: folder.url.appendingPathComponent("oslo.md"))
    case .fileOutside:
      try folder.write("Dear diary\n", to: "diary.md")
      try FileManager.default.createSymbolicLink(
        at: trips.appendingPathComponent("private.md"),
        withDestinationURL: folder.url.appendingPathComponent("diary.md"))
    case .tripEssentials:
      let day = try ValiseProgram.run(
        ["+%F"], in: root, program: URL(fileURLWithPath: "/usr/bin/date"))
      let trip = trips.appendingPathComponent("oslo.md")
      let text = String(decoding: try Data(contentsOf: trip), as: UTF8.self)
      try Data(text.replacing("TODAY\n", with: day.output).utf8).write(to: trip)
    case .storeFailed:
      try FileManager.default.createDirectory(
        at: root.appendingPathComponent(".valise/store.sqlite"), withIntermediateDirectories: true)
    default: break
    }
  }

  /// One of two shards.
  private func mergeOfOne() throws -> ValiseProgram.Outcome {
    let built = try ValiseProgram.run(["build", "--shard", "1/2"], in: root)
    return built.status == 0 ? try ValiseProgram.run(arguments, in: root) : built
  }

  /// A shard that is built before the list is edited.
  private func mergeAfterEdit() throws -> ValiseProgram.Outcome {
    let built = try ValiseProgram.run(["build", "--shard", "1/1"], in: root)
    guard built.status == 0 else { return built }
    try folder.write("- umbrella\n", to: "site/Content/trips/oslo.md")
    return try ValiseProgram.run(arguments, in: root)
  }

  /// Ctrl-C while the build waits for another one: the one moment that is sure to come.
  private func interruptedBuild() throws -> ValiseProgram.Outcome {
    let lock = try folder.write("", to: "site/.valise/lock")
    let descriptor = open(lock.path, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw CocoaError(.fileLocking) }
    let running = try ValiseProgram.start(arguments, in: root)
    let process = running.process.processIdentifier
    for _ in 0..<2_000 where running.process.isRunning && !isWaitingForLock(process) {
      usleep(2_000)
    }
    kill(process, SIGINT)
    // A program that does not hear it must not hold up the tests.
    for _ in 0..<2_000 where running.process.isRunning { usleep(5_000) }
    kill(process, SIGKILL)
    return try running.outcome()
  }

  /// Whether a process waits for a lock.
  ///
  /// Linux lists one that waits as `1: -> FLOCK ADVISORY WRITE 4711 …`.
  private func isWaitingForLock(_ process: Int32) -> Bool {
    guard let bytes = FileManager.default.contents(atPath: "/proc/locks") else { return false }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
      let words = line.split(separator: " ")
      return words.contains("->") && words.contains("\(process)")
    }
  }
}
