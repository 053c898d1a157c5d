import ContentReading
import Diagnostics
import ModelStore
import PackingLists
import SiteBuild

/// The command `valise list`.
enum ListCommand: Command {
  static let description = CommandDescription(
    name: "list",
    summary: "List the trips, with dates and how packed they are",
    discussion: """
      The newest come first. With --buy the answer is a shopping list instead: what is
      marked #buy on these trips and not packed yet, with the prices summed.
      """,
    options: [
      OptionDescription(name: "all", letter: "a", help: "list archived trips too"),
      OptionDescription(name: "buy", help: "list what has to be bought"),
      OptionDescription(name: "json", help: "answer in JSON, for scripts"),
    ],
    examples: ["list", "list --buy", "list --all --json"])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let content = try session.loadContent()
    let context = ModelContext(content.container)
    var descriptor = FetchDescriptor<Trip>(sortBy: [
      SortDescriptor(\.start, order: .reverse), SortDescriptor(\.title), SortDescriptor(\.slug),
    ])
    if !arguments.has("all") { descriptor.predicate = #Predicate { !$0.isArchived } }
    let trips = try context.fetch(descriptor)
    let sums = try OwnSums(in: context)
    if arguments.has("buy") {
      let list = try ShoppingList(
        of: trips, in: context, currency: content.configuration.currency)
      session.terminal.print(
        arguments.has("json") ? try JSONText.text(of: list.answer) : list.text)
    } else if arguments.has("json") {
      session.terminal.print(try JSONText.text(of: trips.map { TripAnswer($0, sums) }))
    } else if trips.isEmpty {
      session.say("no trips yet: \"valise new TRIP\" starts one")
    } else {
      session.terminal.print(TripTable.text(of: trips, sums, session.terminal))
    }
    return session.errorCount > 0 ? .contentErrors : .done
  }
}

/// Trips in columns.
enum TripTable {
  static func text(of trips: [Trip], _ sums: OwnSums, _ terminal: Terminal) -> String {
    let lines = TextTable.text(
      of: trips.map { trip in
        let (packed, count) = (sums.packedCount(of: trip), sums.count(of: trip))
        var row = [trip.slug, trip.title, trip.dates ?? ""]
        // A script reads figures; the bar is for people.
        if terminal.isTerminal {
          row.append(ProgressBar.text(packed, of: count))
        }
        return row + ["\(packed)/\(count) packed\(trip.isDraft ? ", draft" : "")"]
      })
    guard terminal.colorsOutput else { return lines }
    return zip(trips, lines.split(separator: "\n")).map { trip, line in
      terminal.colored(
        String(line),
        trip.isArchived
          ? "2" : ProgressBar.color(sums.packedCount(of: trip), of: sums.count(of: trip))) + "\n"
    }.joined()
  }
}

extension Trip {
  /// Its days in one text; nil where none is known.
  var dates: String? {
    switch (start, end) {
    case (let start?, let end?) where start != end: "\(start) – \(end)"
    case (let start?, _): "\(start)"
    case (nil, let end?): "– \(end)"
    case (nil, nil): nil
    }
  }
}

/// A trip as scripts get it.
struct TripAnswer: Encodable {
  var trip: String
  var title: String
  var file: String
  var destination: String?
  var start: String?
  var end: String?
  var nights: Int?
  var archived: Bool
  var draft: Bool
  var items: Int
  var packed: Int
  var weightGrams: Double

  init(_ trip: Trip, _ sums: OwnSums) {
    self.trip = trip.slug
    title = trip.title
    file = trip.sourcePath
    destination = trip.destination
    start = trip.start?.description
    end = trip.end?.description
    nights = trip.nights
    archived = trip.isArchived
    draft = trip.isDraft
    items = sums.count(of: trip)
    packed = sums.packedCount(of: trip)
    weightGrams = sums.weight(of: trip).grams
  }
}
