import ContentReading
import Diagnostics
import PackingLists
import Testing

/// Reads a text as a trip, the way most tests need it.
func readTrip(
  _ text: String, options: ReadingOptions = ReadingOptions()
) throws -> (trip: TripDraft, diagnostics: [Diagnostic]) {
  let (draft, diagnostics) = TripReader.read(
    bytes: Array(text.utf8), path: "Content/trips/sample.md", options: options)
  return (try #require(draft, "\(diagnostics)"), diagnostics)
}

/// The problems of a text, each as `code@line:column`.
func problems(of text: String, options: ReadingOptions = ReadingOptions()) -> [String] {
  TripReader.read(bytes: Array(text.utf8), path: "Content/trips/sample.md", options: options)
    .diagnostics.map(\.short)
}

extension Diagnostic {
  /// The code and the place, as `code@line:column`.
  var short: String {
    "\(code.rawValue)@\(position?.line ?? 0):\(position?.column ?? 0)"
  }
}

extension ItemDraft {
  /// An item in one line: `Category/3 name [x] 350g (note) < parent`.
  var short: String {
    var text = "\(category)/\(quantity) \(name)"
    if isPacked { text += " [x]" }
    if isLeftBehind { text += " [-]" }
    if let weight { text += " \(weight.milligrams)mg" }
    if let note { text += " (\(note))" }
    if let parent { text += " < \(parent)" }
    return text
  }
}

extension TripDraft {
  /// All items in one line each.
  var lines: [String] { items.map(\.short) }
}

/// Numbers that look random and are the same on every run.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
