/// The command `valise man`.
enum ManCommand: Command {
  static let description = CommandDescription(
    name: "man",
    summary: "Print the manual page",
    discussion: "It says what --help says, in the form that man reads.",
    examples: ["man | man -l -", "man > ~/.local/share/man/man1/valise.1"])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    session.terminal.print(ManualPage.text(of: Program.commands.map { $0.description }))
    return .done
  }
}
