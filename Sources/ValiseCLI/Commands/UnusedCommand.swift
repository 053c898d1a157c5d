import ContentReading
import SiteBuild

/// The command `valise unused TRIP ITEM`.
enum UnusedCommand: Command {
  static let description = CommandDescription(
    name: "unused",
    summary: "Mark an item that was not needed after all, for the next trip",
    discussion: EditRun.naming + """

      The mark #unused is added to its line; "valise new --from" leaves it out.
      """,
    positionals: [
      PositionalDescription(name: "TRIP", help: "the trip's name"),
      PositionalDescription(name: "ITEM", help: "the item"),
    ],
    options: EditRun.choosing + [EditRun.dryRun],
    examples: ["unused lisbon umbrella"])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let run = try EditRun(description.name, arguments, in: session)
    let trip = try run.trip(arguments.positionals[0])
    let selection = try EditRun.selection(arguments.positionals[1], arguments)
    return try run.edit([trip], selection) { editors, item in
      try editors[0].markUnused(item)
      return item.item.isUnused
        ? "\(item.item.name) is marked as unused already" : "marked \(item.item.name) as unused"
    }
  }
}
