import ContentReading
import Diagnostics
import PackingLists
import SiteBuild

/// The command `valise pack TRIP ITEM`.
enum PackCommand: Command {
  static let description = CommandDescription(
    name: "pack",
    summary: "Tick an item off",
    discussion: EditRun.naming + """

      An item of a base list becomes the trip's own line.

      With --from all boxes become as they are in FILE: the list that "Copy as Markdown"
      or "Download" on the trip's page made after packing with a telephone.
      """,
    positionals: Packing.positionals,
    options: Packing.options(all: "pack everything, or all of a category") + [Packing.from],
    examples: [
      "pack lisbon \"rain jacket\"", "pack lisbon --all --category clothes",
      "pack lisbon --from ~/Downloads/lisbon.md",
    ])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    try Packing.run(isPacked: true, description, arguments, in: session)
  }
}

/// What packing and unpacking share.
enum Packing {
  static let positionals = [
    PositionalDescription(name: "TRIP", help: "the trip's name"),
    PositionalDescription(name: "ITEM", help: "the item; not with --all", isRequired: false),
  ]

  static func options(all help: String) -> [OptionDescription] {
    [OptionDescription(name: "all", letter: "a", help: help)] + EditRun.choosing + [EditRun.dryRun]
  }

  static func run(
    isPacked: Bool, _ description: CommandDescription, _ arguments: ParsedArguments,
    in session: Session
  ) throws -> ExitCode {
    if let file = arguments["from"] {
      guard arguments.positionals.count == 1, !arguments.has("all") else {
        throw Diagnostic(
          .error, .usage, "\"--from\" says for all items whether they are packed",
          hint: "leave out ITEM and \"--all\"")
      }
      let run = try EditRun(description.name, arguments, in: session)
      return try takeOver(file, into: try run.trip(arguments.positionals[0]), run)
    }
    guard (arguments.positionals.count == 2) != arguments.has("all") else {
      throw Diagnostic(
        .error, .usage, "valise \(description.name) takes an ITEM, or \"--all\"",
        hint: "usage: \(description.usage)")
    }
    let run = try EditRun(description.name, arguments, in: session)
    let trip = try run.trip(arguments.positionals[0])
    guard arguments.has("all") else {
      let selection = try EditRun.selection(arguments.positionals[1], arguments)
      return try run.edit([trip], selection) { editors, item in
        let isChanged = try editors[0].setPacked(isPacked, [item]) > 0
        let done = isPacked ? "packed" : "unpacked"
        return isChanged
          ? "\(done) \(item.item.name) (\(item.item.category)): \(editors[0].progress)"
          : "\(item.item.name) is \(isPacked ? "packed" : "not packed") as it is"
      }
    }
    return try run.edit([trip]) { editors in
      let items = try members(of: arguments["category"], in: editors[0])
      let changing = items.filter { !$0.item.isLeftBehind && $0.item.isPacked != isPacked }
      let count = try editors[0].setPacked(isPacked, changing)
      let noun = count == 1 ? "item" : "items"
      return "\(isPacked ? "packed" : "unpacked") \(count) \(noun): \(editors[0].progress)"
    }
  }

  private static func members(of category: String?, in editor: TripEditor) throws -> [TripItem] {
    guard let category else { return editor.items }
    let known = editor.items.map(\.item.category)
    let found = NameSearch.matches(category, in: known).map { editor.items[$0] }
    guard found.isEmpty else { return found }
    let meant = nearest(to: category, in: Set(known))
    throw Diagnostic(
      .error, .notFound, "the trip \"\(editor.trip.slug)\" has no category \"\(category)\"",
      hint: meant.map { "did you mean \"\($0)\"?" }
        ?? "\"valise show \(editor.trip.slug)\" lists what there is")
  }
}
