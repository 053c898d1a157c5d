import ContentReading
import Diagnostics
import ModelStore
import PackingLists
import SiteBuild

/// The command `valise search WORDS`.
enum SearchCommand: Command {
  static let description = CommandDescription(
    name: "search",
    summary: "Find trips, items and activities by words",
    discussion: """
      Case, accents and plural do not matter; each word may be the beginning of one. The
      newest trips come first. Without words, the three most recent trips are shown.
      """,
    positionals: [
      PositionalDescription(
        name: "WORDS", help: "what to look for", isRequired: false, takesRest: true)
    ],
    options: [OptionDescription(name: "json", help: "answer in JSON, for scripts")],
    examples: ["search rain jacket", "search"])

  /// A trip that matches, or has what matches.
  private struct Found {
    var trip: Trip
    var items: [PackingItem]
    var activities: [Activity]
  }

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let content = try session.loadContent()
    let context = ModelContext(content.container)
    let trips = try context.fetch(
      FetchDescriptor<Trip>(sortBy: [
        SortDescriptor(\.start, order: .reverse), SortDescriptor(\.title), SortDescriptor(\.slug),
      ]))
    let sums = try OwnSums(in: context)
    let words = arguments.positionals.joined(separator: " ")
    let found =
      words.isEmpty
      ? trips.prefix(3).map { Found(trip: $0, items: [], activities: []) }
      : try search(words, trips, in: context)
    if arguments.has("json") {
      session.terminal.print(try JSONText.text(of: found.map { answer($0, sums) }))
    } else if found.isEmpty {
      session.say("nothing has \"\(TerminalText.cleaned(words))\" in its name")
    } else {
      session.terminal.print(found.map { text(of: $0, sums, session.terminal) }.joined())
    }
    return session.errorCount > 0 ? .contentErrors : .done
  }

  private static func search(
    _ words: String, _ trips: [Trip], in context: ModelContext
  ) throws -> [Found] {
    let items = try context.fetch(
      FetchDescriptor<PackingItem>(sortBy: [SortDescriptor(\.position)])
    ).filter { NameSearch.holds(words, in: $0.name) }
    let byTrip = Dictionary(grouping: items, by: \.tripSlug)
    let activities = try context.fetch(
      FetchDescriptor<Activity>(sortBy: [SortDescriptor(\.position)])
    ).filter { NameSearch.holds(words, in: $0.name) }
    let activitiesByTrip = Dictionary(grouping: activities) { $0.trip?.slug ?? "" }
    return trips.compactMap { trip in
      let found = Found(
        trip: trip, items: byTrip[trip.slug] ?? [], activities: activitiesByTrip[trip.slug] ?? [])
      let names = [trip.title, trip.slug, trip.destination ?? "", trip.collection ?? ""]
      let isTrip = names.contains { NameSearch.holds(words, in: $0) }
      return isTrip || !found.items.isEmpty || !found.activities.isEmpty ? found : nil
    }
  }

  private static func text(of found: Found, _ sums: OwnSums, _ terminal: Terminal) -> String {
    var text = TripTable.text(of: [found.trip], sums, terminal)
    let rows =
      found.items.map { item in
        [
          "  [\(item.isLeftBehind ? "-" : item.isPacked ? "x" : " ")] \(item.name)",
          item.category,
        ]
      }
      + found.activities.map { activity in
        ["  [\(activity.isDone ? "x" : " ")] \(activity.name)", "Activities"]
      }
    text += TextTable.text(of: rows)
    return text
  }

  // MARK: For scripts

  private struct Answer: Encodable {
    struct Match: Encodable {
      var name: String
      var category: String?
      var done: Bool
    }

    var trip: TripAnswer
    var items: [Match]
    var activities: [Match]
  }

  private static func answer(_ found: Found, _ sums: OwnSums) -> Answer {
    Answer(
      trip: TripAnswer(found.trip, sums),
      items: found.items.map {
        Answer.Match(name: $0.name, category: $0.category, done: $0.isPacked)
      },
      activities: found.activities.map { Answer.Match(name: $0.name, done: $0.isDone) })
  }
}
