import Diagnostics
import ModelStore
import PackingLists
import SiteBuild

/// The command `valise list`.
enum ListCommand: Command {
  static let description = CommandDescription(
    name: "list",
    summary: "List the trips, with dates and how packed they are",
    options: [OptionDescription(name: "all", letter: "a", help: "list archived trips too")],
    examples: ["list"])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let content = try session.loadContent()
    let context = ModelContext(content.container)
    var descriptor = FetchDescriptor<Trip>(sortBy: [
      SortDescriptor(\.start, order: .reverse), SortDescriptor(\.title), SortDescriptor(\.slug),
    ])
    if !arguments.has("all") { descriptor.predicate = #Predicate { !$0.isArchived } }
    let rows = try context.fetch(descriptor).map { trip in
      [
        trip.slug, trip.title, dates(of: trip), "\(trip.packedCount)/\(trip.itemCount) packed",
      ]
    }
    if rows.isEmpty {
      session.say("no trips yet: \"valise new TRIP\" starts one")
    } else {
      session.terminal.print(TextTable.text(of: rows))
    }
    return session.errorCount > 0 ? .contentErrors : .done
  }

  private static func dates(of trip: Trip) -> String {
    switch (trip.start, trip.end) {
    case (let start?, let end?) where start != end: "\(start) – \(end)"
    case (let start?, _): "\(start)"
    case (nil, let end?): "– \(end)"
    case (nil, nil): ""
    }
  }
}
