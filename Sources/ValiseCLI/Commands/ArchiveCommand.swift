import ContentReading
import SiteBuild

/// The command `valise archive TRIP`.
enum ArchiveCommand: Command {
  static let description = CommandDescription(
    name: "archive",
    summary: "Put a trip away: out of the lists of trips",
    discussion: "Its file says so from then on: \"archived: true\". Its page stays.",
    positionals: [PositionalDescription(name: "TRIP", help: "the trip's name")],
    options: [
      OptionDescription(name: "restore", help: "take it out of the archive again"), EditRun.dryRun,
    ],
    examples: ["archive lisbon", "archive lisbon --restore"])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let run = try EditRun(description.name, arguments, in: session)
    let trip = try run.trip(arguments.positionals[0])
    let isArchived = !arguments.has("restore")
    return try run.edit([trip]) { editors in
      let isDone = editors[0].draft.isArchived == isArchived
      try editors[0].setArchived(isArchived)
      let state = isArchived ? "archived" : "not archived"
      return isDone ? "\(trip.slug) is \(state) as it is" : "\(trip.slug) is \(state) now"
    }
  }
}
