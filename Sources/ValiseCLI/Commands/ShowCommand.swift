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
    discussion: """
      TRIP is the name of its file, its title, or words of it; case and accents do not
      matter. Base weight is what is carried and not used up, pack weight adds what is
      used up, skin-out weight what is worn: all pieces marked #worn, or as many as
      #worn:N says.
      """,
    positionals: [PositionalDescription(name: "TRIP", help: "the trip's name")],
    options: [OptionDescription(name: "json", help: "answer in JSON, for scripts")],
    examples: ["show lisbon"])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let content = try session.loadContent()
    let context = ModelContext(content.container)
    let address = try TripLookup.address(of: arguments.positionals[0], in: context, session)
    let named = FetchDescriptor<Trip>(predicate: #Predicate { $0.slug == address })
    guard let trip = try context.fetch(named).first else { return .failed }
    let id = trip.persistentModelID
    let items = try context.fetch(
      FetchDescriptor<PackingItem>(
        predicate: #Predicate { $0.trip?.persistentModelID == id },
        sortBy: [SortDescriptor(\.position)]))
    if arguments.has("json") {
      session.terminal.print(
        try JSONText.text(of: ListAnswer(trip, items, OwnSums(in: context))))
    } else {
      let view = TripView(
        trip: trip, items: items, units: content.configuration.units, terminal: session.terminal)
      session.terminal.print(view.text)
    }
    return session.errorCount > 0 ? .contentErrors : .done
  }
}
