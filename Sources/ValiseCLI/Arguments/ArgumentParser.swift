import Diagnostics

/// What a person typed, sorted into words and options.
struct ParsedArguments: Sendable {
  /// The words without a dash, in order.
  var positionals: [String] = []
  /// The values of options by long name, the last one given; a flag's value is empty.
  var options: [String: String] = [:]

  /// Whether an option was given.
  func has(_ name: String) -> Bool { options[name] != nil }

  /// The value of an option; nil where it was not given.
  subscript(name: String) -> String? { options[name] }
}

/// The command and its arguments, or what is wrong with them.
struct CommandLineParse: Sendable {
  /// The command; nil where none was given or it does not exist.
  var command: CommandDescription?
  /// The words and options.
  var arguments = ParsedArguments()
  /// Everything that is wrong, not only the first.
  var problems: [Diagnostic] = []
}

/// Sorts the words of a command line, options and words in any order.
///
/// `--name VALUE`, `--name=VALUE`, `-x VALUE`, `-xVALUE` and `-xy` for two flags are understood; after
/// `--` everything is a word.
struct ArgumentParser {
  /// All commands there are.
  var commands: [CommandDescription]

  /// Parses what follows the program's name.
  func parse(_ words: [String]) -> CommandLineParse {
    var parse = CommandLineParse()
    var rest = words[...]
    var given: [String] = []
    // The command decides which options there are, so it is looked for first.
    parse.command = command(in: words)
    let known = OptionDescription.shared + (parse.command?.options ?? [])
    while let word = rest.popFirst() {
      if word == "--" {
        given += rest
        break
      }
      if word.hasPrefix("--") {
        readLong(word.dropFirst(2), &rest, known, &parse)
      } else if word.hasPrefix("-"), word.count > 1 {
        readShort(word.dropFirst(), &rest, known, &parse)
      } else {
        given.append(word)
      }
    }
    resolve(given, &parse)
    return parse
  }

  // MARK: The command

  /// The command named by the first one or two words; options with values are stepped over.
  private func command(in words: [String]) -> CommandDescription? {
    let names = wordsWithoutOptions(words)
    for count in [2, 1] where names.count >= count {
      let name = names.prefix(count).joined(separator: " ")
      if let command = commands.first(where: { $0.name == name }) { return command }
    }
    return nil
  }

  private func wordsWithoutOptions(_ words: [String]) -> [String] {
    var names: [String] = []
    var rest = words[...]
    while let word = rest.popFirst(), word != "--" {
      guard word.hasPrefix("-"), word.count > 1 else {
        names.append(word)
        continue
      }
      let takesValue = OptionDescription.shared.contains { option in
        option.value != nil
          && (word == "--" + option.name || option.letter.map { word == "-\($0)" } == true)
      }
      if takesValue { _ = rest.popFirst() }
    }
    return names
  }

  private func resolve(_ given: [String], _ parse: inout CommandLineParse) {
    guard let command = parse.command else {
      guard let word = given.first else { return }
      parse.problems.append(unknownCommand(given, word))
      return
    }
    let words = Array(given.dropFirst(command.name.split(separator: " ").count))
    parse.arguments.positionals = words
    // `--help` is the answer to not knowing what is missing.
    guard !parse.arguments.has("help"), !parse.arguments.has("version") else { return }
    for missing in command.positionals.dropFirst(words.count) where missing.isRequired {
      parse.problems.append(
        Diagnostic(
          .error, .usage, "valise \(command.name) needs \(missing.name): \(missing.help)",
          hint: "usage: \(command.usage)"))
    }
    guard command.positionals.last?.takesRest != true else { return }
    for extra in words.dropFirst(command.positionals.count) {
      parse.problems.append(
        Diagnostic(
          .error, .usage, "valise \(command.name) does not know what to do with \"\(extra)\"",
          hint: "put words that belong together in quotes; usage: \(command.usage)"))
    }
  }

  private func unknownCommand(_ given: [String], _ word: String) -> Diagnostic {
    let group = commands.filter { $0.name.hasPrefix(word + " ") }
    if !group.isEmpty {
      let names = group.map { "valise \($0.name)" }.joined(separator: ", ")
      return Diagnostic(
        .error, .usage, "\"\(word)\" needs another word", hint: "there is: \(names)")
    }
    let names = commands.map(\.name)
    let hint =
      nearest(to: word, in: names).map { "did you mean \"valise \($0)\"?" }
      ?? "\"valise --help\" lists what there is"
    return Diagnostic(.error, .usage, "there is no command \"\(word)\"", hint: hint)
  }

  // MARK: Options

  private func readLong(
    _ text: Substring, _ rest: inout ArraySlice<String>, _ known: [OptionDescription],
    _ parse: inout CommandLineParse
  ) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = known.first(where: { $0.name == name }) else {
      let hint =
        nearest(to: name, in: known.map(\.name)).map { "did you mean \"--\($0)\"?" }
        ?? helpHint(parse.command)
      parse.problems.append(
        Diagnostic(.error, .usage, "there is no option \"--\(name)\"", hint: hint))
      return
    }
    let inline = parts.count == 2 ? String(parts[1]) : nil
    if option.value == nil {
      guard inline == nil else {
        parse.problems.append(
          Diagnostic(.error, .usage, "\"--\(name)\" takes no value", hint: "write \"--\(name)\""))
        return
      }
      parse.arguments.options[name] = ""
    } else {
      take(inline ?? rest.popFirst(), for: option, written: "--\(name)", &parse)
    }
  }

  private func readShort(
    _ letters: Substring, _ rest: inout ArraySlice<String>, _ known: [OptionDescription],
    _ parse: inout CommandLineParse
  ) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = known.first(where: { $0.letter == letter }) else {
        parse.problems.append(
          Diagnostic(
            .error, .usage, "there is no option \"-\(letter)\"", hint: helpHint(parse.command)))
        return
      }
      guard option.value != nil else {
        parse.arguments.options[option.name] = ""
        continue
      }
      let value = letters.isEmpty ? rest.popFirst() : String(letters)
      take(value, for: option, written: "-\(letter)", &parse)
      return
    }
  }

  private func take(
    _ value: String?, for option: OptionDescription, written: String,
    _ parse: inout CommandLineParse
  ) {
    guard let value else {
      parse.problems.append(
        Diagnostic(
          .error, .usage, "\"\(written)\" needs a value",
          hint: "write \"\(written) \(option.value ?? "")\": \(option.help)"))
      return
    }
    guard option.choices.isEmpty || option.choices.contains(value) else {
      let choices = option.choices.joined(separator: ", ")
      parse.problems.append(
        Diagnostic(
          .error, .usage, "\"\(written)\" does not take \"\(value)\"", hint: "it takes \(choices)"))
      return
    }
    parse.arguments.options[option.name] = value
  }

  private func helpHint(_ command: CommandDescription?) -> String {
    let name = command.map { " " + $0.name } ?? ""
    return "\"valise\(name) --help\" lists what there is"
  }
}
