import ContentReading
import Diagnostics
import Foundation
import PackingLists
import Testing

@Suite("The shapes that people write lists in")
struct ListShapeTests {
  @Test("are all there")
  func count() {
    if !ListShapeCase.isAvailable, ProcessInfo.processInfo.environment["CI"] != "true" {
      print("skipped: no cases in \(ListShapeCase.folder.path)")
      return
    }
    #expect(ListShapeCase.all.count == ListShapeCase.count)
  }

  @Test("read as their authors meant them", arguments: ListShapeCase.all)
  func reading(shape: ListShapeCase) throws {
    let (draft, diagnostics) = TripReader.read(
      bytes: shape.bytes, path: "Content/trips/\(shape.name).md")
    let trip = try #require(draft, "\(diagnostics)")
    #expect(trip.title == shape.expected.title)
    let items = trip.items.map(ListShapeCase.Item.init)
    for (read, expected) in zip(items, shape.expected.items) { #expect(read == expected) }
    #expect(items.count == shape.expected.items.count)
    #expect(
      trip.activities.map { ListShapeCase.Activity(name: $0.name, done: $0.isDone) }
        == shape.expected.activities ?? [])
    let codes = Set(diagnostics.map(\.code.rawValue))
    for warning in shape.expected.warnings ?? [] {
      #expect(codes.contains(warning), "\(codes)")
    }
    let shown = PlainHTML.words(trip.introductionHTML + trip.prose.map(\.html).joined())
    for words in shape.expected.prose ?? [] {
      #expect(shown.contains(words), "\(shown)")
      #expect(!items.contains { $0.name.contains(words) })
    }
  }
}

/// The words of HTML, as a reader sees them.
enum PlainHTML {
  static func words(_ html: String) -> String {
    var text = ""
    var isTag = false
    for character in html {
      switch character {
      case "<": isTag = true
      case ">" where isTag: isTag = false
      default: if !isTag { text.append(character) }
      }
    }
    return text.replacingOccurrences(of: "&lt;", with: "<")
      .replacingOccurrences(of: "&gt;", with: ">").replacingOccurrences(of: "&quot;", with: "\"")
      .replacingOccurrences(of: "&amp;", with: "&")
  }
}
