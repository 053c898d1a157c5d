import Foundation

/// A line of a fixture that is plainly an item: a box at the left margin, outside the activities.
struct MarkdownItem {
  /// What follows the box.
  let text: String
  let isPacked: Bool

  /// The items of a trip of the site of long journeys, in the order of the file.
  static func items(ofTrip trip: String) throws -> [Self] {
    let file = BrowsedSites.Site.longJourneys.folder
      .appendingPathComponent("Content/trips/\(trip).md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    return lines.prefix { $0 != "## Activities" }.compactMap { line in
      guard line.hasPrefix("- ["), let box = line.dropFirst(3).first, "x ".contains(box) else {
        return nil
      }
      return Self(text: String(line.dropFirst(6)), isPacked: box == "x")
    }
  }
}
