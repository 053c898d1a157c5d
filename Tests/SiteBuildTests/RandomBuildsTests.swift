import Foundation
import SiteBuild
import TestSupport
import Testing

/// The same numbers for the same seed.
private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func pick<Choices: Collection>(_ choices: Choices) -> Choices.Element {
    choices[choices.index(choices.startIndex, offsetBy: Int(next() % UInt64(choices.count)))]
  }

  mutating func hits(oneIn count: Int) -> Bool { next() % UInt64(count) == 0 }
}

/// What a person does to a site between two builds: the files that it is made of, and what becomes of them.
private struct RandomEdits {
  var dice: Dice
  /// Every file but those that builds make, by path.
  private(set) var files: [String: String] = [:]
  private(set) var log: [String] = []
  private var made = 0

  private static let words = [
    "map", "hat", "warm socks", "soap", "torch", "scarf", "Passport", "tent",
  ]
  private static let places = ["Oslo", "Roma", "Bergen", "Zürich"]

  init(seed: UInt64) {
    dice = Dice(state: seed)
    for _ in 0..<4 { add() }
  }

  /// One change, or a few.
  mutating func change() {
    repeat {
      switch dice.next() % 12 {
      case 0, 1, 2: edit()
      case 3: add()
      case 4: remove()
      case 5: rename()
      case 6: swap()
      case 7, 8: configure()
      case 9: list()
      case 10: template()
      default: rewrite()
      }
    } while dice.hits(oneIn: 3)
  }

  private var trips: [String] {
    files.keys.filter { $0.hasPrefix("Content/trips/") }.sorted()
  }

  private mutating func set(_ path: String, _ text: String?, _ what: String) {
    files[path] = text
    log.append("\(what) \(path)")
  }

  private mutating func edit() {
    guard !trips.isEmpty else { return add() }
    set(dice.pick(trips), trip(), "edit")
  }

  private mutating func add() {
    made += 1
    let path = dice.hits(oneIn: 4) ? "trip-\(made)/index.md" : "trip-\(made).md"
    set("Content/trips/\(path)", trip(), "add")
  }

  private mutating func remove() {
    guard trips.count > 1 else { return add() }
    set(dice.pick(trips), nil, "remove")
  }

  private mutating func rename() {
    guard !trips.isEmpty else { return add() }
    let old = dice.pick(trips)
    made += 1
    let text = files[old]
    set(old, nil, "rename")
    set("Content/trips/renamed-\(made).md", text, "to")
  }

  /// Two trips change their names: same files, other addresses.
  private mutating func swap() {
    let (one, other) = (dice.pick(trips), dice.pick(trips))
    let text = files[one]
    set(one, files[other], "swap")
    set(other, text, "with")
  }

  /// The same bytes once more.
  private mutating func rewrite() {
    guard let path = files.keys.sorted().first else { return }
    set(path, files[path], "touch")
  }

  private mutating func configure() {
    var lines: [String] = []
    if dice.hits(oneIn: 2) { lines.append("title: Site \(dice.next() % 5)") }
    if dice.hits(oneIn: 3) { lines.append("language: \(dice.pick(["de", "fr", "en"]))") }
    if dice.hits(oneIn: 3) { lines.append("order: file") }
    if dice.hits(oneIn: 3) { lines.append("travellers: [Ana, Ben]") }
    if dice.hits(oneIn: 3) { lines.append("bags:\n  duffel: 23 kg") }
    set(
      "valise.yml", dice.hits(oneIn: 6) ? nil : lines.joined(separator: "\n") + "\n", "configure")
  }

  private mutating func list() {
    set("Content/lists/basics.md", "## Basics\n" + items(), "list")
  }

  private mutating func template() {
    let (name, texts) = dice.pick([
      (
        "item.mustache",
        ["<li>{{name}}</li>\n", "<li>{{name}} {{weight}} {{#isPacked}}x{{/isPacked}}</li>\n"]
      ),
      ("style.css", ["body { color: red }\n", "body { color: blue }\n"]),
      ("progress.mustache", ["<p>{{progressText}}</p>\n", "<b>{{progressText}}</b>\n"]),
    ])
    set("Templates/\(name)", dice.hits(oneIn: 3) ? nil : dice.pick(texts), "template")
  }

  private mutating func trip() -> String {
    var head: [String] = []
    if dice.hits(oneIn: 2) { head.append("title: \(dice.pick(Self.places)) \(dice.next() % 3)") }
    if dice.hits(oneIn: 2) {
      head.append("start: 2027-0\(1 + dice.next() % 6)-10\nend: 2027-0\(7 + dice.next() % 3)-01")
    }
    if dice.hits(oneIn: 3) { head.append("destination: \(dice.pick(Self.places))") }
    if dice.hits(oneIn: 4) { head.append("archived: true") }
    if dice.hits(oneIn: 4) { head.append("tags: [\(dice.pick(Self.words)), cold]") }
    if dice.hits(oneIn: 4) { head.append("stops:\n  - Oslo: 2\n  - Bergen: 1") }
    if files["Content/lists/basics.md"] != nil, dice.hits(oneIn: 2) {
      head.append("include: [basics]")
    }
    let body =
      "## Kit\n" + items() + (dice.hits(oneIn: 2) ? "## Clothes\n" + items() : "")
      + (dice.hits(oneIn: 4) ? "## Activities\n- [x] walk\n- [ ] swim\n" : "")
    return head.isEmpty ? body : "---\n\(head.joined(separator: "\n"))\n---\n\(body)"
  }

  private mutating func items() -> String {
    (0...dice.next() % 4).map { _ in
      "- [\(dice.pick([" ", "x", "-"]))] \(dice.pick(Self.words))"
        + dice.pick(["", " x2", " 40 g", " #private", " bag:duffel", " @Ana", " — new"]) + "\n"
    }.joined()
  }
}

/// A site that is edited and built by turns, and one that is always built from nothing.
private struct BuiltTwice {
  var site: BuiltSite
  private var present: [String: String] = [:]

  init() throws { site = try BuiltSite([:]) }

  /// Brings the files in step, leaving alone what does not change.
  mutating func write(_ edits: RandomEdits) throws {
    for (path, text) in edits.files where present[path] != text {
      try site.folder.write(text, to: path)
    }
    for path in present.keys where edits.files[path] == nil {
      try FileManager.default.removeItem(at: site.folder.url.appendingPathComponent(path))
    }
    present = edits.files
  }

  func forget(_ path: String) throws {
    let url = site.folder.url.appendingPathComponent(path)
    if FileManager.default.fileExists(atPath: url.path) {
      try FileManager.default.removeItem(at: url)
    }
  }

  /// What differs from a build of the same files from nothing.
  func differences() throws -> [String] {
    var cold = try BuiltSite(present)
    cold.today = site.today
    try cold.build()
    return try Self.differences(output(of: site), output(of: cold))
  }

  static func differences(_ left: [String: Data], _ right: [String: Data]) -> [String] {
    Set(left.keys).union(right.keys).sorted().filter { left[$0] != right[$0] }
  }

  private func output(of site: BuiltSite) throws -> [String: Data] {
    try site.outputFiles()
  }
}

@Suite("Incremental builds agree with cold ones")
struct RandomBuildsTests {
  private static let days = ["2027-01-15", "2027-05-20", "2027-08-02"]

  @Test("after any edits, whichever builds were stopped on the way", arguments: 0..<20)
  func sequences(group: Int) throws {
    for number in 0..<10 {
      try expectAgreement(seed: group * 1000 + number) { both, dice in
        switch dice.next() % 8 {
        case 0: try both.site.build(stoppedAfter: Int(dice.next() % 4))
        case 1: try both.forget(".valise")
        case 2: try both.forget("Output/" + dice.pick(["index.html", "trips", "search.html"]))
        default: try both.site.build()
        }
      } atLast: {
        try $0.build()
      }
    }
  }

  @Test("after any edits, in shards that are merged, whichever were stopped", arguments: 0..<10)
  func shards(group: Int) throws {
    for number in 0..<4 {
      try expectAgreement(seed: 500_000 + group * 100 + number) { both, dice in
        switch dice.next() % 8 {
        case 0: try both.site.build()
        case 1: try both.forget(".valise")
        case 2: try both.forget(".valise/shards/\(dice.pick(1...3))-of-3")
        case 3: try both.forget("Output/" + dice.pick(["index.html", "trips"]))
        case 4: try both.site.buildShards(3, stoppedAfter: Int(dice.next() % 5))
        default: try both.site.buildShards(3)
        }
      } atLast: {
        try $0.buildShards(3)
      }
    }
  }

  /// Edits a site by chance, does something after each edit, and compares what comes of it with a build
  /// from nothing.
  private func expectAgreement(
    seed: Int, _ step: (inout BuiltTwice, inout Dice) throws -> Void,
    atLast: (BuiltSite) throws -> Void
  ) throws {
    var edits = RandomEdits(seed: UInt64(seed))
    var both = try BuiltTwice()
    for _ in 0..<4 {
      try both.write(edits)
      both.site.today = edits.dice.pick(Self.days)
      try step(&both, &edits.dice)
      edits.change()
    }
    try both.write(edits)
    try atLast(both.site)
    let differences = try both.differences()
    #expect(differences == [], "seed \(seed): \(edits.log)")
  }

  @Test("after any edits, whichever builds were killed on the way", arguments: 0..<8)
  func killed(group: Int) throws {
    for number in 0..<3 {
      var edits = RandomEdits(seed: UInt64(900_000 + group * 10 + number))
      var both = try BuiltTwice()
      for _ in 0..<3 {
        try both.write(edits)
        let program = try ValiseProgram.start(["build", "--quiet"], in: both.site.folder.url)
        if !edits.dice.hits(oneIn: 3) {
          usleep(UInt32(edits.dice.next() % 40_000))
          kill(program.process.processIdentifier, SIGKILL)
        }
        _ = try program.outcome()
        edits.change()
      }
      try both.write(edits)
      let built = try ValiseProgram.run(["build", "--quiet"], in: both.site.folder.url)
      let cold = try BuiltSite(edits.files)
      _ = try ValiseProgram.run(["build", "--quiet"], in: cold.folder.url)
      #expect(
        try BuiltTwice.differences(
          both.site.outputFiles(),
          cold.outputFiles()) == [],
        "\(edits.log) \(built.errors)")
    }
  }
}
