import ContentReading
import Diagnostics
import PackingLists
import SiteBuild

/// The command `valise move TRIP ITEM --to PLACE`.
enum MoveCommand: Command {
  static let description = CommandDescription(
    name: "move",
    summary: "Move an item to another category, or to another trip",
    discussion: EditRun.naming + """

      PLACE is a category of the trip, or else another trip or a base list, where the
      item goes into the category of the same name.
      """,
    positionals: [
      PositionalDescription(name: "TRIP", help: "the trip's name, or lists/NAME for a base list"),
      PositionalDescription(name: "ITEM", help: "the item"),
    ],
    options: [
      OptionDescription(
        name: "to", value: "PLACE", help: "where it goes: a category, or another trip"),
      OptionDescription(name: "new", help: "make the category if it is not there"),
    ] + EditRun.choosing + [EditRun.dryRun],
    examples: ["move lisbon \"sun hat\" --to clothes", "move lisbon tripod --to oslo"])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    guard let place = arguments["to"] else {
      throw Diagnostic(
        .error, .usage, "valise move needs \"--to\": a category, or another trip",
        hint: "usage: valise move TRIP ITEM --to PLACE")
    }
    let run = try EditRun(description.name, arguments, in: session)
    let trip = try run.list(arguments.positionals[0])
    let selection = try EditRun.selection(arguments.positionals[1], arguments)
    let categories = try run.categories(of: trip)
    if arguments.has("new") || category(place, in: categories) != nil {
      let target = category(place, in: categories) ?? place
      return try run.edit([trip], selection) { editors, item in
        try editors[0].move(item, toCategory: target)
        return "moved \(item.item.name) from \(item.item.category) to \(target)"
      }
    }
    guard let other = try otherTrip(place, run), other != trip else {
      let meant = nearest(to: place, in: categories)
      throw Diagnostic(
        .error, .notFound, "there is no category and no other trip \"\(place)\"",
        hint: meant.map { "did you mean \"\($0)\"?" } ?? "\"--new\" makes a category of that name")
    }
    // Written first where it goes to: at no moment is it nowhere.
    return try run.edit([other, trip], selection) { editors, item in
      var (target, source) = (editors[0], editors[1])
      try source.move(item, to: &target)
      editors = [target, source]
      return "moved \(item.item.name) to \(other.isBaseList ? "" : "the trip ")\(other.slug)"
    }
  }

  private static func category(_ name: String, in categories: [String]) -> String? {
    let folded = foldedName(name)
    return categories.first { foldedName($0) == folded }
      ?? categories.first { foldedName($0).hasSuffix(" › " + folded) }
  }

  private static func otherTrip(_ name: String, _ run: EditRun) throws -> EditedTrip? {
    do {
      return try run.list(name)
    } catch let diagnostic as Diagnostic where diagnostic.code == .notFound {
      return nil
    }
  }
}

extension EditRun {
  /// The categories of a trip, those of its base lists included.
  func categories(of trip: EditedTrip) throws -> [String] {
    var categories: [String] = []
    _ = try editor.edit([trip], as: "", isDryRun: true) { editors in
      for item in editors[0].items where !categories.contains(item.item.category) {
        categories.append(item.item.category)
      }
    }
    return categories
  }
}
