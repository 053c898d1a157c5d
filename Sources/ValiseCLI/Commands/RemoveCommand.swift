import ContentReading
import SiteBuild

/// The command `valise remove TRIP ITEM`.
enum RemoveCommand: Command {
  static let description = CommandDescription(
    name: "remove",
    summary: "Remove an item from a trip's list",
    discussion: EditRun.naming + """

      Its lines go: its own, and those of its notes and details. An item of a base list
      is named under "exclude" in the front matter. "valise undo" brings it back.
      """,
    positionals: [
      PositionalDescription(name: "TRIP", help: "the trip's name, or lists/NAME for a base list"),
      PositionalDescription(name: "ITEM", help: "the item"),
    ],
    options: [
      OptionDescription(name: "all", letter: "a", help: "remove the items inside it as well")
    ] + EditRun.choosing + [EditRun.dryRun],
    examples: ["remove lisbon \"sun hat\""])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let run = try EditRun(description.name, arguments, in: session)
    let trip = try run.list(arguments.positionals[0])
    let selection = try EditRun.selection(arguments.positionals[1], arguments)
    return try run.edit([trip], selection) { editors, item in
      try editors[0].remove(item, withItemsInside: arguments.has("all"))
      return "removed \(item.item.name) (\(item.item.category))"
    }
  }
}
