import ContentReading
import Diagnostics
import ModelStore
import PackingLists
import SiteBuild

/// The command `valise show TRIP`.
enum ShowCommand: Command {
  static let description = CommandDescription(
    name: "show",
    summary: "Show a trip's list in the terminal",
    discussion: "TRIP is the name of its file or its title; case and accents do not matter.",
    positionals: [PositionalDescription(name: "TRIP", help: "the trip's name")],
    examples: ["show lisbon"])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let content = try session.loadContent()
    let context = ModelContext(content.container)
    let trip = try find(arguments.positionals[0], in: context)
    session.terminal.print(
      try text(of: trip, in: context, units: content.configuration.units, session.terminal))
    return session.errorCount > 0 ? .contentErrors : .done
  }

  /// The trip that a person named by address or title.
  private static func find(_ name: String, in context: ModelContext) throws -> Trip {
    let address = slug(of: name)
    let byAddress = FetchDescriptor<Trip>(predicate: #Predicate { $0.slug == address })
    if let trip = try context.fetch(byAddress).first { return trip }
    let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.slug)]))
    let named = trips.filter { foldedName($0.title) == foldedName(name) }
    if let trip = named.first, named.count == 1 { return trip }
    guard named.isEmpty else {
      throw Diagnostic(
        .error, .notFound, "\(named.count) trips have the title \"\(name)\"",
        hint: "name one of " + named.map(\.slug).joined(separator: ", "))
    }
    let hint =
      nearest(to: address, in: trips.map(\.slug)).map { "did you mean \"\($0)\"?" }
      ?? "\"valise list --all\" lists the trips"
    throw Diagnostic(.error, .notFound, "there is no trip \"\(name)\"", hint: hint)
  }

  private static func text(
    of trip: Trip, in context: ModelContext, units: WeightUnit, _ terminal: Terminal
  ) throws -> String {
    var text = terminal.colored(TerminalText.cleaned(trip.title), "1") + "\n"
    let facts = [
      trip.destination,
      trip.start.map(\.description).map { start in
        trip.end.map { "\(start) – \($0)" } ?? start
      }, "\(trip.packedCount) of \(trip.itemCount) packed",
    ].compactMap(\.self)
    text += TerminalText.cleaned(facts.joined(separator: " · ")) + "\n"
    let slug = trip.slug
    let items = try context.fetch(
      FetchDescriptor<PackingItem>(
        predicate: #Predicate { $0.tripSlug == slug }, sortBy: [SortDescriptor(\.position)]))
    if items.isEmpty { text += "\nNothing to pack yet\n" }
    for (category, members) in ItemGroups.inOrder(items, trip.order) {
      text += "\n" + terminal.colored(TerminalText.cleaned(category), "1") + "\n"
      for item in members { text += line(of: item, units, terminal) }
    }
    let activities = trip.activities.sorted { $0.position < $1.position }
    if !activities.isEmpty { text += "\n" + terminal.colored("Activities", "1") + "\n" }
    for activity in activities {
      text += "  [\(activity.isDone ? "x" : " ")] \(TerminalText.cleaned(activity.name))\n"
    }
    return text
  }

  private static func line(
    of item: PackingItem, _ units: WeightUnit, _ terminal: Terminal
  ) -> String {
    let box = item.isLeftBehind ? "-" : item.isPacked ? "x" : " "
    var words = [TerminalText.cleaned(item.name)]
    if item.quantity > 1 { words.append("×\(item.quantity)") }
    if let weight = item.totalWeight { words.append(weight.formatted(in: units)) }
    if item.isEssential { words.append("★") }
    if item.wornCount > 0 { words.append("worn") }
    if let traveller = item.traveller { words.append("@\(TerminalText.cleaned(traveller))") }
    if let bag = item.bag { words.append("bag:\(TerminalText.cleaned(bag))") }
    if let origin = item.origin { words.append("(from \(TerminalText.cleaned(origin)))") }
    let text = "  [\(box)] " + words.joined(separator: " ")
    return (item.isPacked ? terminal.colored(text, "32") : text) + "\n"
  }
}
