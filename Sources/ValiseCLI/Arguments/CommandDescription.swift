/// What a command takes, said once: the parser, `--help` and `docs/cli.md` read it from here.
struct CommandDescription: Sendable {
  /// What the user types after `valise`; two words for a command of a group, as in `theme eject`.
  var name: String
  /// One line for the list of commands.
  var summary: String
  /// More words for the command's own help, wrapped by hand at 78 columns.
  var discussion: String = ""
  /// What stands without a dash, in order.
  var positionals: [PositionalDescription] = []
  /// What starts with a dash, apart from what every command takes.
  var options: [OptionDescription] = []
  /// Command lines that show how it is used, without the leading `valise`.
  var examples: [String] = []

  /// The usage line: `valise new [options] TRIP`.
  var usage: String {
    var words = ["valise", name, "[options]"]
    for positional in positionals {
      let name = positional.name + (positional.takesRest ? " ..." : "")
      words.append(positional.isRequired ? name : "[\(name)]")
    }
    return words.joined(separator: " ")
  }
}

/// A word without a dash.
struct PositionalDescription: Sendable {
  /// How the help calls it: `TRIP`.
  var name: String
  /// What it is.
  var help: String
  /// Whether the command makes no sense without it.
  var isRequired = true
  /// Whether all words from here on belong to it.
  var takesRest = false
}

/// A word with a dash.
struct OptionDescription: Sendable {
  /// The long name without dashes.
  var name: String
  /// The letter after a single dash.
  var letter: Character?
  /// How the help calls its value: `DIR`; nil for a flag.
  var value: String?
  /// The values it takes; empty for any.
  var choices: [String] = []
  /// What it does.
  var help: String

  /// What every command takes.
  static let shared: [OptionDescription] = [
    OptionDescription(
      name: "directory", letter: "C", value: "DIR", help: "work on the site in DIR"),
    OptionDescription(name: "quiet", letter: "q", help: "say nothing but warnings and errors"),
    OptionDescription(name: "verbose", letter: "v", help: "say what is done, step by step"),
    OptionDescription(
      name: "color", value: "WHEN", choices: ["auto", "always", "never"],
      help: "colour the output: auto (the default), always or never"),
    OptionDescription(
      name: "diagnostics", value: "FORM", choices: ["text", "json"],
      help: "print warnings and errors as text (the default) or json"),
    OptionDescription(name: "help", letter: "h", help: "show this help"),
    OptionDescription(name: "version", help: "show the version"),
  ]
}
