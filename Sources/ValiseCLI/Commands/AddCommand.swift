import ContentReading
import SiteBuild

/// The command `valise add TRIP ITEM`.
enum AddCommand: Command {
  static let description = CommandDescription(
    name: "add",
    summary: "Add an item to a trip's list",
    discussion: """
      ITEM is written as in the list itself: "Socks x3 45 g #worn". It goes to the end
      of its category, in the style of its neighbours. Without --category it goes to
      the list's only category, or to Other. What is added to a base list, lists/NAME,
      stands on all trips that include it from the next build on.
      """,
    positionals: [
      PositionalDescription(name: "TRIP", help: "the trip's name, or lists/NAME for a base list"),
      PositionalDescription(name: "ITEM", help: "the item, with quantity, weight and marks"),
    ],
    options: [
      OptionDescription(
        name: "category", letter: "c", value: "NAME",
        help: "the category; one that is not there is made"), EditRun.dryRun,
    ],
    examples: [
      "add lisbon \"Sun cream 120 g #consumable\" --category washbag",
      "add lists/carry-on \"Passport *\"",
    ])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let run = try EditRun(description.name, arguments, in: session)
    let trip = try run.list(arguments.positionals[0])
    return try run.edit([trip]) { editors in
      let item = try editors[0].add(arguments.positionals[1], category: arguments["category"])
      return "added \(item.name) to \(item.category)"
    }
  }
}
