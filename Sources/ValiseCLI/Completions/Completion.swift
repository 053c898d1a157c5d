import ContentReading
import Diagnostics
import Files
import Pages
import SiteBuild
import Templates

/// What may stand next on a command line.
struct Completion {
  let commands: [CommandDescription]
  let session: Session

  /// The words that complete the last of some.
  ///
  /// - Parameter words: What was typed after `valise`; the last word is the one to complete, and
  ///   may be empty.
  /// - Returns: Whole words, those that begin as the last one does, case aside; none where a file
  ///   is wanted, which shells know best.
  func candidates(for words: [String]) -> [String] {
    // A shell hands words over as they are typed, quotes and all.
    let typed = words.map(Self.unquoted)
    let current = typed.last ?? ""
    let found = all(before: Array(typed.dropLast()), current)
    let folded = current.lowercased()
    return found.filter { $0.lowercased().hasPrefix(folded) && !$0.contains(where: \.isNewline) }
  }

  private static func unquoted(_ word: String) -> String {
    var text = ""
    var isEscaped = false
    for character in word {
      if isEscaped || !"\\\"'".contains(character) {
        text.append(character)
        isEscaped = false
      } else {
        isEscaped = character == "\\"
      }
    }
    return text
  }

  private func all(before: [String], _ current: String) -> [String] {
    var site = session.site
    var given: [String] = []
    var option: OptionDescription?
    let command = command(in: before)
    let known = OptionDescription.shared + (command?.options ?? [])
    for word in before {
      if let takes = option {
        if takes.name == "directory" { site = Site(root: word) }
        option = nil
      } else if word.hasPrefix("-") {
        option = known.first { takes in
          takes.value != nil
            && (word == "--" + takes.name || takes.letter.map { word == "-\($0)" } == true)
        }
      } else {
        given.append(word)
      }
    }
    if let option { return values(of: option, given, command, site) }
    if current.hasPrefix("-") { return known.map { "--" + $0.name } }
    guard let command else { return next(after: given) }
    let count = command.name.split(separator: " ").count
    let index = given.count - count
    let last = command.positionals.count - 1
    let position = command.positionals.last?.takesRest == true ? min(index, last) : index
    guard command.positionals.indices.contains(position) else { return [] }
    return words(
      for: command.positionals[position].name, command, Array(given.dropFirst(count)), site)
  }

  private func command(in words: [String]) -> CommandDescription? {
    ArgumentParser(commands: commands).parse(words).command
  }

  /// The first words of commands, or the second ones of a group.
  private func next(after given: [String]) -> [String] {
    var words: [String] = []
    for command in commands {
      let parts = command.name.split(separator: " ").map(String.init)
      guard parts.count > given.count, Array(parts.prefix(given.count)) == given,
        !words.contains(parts[given.count])
      else { continue }
      words.append(parts[given.count])
    }
    return words
  }

  private func values(
    of option: OptionDescription, _ given: [String], _ command: CommandDescription?, _ site: Site
  ) -> [String] {
    if !option.choices.isEmpty { return option.choices }
    let trip = given.dropFirst(command?.name.split(separator: " ").count ?? 1).first
    switch option.name {
    case "from", "as": return trips(of: site)
    case "category": return unique(items(of: trip, site).map(\.item.category))
    case "to":
      return unique(items(of: trip, site).map(\.item.category)) + trips(of: site)
        + baseLists(of: site)
    default: return []
    }
  }

  private func words(
    for name: String, _ command: CommandDescription, _ given: [String], _ site: Site
  ) -> [String] {
    switch (name, command.name) {
    case ("TRIP", "new"): return []
    case ("TRIP", "add"), ("TRIP", "remove"), ("TRIP", "rename"), ("TRIP", "move"):
      return trips(of: site) + baseLists(of: site)
    case ("TRIP", _): return trips(of: site)
    case ("ITEM", "add"): return []
    case ("ITEM", "pack"):
      return unique(items(of: given.first, site).filter { !$0.item.isPacked }.map(\.item.name))
    case ("ITEM", "unpack"):
      return unique(items(of: given.first, site).filter(\.item.isPacked).map(\.item.name))
    case ("ITEM", _): return unique(items(of: given.first, site).map(\.item.name))
    case ("NAME", "report"): return TripReports.Kind.allCases.map(\.rawValue)
    case ("FILE", "theme eject"): return DefaultTheme.files.map(\.name)
    case ("SHELL", _): return CompletionScript.allCases.map(\.rawValue)
    default: return []
    }
  }

  // MARK: The site

  /// What is read; nil where it cannot be, which completes nothing.
  private func readable<Result>(_ read: () throws -> Result) -> Result? {
    // A shell shows nobody an error in the middle of a line, and the command itself reports it when it
    // is run.
    try? read()
  }

  /// The addresses of the trips; none where the site cannot be read.
  private func trips(of site: Site) -> [String] {
    readable { try site.tripAddresses() } ?? []
  }

  private func baseLists(of site: Site) -> [String] {
    editor(of: site)?.baseListNames.map { "lists/" + $0 } ?? []
  }

  /// What knows the site's lists; nil where the site cannot be read.
  private func editor(of site: Site) -> SiteEditor? {
    readable { try SiteEditor(site: site, environment: session.environment) }
  }

  /// The items of a trip; none where it cannot be read.
  private func items(of trip: String?, _ site: Site) -> [TripItem] {
    guard let trip, let editor = editor(of: site),
      let found = EditRun.baseListName(trip).map(editor.baseList) ?? editor.trip(at: trip)
    else { return [] }
    var items: [TripItem] = []
    _ = readable { try editor.edit([found], as: "", isDryRun: true) { items = $0[0].items } }
    return items
  }

  private func unique(_ words: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }
  }
}
