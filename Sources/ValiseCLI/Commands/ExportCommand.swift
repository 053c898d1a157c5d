import ContentReading
import Diagnostics
import Files
import Glibc
import SiteBuild

/// The command `valise export TRIP`.
enum ExportCommand: Command {
  static let description = CommandDescription(
    name: "export",
    summary: "Give a trip's list to other programs",
    discussion: """
      csv has all that an item says and reads back to the same list; cells that a
      spreadsheet would run as a formula are made harmless. lighterpack is what
      lighterpack.com imports: there "worn" is one piece, and what is left behind is not
      in it. What is marked #private is left out.
      """,
    positionals: [PositionalDescription(name: "TRIP", help: "the trip's name")],
    options: [
      OptionDescription(
        name: "format", value: "FORM", choices: ItemTable.Format.allCases.map(\.rawValue),
        help: "csv (the default) or lighterpack"),
      OptionDescription(
        name: "output", letter: "o", value: "FILE", help: "write to FILE instead of printing"),
      OptionDescription(name: "private", help: "include what is marked #private"),
      OptionDescription(name: "buy", help: "only what is marked #buy and not packed yet"),
    ],
    examples: [
      "export lisbon -o lisbon.csv", "export lisbon --buy -o shopping.csv",
      "export lisbon --format lighterpack",
    ])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let run = try EditRun(description.name, arguments, in: session)
    let trip = try run.trip(arguments.positionals[0])
    let format = arguments["format"].flatMap(ItemTable.Format.init) ?? .csv
    var text = ""
    _ = try run.editor.edit([trip], as: "", isDryRun: true) { editors in
      let items = editors[0].items.map(\.item).filter { item in
        (arguments.has("private") || !item.isPrivate)
          && (!arguments.has("buy")
            || item.isToBuy && !item.isPacked && !item.isLeftBehind)
      }
      text = ItemTable.text(of: items, as: format)
    }
    if let file = arguments["output"] {
      try replaceFile(with: Array(text.utf8), at: file, durability: .durable)
      session.say("wrote \(TerminalText.cleaned(file))")
    } else if isatty(STDOUT_FILENO) == 1 {
      session.terminal.print(
        text.split(separator: "\r\n").map { TerminalText.cleaned(String($0)) + "\n" }.joined())
    } else {
      session.terminal.print(text)
    }
    return .done
  }
}
