import ContentReading
import SiteBuild

/// The command `valise rename TRIP ITEM NAME`.
enum RenameCommand: Command {
  static let description = CommandDescription(
    name: "rename",
    summary: "Give an item another name",
    discussion: EditRun.naming + """

      Quantity, weight, marks and note stay. For Valise it is another item then.
      """,
    positionals: [
      PositionalDescription(name: "TRIP", help: "the trip's name, or lists/NAME for a base list"),
      PositionalDescription(name: "ITEM", help: "the item"),
      PositionalDescription(name: "NAME", help: "its new name"),
    ],
    options: EditRun.choosing + [EditRun.dryRun],
    examples: ["rename lisbon \"rain jacket\" \"Wind shell\""])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let run = try EditRun(description.name, arguments, in: session)
    let trip = try run.list(arguments.positionals[0])
    let selection = try EditRun.selection(arguments.positionals[1], arguments)
    return try run.edit([trip], selection) { editors, item in
      try editors[0].rename(item, to: arguments.positionals[2])
      return "renamed \(item.item.name) to \(arguments.positionals[2])"
    }
  }
}
