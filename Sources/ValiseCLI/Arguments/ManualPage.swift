/// The manual page, made from what `--help` is made from.
enum ManualPage {
  /// The page in roff, with the macros of man(7).
  static func text(of commands: [CommandDescription]) -> String {
    var page = """
      .TH VALISE 1 "" "valise \(Program.version)" "User Commands"
      .SH NAME
      valise \\- packing lists in Markdown, as checklists for a phone, a website and paper
      .SH SYNOPSIS
      .B valise
      .I COMMAND
      [options]
      .SH OPTIONS

      """
    page += options(OptionDescription.shared) + ".SH COMMANDS\n"
    for command in commands {
      page += ".SS \"\(escaped(command.usage))\"\n\(line(command.summary + "."))"
      for paragraph in paragraphs(of: command.discussion) { page += ".PP\n\(line(paragraph))" }
      for positional in command.positionals {
        page += ".TP\n.I \(escaped(positional.name))\n\(line(positional.help))"
      }
      page += options(command.options)
      if !command.examples.isEmpty {
        let lines = command.examples.map { line("valise \($0)") }.joined()
        page += ".PP\nExamples:\n.PP\n.nf\n.RS\n\(lines).RE\n.fi\n"
      }
    }
    return page + """
      .SH EXIT STATUS
      .TP
      0
      done; warnings are allowed
      .TP
      1
      content or templates have errors
      .TP
      2
      the command line was wrong, or the machine said no

      """
  }

  private static func options(_ options: [OptionDescription]) -> String {
    options.map { option in
      let letter = option.letter.map { "-\($0), " } ?? ""
      let value = option.value.map { " \($0)" } ?? ""
      return ".TP\n.B \(escaped("\(letter)--\(option.name)\(value)"))\n\(line(option.help))"
    }.joined()
  }

  private static func paragraphs(of text: String) -> [String] {
    var paragraphs: [String] = []
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        isOpen = false
      } else if isOpen {
        paragraphs[paragraphs.count - 1] += " " + line
      } else {
        paragraphs.append(String(line))
        isOpen = true
      }
    }
    return paragraphs
  }

  private static func line(_ text: String) -> String {
    let escaped = escaped(text)
    // A line that begins with a point or an apostrophe would be a request.
    return (escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" : "") + escaped + "\n"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      default: result.append(character)
      }
    }
    return result
  }
}
