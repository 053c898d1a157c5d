import Diagnostics

/// The command `valise completions SHELL`.
enum CompletionsCommand: Command {
  static let description = CommandDescription(
    name: "completions",
    summary: "Print what a shell needs to complete commands, trips and items",
    discussion: """
      SHELL is bash, zsh or fish. What is printed goes where the shell looks for it, or
      is read at its start: source <(valise completions bash). The scripts ask back with
      "valise completions words -- WORDS", which prints what may stand for the last word.
      """,
    positionals: [
      PositionalDescription(name: "SHELL", help: "bash, zsh or fish"),
      PositionalDescription(
        name: "WORDS", help: "for \"words\": what was typed so far", isRequired: false,
        takesRest: true),
    ],
    examples: ["completions bash > ~/.local/share/bash-completion/completions/valise"])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let name = arguments.positionals[0]
    if name == "words" {
      let completion = Completion(
        commands: Program.commands.map { $0.description }, session: session)
      let words = completion.candidates(for: Array(arguments.positionals.dropFirst()))
      session.terminal.print(words.map { TerminalText.cleaned($0) + "\n" }.joined())
      return .done
    }
    guard let script = CompletionScript(rawValue: name) else {
      let shells = CompletionScript.allCases.map(\.rawValue)
      throw Diagnostic(
        .error, .usage, "there are no completions for \"\(name)\"",
        hint: nearest(to: name, in: shells).map { "did you mean \"\($0)\"?" }
          ?? "there is " + shells.joined(separator: ", "))
    }
    session.terminal.print(script.text)
    return .done
  }
}
