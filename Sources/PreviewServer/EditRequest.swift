import ContentReading
import Diagnostics
import Files
import Foundation
import SiteBuild

/// A change that a page asks for.
///
/// ```json
/// {"trip": "lisbon", "items": {"9f2c41d07a3be856": true}}
/// {"trip": "lisbon", "add": "Socks x3", "beside": "9f2c41d07a3be856"}
/// ```
struct EditRequest: Decodable {
  /// The address of the trip.
  var trip: String
  /// Which items are to be packed or not, by their identities.
  var items: [String: Bool]?
  /// A line to add to the list.
  var add: String?
  /// The identity of an item in whose category it goes; nil for where `valise add` puts it.
  var beside: String?

  /// Reads what a page sent.
  ///
  /// - Throws: `Diagnostic` where it is no such request.
  init(json: [UInt8]) throws {
    do {
      self = try JSONDecoder().decode(EditRequest.self, from: Data(json))
    } catch {
      throw Diagnostic(.error, .usage, "this is no change that a page can ask for")
    }
    guard (items == nil) != (add == nil) else {
      throw Diagnostic(.error, .usage, "a change is either to \"items\" or to \"add\"")
    }
  }

  /// Does it, as `valise pack`, `valise unpack` and `valise add` do.
  ///
  /// - Returns: The items that were asked for and are not there, by their identities.
  /// - Throws: `Diagnostic` and `FileError`; then nothing was written.
  func perform(on site: Site, environment: BuildEnvironment) throws -> [String] {
    let editor = try SiteEditor(site: site, environment: environment)
    guard let trip = editor.trip(at: self.trip) else {
      throw Diagnostic(.error, .notFound, "the trip \"\(self.trip)\" has no file any more")
    }
    var missing: [String] = []
    _ = try editor.edit([trip], as: command) { editors in missing = try change(&editors[0]) }
    return missing
  }

  /// How `valise undo` calls it.
  private var command: String {
    if let add { return "add \(trip) \(add) (in the browser)" }
    return "pack \(trip) (in the browser)"
  }

  /// Changes the list; returns what was not there.
  private func change(_ editor: inout TripEditor) throws -> [String] {
    if let add {
      let line = add.split(whereSeparator: \.isNewline).joined(separator: " ")
      var category: String?
      if let beside {
        category = editor.items(identifiedBy: [beside])[beside]?.item.category
        guard category != nil else {
          throw Diagnostic(.error, .notFound, "the category is not there any more")
        }
      }
      _ = try editor.add(line, category: category)
      return []
    }
    let wanted = items ?? [:]
    for isPacked in [true, false] {
      // Looked up anew: a line taken over from a base list moves those below it.
      let changing = editor.items(identifiedBy: Set(wanted.keys)).filter {
        wanted[$0.key] == isPacked && $0.value.item.isPacked != isPacked
      }.values.sorted { $0.item.position < $1.item.position }
      if !changing.isEmpty { try editor.setPacked(isPacked, changing) }
    }
    let found = editor.items(identifiedBy: Set(wanted.keys))
    return wanted.keys.filter { found[$0] == nil }.sorted()
  }
}
