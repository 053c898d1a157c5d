import ContentReading
import Diagnostics
import Testing

@Suite("Generated lists")
struct GeneratedListTests {
  /// Lines as people might write them; `@` stands for a word that is nowhere else.
  static let lines = [
    "- [ ] @", "- [x] @ 350 g", "- @", "* [ ] @ x3", "1. @", "2) [ ] @ — @", "-[ ] @", "+ @ #worn",
    "  - [ ] @", "  - @", "    - [ ] @: @", "\t- @", "- [ ] @:", "- **@**", "  - Weight: @",
    "  - Quantity: 3", "**@**", "@:", "@", "  @", "    @", "# @", "## @", "### @:", "#### @",
    "@\n---", "| Item | @ |\n|---|---|\n| @ | @ |\n| **@** | |\n| @ | |", "> - [ ] @", "> @",
    "> **@**", "```\n- [ ] @\n```", "<b>@</b>", "<ul><li>@</li></ul>", "- [ ] ~~@~~",
    "- [ ] [@](https://example.org/a)", "- [@](b.pdf) @", "---", "***", "", "", "", "- [-] @",
    "- [/] @ bag:@", "- [ ] @ @ (@)", "- ☐ @", "- [ ]@", "- [] @", "- @ - @", "![@](c.jpg)",
    "- [ ] `@`", "## Activities", "- [ ] @ x{nights}", "- [ ] @ x0", "**@:**", "- [x]: @",
    "- - [ ] @", "-", "- [ ] ", "|@|", "- # @", "* @\\", "- [ ] @ #@", "+++", "...", "    - @",
    "- > [ ] @", "- [ ] \\@", "[ ] @", "☑ @", "1986. @", "- <i>@</i>",
  ]

  static func text(seed: UInt64) -> (text: String, words: [String: Int]) {
    var numbers = SeededNumbers(seed: seed)
    var words: [String: Int] = [:]
    var text: [String] = []
    var lineNumber = 1
    for _ in 0..<Int.random(in: 1...25, using: &numbers) {
      guard let line = lines.randomElement(using: &numbers) else { continue }
      var filled = ""
      for character in line {
        if character == "@" {
          let word = "w\(words.count)q"
          words[word] = lineNumber + filled.filter { $0 == "\n" }.count
          filled += word
        } else {
          filled.append(character)
        }
      }
      text.append(filled)
      lineNumber += 1 + filled.filter { $0 == "\n" }.count
    }
    return (text.joined(separator: "\n"), words)
  }

  @Test("lose no word, and know their places", arguments: 1...1500)
  func nothingIsLost(seed: Int) throws {
    let (text, words) = Self.text(seed: UInt64(seed))
    for bytes in [Array(text.utf8), Array(text.replacing("\n", with: "\r\n").utf8)] {
      let (draft, diagnostics) = TripReader.read(bytes: bytes, path: "a.md")
      let trip = try #require(draft, "\(diagnostics)\n\(text)")
      expectPlaces(of: trip, diagnostics, in: bytes)
      let shown = Self.shown(of: trip)
      let warned = Set(diagnostics.compactMap { $0.position?.line })
      let lost = words.filter { !shown.contains($0.key) && !warned.contains($0.value) }.keys
        .sorted()
      #expect(lost.isEmpty, "in\n\(text)")
    }
  }

  /// Everything that a page has to show.
  private static func shown(of trip: TripDraft) -> Set<String> {
    var text = [trip.title ?? "", trip.introductionHTML]
    text += trip.prose.flatMap { [$0.html, $0.category ?? ""] }
    for item in trip.items {
      text += [item.name, item.category, item.note ?? "", item.url ?? "", item.bag ?? ""]
    }
    for activity in trip.activities {
      text += [activity.name, activity.note ?? "", activity.group ?? ""]
    }
    return Set(
      text.flatMap { $0.split { !($0.isLetter || $0.isNumber) }.map(String.init) })
  }
}
