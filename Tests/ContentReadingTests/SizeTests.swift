import ContentReading
import Diagnostics
import Foundation
import TestSupport
import Testing

@Suite("Large and hostile files", .serialized)
struct SizeTests {
  /// Seconds of the thread's own time: generous enough for a debug build, while what is not linear
  /// takes minutes.
  static let limit = timeLimit(10)

  /// Texts that a reader which is not linear, or which recurses, does not survive.
  static let hostile: [(name: String, text: String)] = [
    ("20,000 items", repeated("- [ ] Socks x3 45 g #worn @Ana — wool\n", 20_000)),
    ("20,000 items without boxes", repeated("- Socks x3 45 g - wool\n", 20_000)),
    ("5 MB of items", repeated("- [ ] a thing with a rather long name, 350 g #worn\n", 100_000)),
    ("5 MB of words", "- [ ] hat\n\n" + repeated("words and words and more words\n", 160_000)),
    ("5 MB of bare lines", repeated("a thing with a rather long name, 350 g\n", 60_000)),
    ("one line of 2 MB", "- [ ] " + repeated("word ", 400_000)),
    ("one line of marks", "- [ ] hat " + repeated("#worn ", 100_000)),
    ("one line of dashes", "- [ ] hat" + repeated(" -- ", 100_000)),
    ("one line of parentheses", "- [ ] hat " + repeated("(a) ", 100_000)),
    ("open parentheses", "- [ ] hat " + repeated("(", 200_000) + ")"),
    ("one line of code", "- [ ] " + repeated("`a` - ", 50_000)),
    ("one line of braces", "- [ ] hat " + repeated("x{nights} ", 50_000)),
    (
      "a deep expression",
      "- [ ] hat x{" + repeated("(", 10_000) + "1" + repeated(")", 10_000) + "}"
    ),
    ("nested quotes", repeated("> ", 10_000) + "- [ ] hat"),
    ("nested items", repeated("- ", 10_000) + "hat"),
    (
      "nested boxes",
      (0..<300).map { repeated("  ", $0) + "- [ ] level \($0)" }.joined(separator: "\n")
    ),
    ("nested bullets", (0..<1500).map { repeated("  ", $0) + "- x" }.joined(separator: "\n")),
    ("heads", repeated("**Head**\n- [ ] hat\n", 20_000)),
    ("heads under items", "- [ ] a\n" + repeated("**Head**\n- [ ] hat\n", 20_000)),
    ("headings", repeated("## Head\n- [ ] hat\n", 20_000)),
    ("empty headings", repeated("## Head\n", 40_000)),
    ("a long table", "| Item | Weight |\n|---|---|\n" + repeated("| hat | 3 g |\n", 20_000)),
    (
      "a wide table",
      repeated("|x", 2_000) + "\n" + repeated("|-", 2_000) + "\n" + repeated("|x\n", 2_000)
    ),
    ("row heads", "| Item | Weight |\n|---|---|\n" + repeated("| **hat** | |\n", 20_000)),
    ("empty boxes", repeated("- [ ] \n", 20_000)),
    ("targets", repeated("- [x]: hat\n", 20_000)),
    ("brackets", "- " + repeated("[", 50_000)),
    ("links", "- [ ] " + repeated("[a](b) ", 30_000)),
    ("attributes", "- hat\n" + repeated("  - Weight: 3 g\n", 20_000)),
    ("notes", "- [ ] hat\n" + repeated("  - note\n", 20_000)),
    ("problems", repeated("- [ ] socks x0\n", 20_000)),
    ("HTML", repeated("<ul><li>hat</li></ul>\n\n", 20_000)),
    ("comments", "- [ ] hat " + repeated("<!-- a -->", 30_000)),
  ]

  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  @Test("read in time, and without overflowing the stack", arguments: hostile.map(\.name))
  func time(name: String) throws {
    let text = try #require(Self.hostile.first { $0.name == name }).text
    let bytes = Array(text.utf8)
    let start = Self.threadTime()
    let (draft, diagnostics) = TripReader.read(bytes: bytes, path: "Content/trips/large.md")
    let time = Self.threadTime() - start
    let found = (draft?.items.count ?? 0) + (draft?.prose.count ?? 0) + diagnostics.count
    #expect(found > 0)
    #expect(time < Self.limit)
  }

  /// What this thread has used, in seconds: other work on the machine does not count.
  private static func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
