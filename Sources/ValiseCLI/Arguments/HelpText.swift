/// The texts of `--help`.
enum HelpText {
  /// The list of commands.
  static func overview(of commands: [CommandDescription]) -> String {
    let rows = commands.map { ($0.name, $0.summary) }
    return """
      Valise turns a folder of Markdown packing lists into checklists for a phone,
      a website and paper.

      usage: valise COMMAND [options]

      \(table(rows))

      "valise COMMAND --help" tells more about one. Every command takes:

      \(table(options(OptionDescription.shared)))

      """
  }

  /// The help of one command.
  static func text(of command: CommandDescription) -> String {
    var parts = [command.summary + ".", "usage: \(command.usage)"]
    if !command.discussion.isEmpty { parts.insert(command.discussion, at: 1) }
    var rows = command.positionals.map { ($0.name, $0.help) }
    rows += options(command.options)
    if !rows.isEmpty { parts.append(table(rows)) }
    if !command.examples.isEmpty {
      parts.append(
        "examples:\n" + command.examples.map { "  valise \($0)" }.joined(separator: "\n"))
    }
    parts.append("Every command also takes -C, --quiet, --verbose, --color, --diagnostics.")
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// `docs/cli.md`: everything `--help` says, for reading.
  static func markdown(of commands: [CommandDescription]) -> String {
    let sections = commands.map { "## valise \($0.name)\n\n```text\n\(text(of: $0))```\n" }
    return """
      # The command line

      Made from the program's own `--help`; a test compares the two.

      ```text
      \(overview(of: commands))```

      Exit codes: 0 done (warnings allowed), 1 content or template errors, 2 wrong usage or the
      machine says no. `--strict` turns warnings into errors. Answers go to standard output, talk and
      problems to standard error.

      \(sections.joined(separator: "\n"))
      """
  }

  private static func options(_ options: [OptionDescription]) -> [(String, String)] {
    options.map { option in
      let letter = option.letter.map { "-\($0), " } ?? "    "
      let value = option.value.map { " \($0)" } ?? ""
      return ("\(letter)--\(option.name)\(value)", option.help)
    }
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, help in
      "  \(name)\(String(repeating: " ", count: width - name.count))  \(help)"
    }.joined(separator: "\n")
  }
}
