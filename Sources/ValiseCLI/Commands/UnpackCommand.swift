import SiteBuild

/// The command `valise unpack TRIP ITEM`.
enum UnpackCommand: Command {
  static let description = CommandDescription(
    name: "unpack",
    summary: "Take an item's tick away, or all of them before going home",
    discussion: EditRun.naming,
    positionals: Packing.positionals,
    options: Packing.options(all: "unpack everything, or all of a category"),
    examples: ["unpack lisbon charger", "unpack lisbon --all"])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    try Packing.run(isPacked: false, description, arguments, in: session)
  }
}
