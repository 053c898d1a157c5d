import Foundation
import TestSupport

/// A site with a text in every field of every input.
struct AttackSite {
  /// A text that means harm, as `Tests/Fixtures/Attacks/strings.json` has it.
  struct Attack: Codable, Sendable {
    var kind: String
    var text: String
  }

  static var attacks: [Attack] {
    get throws {
      try JSONDecoder().decode(
        [Attack].self,
        from: try Data(
          contentsOf: Repository.root.appendingPathComponent(
            "Tests/Fixtures/Attacks/strings.json")))
    }
  }

  let sandbox: SiteSandbox
  let texts: [String]

  /// Makes the site; with other texts in the same places, it is the same site.
  init(_ texts: [String]) throws {
    self.texts = texts
    sandbox = try SiteSandbox(trips: [:])
    for (number, text) in texts.enumerated() {
      try sandbox.folder.write(trip(number, text), to: "Content/trips/t\(number).md")
      try sandbox.folder.write(
        "# \(oneLine(text))\n\n- [ ] one\n", to: "Content/trips/f\(number) \(name(text)).md")
    }
    let lines = texts.map(oneLine)
    try sandbox.folder.write(
      "# Base\n\n" + lines.map { "- [ ] Base \($0)\n" }.joined(), to: "Content/lists/base.md")
    try sandbox.folder.write(
      "# Goals\n\n## Trips\n\n"
        + lines.map { "- [ ] Goal \($0): 3 — \($0)\n- [x] done \($0) 2026-10-04\n" }.joined(),
      to: "Content/goals.md")
    try sandbox.folder.write(
      "# Books\n\n"
        + lines.map { "- [x] Book \($0) — \($0) ★★★ 2026-01-01 — \($0)\n" }.joined(),
      to: "Content/reading.md")
    let worst = texts.prefix(40).map(oneLine).joined(separator: " ")
    try sandbox.folder.write(
      """
      title: \(yaml(worst))
      author: \(yaml(worst))
      home-city: \(yaml(worst))
      base-url: https://example.org/
      travellers: [\(yaml(worst))]
      bags: {\(key(worst)): 8 kg}
      activities: [\(yaml(worst))]
      columns: {item: [\(yaml(worst))]}
      """, to: "valise.yml")
  }

  private func trip(_ number: Int, _ text: String) -> String {
    let (line, value) = (oneLine(text), yaml(text))
    let cell = line.replacing("|", with: " ")
    let day = String(number % 27 + 101).dropFirst()
    return """
      ---
      title: \(yaml("Trip \(number) \(text)"))
      destination: \(value)
      collection: \(value)
      booking: \(yaml("\(number) \(text)"))
      start: 2027-01-\(day)
      nights: 2
      tags: [\(value)]
      travellers: [\(value)]
      bags: {\(key(text)): 7 kg}
      stops:
        - \(key(text)): 2
      include: [\(number < 2 ? "base" : "")]
      exclude: [\(value)]
      ---

      \(text)

      > A quoted line

      ## \(line)

      - [ ] \(line)
      - [x] Thing \(number) — \(line)
      - [ ] Bagged 20 g bag:"\(line)" @\(line) price:\(line) x\(line)
      - [ ] [Linked \(number)](\(line))
      - [ ] [Linked too](<\(line)>)
      - [ ] Secret \(line) #private
      - Weighed
        - Weight: \(line)
        - Quantity: \(line)
        - Price: \(line)
        - Link: \(line)
      - [-] Left \(line)
      - [ ] All of it 20 g x2 bag:duffel @Ana price:2.50 #worn #buy * — note

      All that *Markdown* **has**, ~~so~~ `that` [no](#form) of it is <b>new</b>.

      > one
      >
      > 1. two

      ```
      three
      ```

      ---

      | item | weight | notes | strange |
      |---|---|---|---|
      | Cell \(number) \(cell) | \(cell) | \(cell) | \(cell) |

      ## Activities

      ### \(line)

      - [ ] Do \(line)
      - [x] Done — \(line)

      """
  }

  private func oneLine(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { "\n\r".unicodeScalars.contains($0) ? " " : $0 }))
  }

  /// A value of YAML in plain ASCII: whatever the text is, it arrives.
  private func yaml(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16)
      let isPlain = (0x20..<0x7F).contains(scalar.value) && scalar != "\"" && scalar != "\\"
      return isPlain
        ? String(scalar) : "\\U" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }
    return "\"" + escaped.joined() + "\""
  }

  /// As much of a text as a key of YAML may have: 1,024 bytes, escapes included.
  private func key(_ text: String) -> String {
    yaml(String(String.UnicodeScalarView(text.unicodeScalars.prefix(80))))
  }

  /// As much of a text as the name of a file holds.
  private func name(_ text: String) -> String {
    var name = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar != "/" && scalar.value != 0 {
      guard name.reduce(0, { $0 + UTF8.width($1) }) < 150 else { break }
      name.append(scalar)
    }
    return String(name)
  }
}
