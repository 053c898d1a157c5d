import Diagnostics
import PackingLists
import YAML

/// Reads the front matter of a trip or a base list into its draft.
struct FrontMatterReader {
  /// The keys that front matter may have.
  static let knownKeys = [
    "title", "destination", "start", "end", "nights", "collection", "booking", "archived",
    "draft", "order", "photo", "include", "exclude", "travellers", "bags", "stops", "tags",
    "quantities",
  ]

  /// The longest trip there is: a number of nights beyond it is a slip.
  private static let maximumNights = 36_525

  private var values: YAMLValueReader
  private var start: (day: CalendarDay, node: YAMLNode)?
  private var end: (day: CalendarDay, node: YAMLNode)?
  private var nights: (count: Int, node: YAMLNode)?

  init(path: String) {
    values = YAMLValueReader(path: path, code: .frontMatterValue)
  }

  var diagnostics: [Diagnostic] { values.diagnostics }

  mutating func report(_ problems: [YAMLProblem]) {
    values.report(problems)
  }

  /// Reads all keys.
  mutating func read(_ entries: [YAMLEntry], into draft: inout TripDraft) {
    for entry in entries { read(entry.key, entry.value, into: &draft) }
    settleDays(of: &draft)
  }

  private mutating func read(_ key: YAMLScalar, _ node: YAMLNode, into draft: inout TripDraft) {
    let name = key.text
    switch name {
    case "title": draft.title = values.text(node, of: name) ?? draft.title
    case "destination": draft.destination = values.text(node, of: name)
    case "start": start = values.day(node, of: name, code: .tripDate).map { ($0, node) }
    case "end": end = values.day(node, of: name, code: .tripDate).map { ($0, node) }
    case "nights":
      nights = values.number(node, of: name, in: 0...Self.maximumNights).map { ($0, node) }
    case "collection": draft.collection = values.text(node, of: name)
    case "booking": draft.booking = values.located(node, of: name)
    case "archived": draft.isArchived = values.truth(node, of: name) ?? false
    // Whoever names the key and says nothing after it does not want the trip to be seen yet.
    case "draft": draft.isDraft = values.truth(node, of: name) ?? true
    case "order": draft.order = values.choice(node, of: name, as: ItemOrder.self)
    case "quantities":
      draft.quantities = values.choice(node, of: name, as: QuantityReading.self)
    case "photo": draft.photo = photo(node, of: name)
    case "include": draft.include = values.texts(node, of: name)
    case "exclude": draft.exclude = values.texts(node, of: name)
    case "travellers": draft.travellers = unique(values.texts(node, of: name))
    case "tags": draft.tags = unique(values.texts(node, of: name))
    case "bags": draft.bags = values.bags(node, of: name)
    case "stops": draft.stops = stops(node)
    default:
      values.reportUnknown(
        key, code: .frontMatterUnknownKey, in: "front matter", known: Self.knownKeys)
    }
  }

  private func unique(_ texts: [Located<String>]) -> [String] {
    var seen: Set<String> = []
    return texts.map(\.value).filter { seen.insert(foldedName($0)).inserted }
  }

  // MARK: Days

  private mutating func settleDays(of draft: inout TripDraft) {
    draft.start = start?.day
    draft.end = end?.day
    draft.nights = nights?.count
    switch (start, end) {
    case (let start?, let end?):
      guard start.day <= end.day else {
        values.add(
          Diagnostic(
            .error, .tripDateOrder, "the trip ends on \(end.day), before it starts on \(start.day)",
            at: values.position(of: end.node), length: values.length(of: end.node),
            hint: "swap \"start\" and \"end\", or correct one of them",
            notes: [Diagnostic.Note("it starts here", at: values.position(of: start.node))]))
        return
      }
      let count = start.day.nights(until: end.day)
      if let nights, nights.count != count {
        values.add(
          Diagnostic(
            .warning, .tripNights,
            "\"nights\" says \(nights.count), but from \(start.day) to \(end.day) there are "
              + "\(count); the days count",
            at: values.position(of: nights.node), length: values.length(of: nights.node),
            hint: "leave out \"nights\", or correct it"))
      }
      draft.nights = count
    case (let start?, nil):
      if let nights { draft.end = start.day.adding(days: nights.count) }
    case (nil, let end?):
      if let nights { draft.start = end.day.adding(days: -nights.count) }
    case (nil, nil): break
    }
  }

  // MARK: Stops

  private mutating func stops(_ node: YAMLNode) -> [StopDraft] {
    let all = values.named(
      node, of: "stops", "city", "nights",
      refusal: ("a stop must be a place with its nights", "write \"- Seattle: 3\""))
    return all.map { stop in
      let nights = stop.value.flatMap {
        values.number($0.node, of: $0.key, in: 0...Self.maximumNights)
      }
      return StopDraft(city: stop.name, nights: nights ?? 0, position: stop.position)
    }
  }

  // MARK: Photo

  private mutating func photo(_ node: YAMLNode, of key: String) -> Located<String>? {
    guard let photo = values.located(node, of: key) else { return nil }
    guard SitePath.staysInside(photo.value, from: photo.position.path) else {
      values.add(
        Diagnostic(
          .error, .tripPhoto, "the photo \"\(photo.value)\" does not lie in the site",
          at: photo.position, length: photo.length,
          hint: "put the picture beside the trip's file and write its name"))
      return nil
    }
    return photo
  }
}

/// Paths inside a site, judged by their text alone.
enum SitePath {
  /// Whether a path, relative to the folder of a file of the site, stays inside the site.
  static func staysInside(_ path: String, from file: String) -> Bool {
    // Bytes are looked at, as the system does: to Swift, a slash with an accent behind it is
    // another character.
    let slash = UInt8(ascii: "/")
    guard let first = path.utf8.first, first != slash, first != UInt8(ascii: "~"),
      !path.utf8.contains(UInt8(ascii: "\\")), !path.utf8.contains(0), !path.contains("://")
    else { return false }
    var depth = file.utf8.split(separator: slash).count - 1
    for part in path.utf8.split(separator: slash).map(Substring.init) {
      switch part {
      case ".": continue
      case "..": depth -= 1
      default: depth += 1
      }
      if depth < 0 { return false }
    }
    return true
  }
}
