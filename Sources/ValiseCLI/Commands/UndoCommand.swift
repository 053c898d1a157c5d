import SiteBuild

/// The command `valise undo`.
enum UndoCommand: Command {
  static let description = CommandDescription(
    name: "undo",
    summary: "Take the last edit back",
    discussion: """
      Again, and the edit before it: the last hundred edits are kept. The file of a new
      trip or of an import is removed. A file that was changed by other means since is
      left as it is.
      """,
    options: [EditRun.dryRun],
    examples: ["undo", "undo --dry-run"])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let run = try EditRun(description.name, arguments, in: session)
    let (command, changes) = try run.editor.undo(isDryRun: run.isDryRun)
    return try run.finish(changes, answer: "took back: valise \(command)")
  }
}
