import ContentReading
import Diagnostics
import Foundation
import Testing

@Suite("Places of items in their file")
struct PositionTests {
  /// How a case may be written differently without meaning anything else.
  enum Variant: CaseIterable {
    case asWritten, carriageReturns, byteOrderMark, quoted

    func applied(to bytes: [UInt8]) -> [UInt8]? {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let body = Array(bytes.starts(with: mark) ? bytes[3...] : bytes[...])
      let text = String(decoding: body, as: UTF8.self)
        .replacingOccurrences(of: "\r\n", with: "\n")
      switch self {
      case .asWritten: return bytes
      case .carriageReturns:
        return Array(text.replacingOccurrences(of: "\n", with: "\r\n").utf8)
      case .byteOrderMark: return mark + Array(text.utf8)
      case .quoted:
        // Front matter and raw HTML are something else in a quote.
        if text.hasPrefix("---") || text.hasPrefix("+++") { return nil }
        return Array(
          text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? ">" : "> " + $0 }.joined(separator: "\n").utf8)
      }
    }
  }

  @Test(
    "lead to the box and the bullet", arguments: ListShapeCase.all, Variant.allCases)
  func places(shape: ListShapeCase, variant: Variant) throws {
    guard let bytes = variant.applied(to: shape.bytes) else { return }
    let (draft, diagnostics) = TripReader.read(bytes: bytes, path: "a.md")
    let trip = try #require(draft)
    expectPlaces(of: trip, diagnostics, in: bytes)
    for item in trip.items where item.isPacked && item.box != nil {
      #expect(trip.items.contains { $0.box == item.box })
    }
  }

  @Test("do not change what is read", arguments: ListShapeCase.all, Variant.allCases)
  func sameReading(shape: ListShapeCase, variant: Variant) throws {
    guard let bytes = variant.applied(to: shape.bytes) else { return }
    let trip = try #require(TripReader.read(bytes: bytes, path: "a.md").draft)
    #expect(trip.items.map(ListShapeCase.Item.init) == shape.expected.items)
    #expect(trip.title == shape.expected.title)
  }

  @Test(
    "are exact",
    arguments: [
      ("- [ ] hat", "1:1", 0..<9, 3..<4),
      ("\u{FEFF}- [x] hat", "1:1", 3..<12, 6..<7),
      ("# T\r\n\r\n- [ ] hat\r\n- x", "3:1", 7..<16, 10..<11),
      ("-\t[x] hat", "1:1", 0..<9, 3..<4),
      ("> - [ ] hat\n", "1:3", 2..<11, 5..<6),
      ("-[ ] hat", "1:1", 0..<8, 2..<3),
      ("- [] hat", "1:1", 0..<8, 3..<3),
      ("- [\u{A0}] hat", "1:1", 0..<10, 3..<5),
      ("- ☐ hat", "1:1", 0..<9, 2..<5),
      ("12) [/] hat", "1:1", 0..<11, 5..<6),
      ("- [ ] hat\n  more\n\n  words\n\n\n## B", "1:1", 0..<25, 3..<4),
      ("[ ] hat\n[ ] cap", "1:1", 0..<7, 1..<2),
      ("-\n  [ ] hat", "1:1", 0..<11, 5..<6),
      ("- ~~[ ] hat~~", "1:1", 0..<13, 5..<6),
      ("| Item |\n|---|\n| [x] hat |", "3:3", 15..<26, 18..<19),
      (" words\n| Item |\n|---|\n| [x] hat |", "4:3", 22..<33, 25..<26),
      ("> | Item |\n> |---|\n> | [x] hat |", "3:5", 21..<32, 24..<25),
      ("- a:\n\n  | Item |\n  |---|\n  | [x] hat |", "5:5", 27..<38, 30..<31),
    ])
  func exact(text: String, place: String, bytes: Range<Int>, box: Range<Int>) throws {
    let item = try #require(try readTrip(text).trip.items.first)
    #expect("\(item.position.line):\(item.position.column)" == place)
    #expect(item.bytes == bytes)
    #expect(item.box == box)
  }

  @Test(
    "of warnings are exact",
    arguments: [
      ("- [ ] socks x0", "item.quantity@1:13"),
      ("## A\r\n- [ ] hat\r\n- [x] cap (x0)", "item.quantity@3:12"),
      ("-[ ] maps x{weeks} @Ana", "quantity.unknown-name@1:11"),
      ("> - [ ] socks x0", "item.quantity@1:15"),
      ("- [ ] hat\n- [ ] \n", "item.empty@2:1"),
      ("| Item | Qty |\n|---|---|\n| hat | 0 |", "item.quantity@3:9"),
      ("- [ ] hat\n\n<ul><li>cap</li></ul>", "html.list@3:1"),
    ])
  func warnings(text: String, problem: String) {
    #expect(problems(of: text) == [problem])
  }

  @Test("of links are told")
  func links() throws {
    let links = try readTrip("- [ ] a [b](c.pdf)\n\n![d](e.jpg) [f](https://g) [h](#i)\n").trip
      .links
    #expect(links.map(\.value) == ["c.pdf", "e.jpg"])
    #expect(links.map { "\($0.position.line):\($0.position.column)" } == ["1:9", "3:1"])
  }
}

/// Checks that every place in a draft lies in its file, and where it should.
func expectPlaces(of trip: TripDraft, _ diagnostics: [Diagnostic], in bytes: [UInt8]) {
  let signs = ["☐", "☑", "✅"].map { Array($0.utf8) }
  func expectBox(_ box: Range<Int>) {
    let inside = Array(bytes[box])
    if signs.contains(inside) { return }
    #expect(
      bytes[box.lowerBound - 1] == UInt8(ascii: "[") && bytes[box.upperBound] == UInt8(ascii: "]"))
    #expect(
      [[], [0x20], [0x09], [0xC2, 0xA0], [0x78], [0x58], [0x2D], [0x2F]].contains(inside),
      "\(inside)")
  }
  let source = LineStarts(bytes)
  for item in trip.items {
    #expect(item.bytes.lowerBound >= 0 && item.bytes.upperBound <= bytes.count)
    #expect(!item.bytes.isEmpty)
    #expect(![0x0A, 0x0D].contains(bytes[item.bytes.upperBound - 1]))
    let place = source.offset(item.position)
    #expect(item.bytes.contains(place))
    guard let box = item.box else { continue }
    #expect(item.bytes.lowerBound <= box.lowerBound && box.upperBound <= item.bytes.upperBound)
    expectBox(box)
  }
  for box in trip.activities.compactMap(\.box) { expectBox(box) }
  for position in diagnostics.compactMap(\.position) + trip.links.map(\.position)
    + trip.prose.map(\.position)
  {
    #expect(source.contains(position), "\(position)")
  }
  for prose in trip.prose { #expect((0...trip.items.count).contains(prose.itemsBefore)) }
}

/// The lines of a file, found independently of the reader.
struct LineStarts {
  private var starts: [Int]
  private let end: Int

  init(_ bytes: [UInt8]) {
    starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    end = bytes.count
    for index in bytes.indices where bytes[index] == 0x0A { starts.append(index + 1) }
  }

  func offset(_ position: FilePosition) -> Int {
    starts[position.line - 1] + position.column - 1
  }

  func contains(_ position: FilePosition) -> Bool {
    guard (1...starts.count).contains(position.line), position.column >= 1 else { return false }
    let next = position.line < starts.count ? starts[position.line] : end + 1
    return offset(position) <= next
  }
}
