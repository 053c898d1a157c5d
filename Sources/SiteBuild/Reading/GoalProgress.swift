import ContentReading
import Diagnostics
import Foundation
import ModelStore
import PackingLists

/// How far goals have come: what of the trips counts for each.
struct GoalProgress {
  private let context: ModelContext
  private let trips: [CountedTrip]

  /// What goals look at in a trip.
  private struct CountedTrip {
    var collection: String?
    var start: CalendarDay?
    var end: CalendarDay?
    var isComplete: Bool
    var doneActivityCount: Int

    /// The day on which what was done there counts.
    var day: CalendarDay? { end ?? start }
  }

  /// Reads what goals look at.
  ///
  /// - Throws: What the store throws.
  init(in context: ModelContext) throws {
    self.context = context
    trips = try context.fetchValues(
      FetchDescriptor<Trip>(), \.collection, \.start, \.end, \.isComplete, \.doneActivityCount
    ).map {
      CountedTrip(
        collection: $0.0, start: $0.1, end: $0.2, isComplete: $0.3, doneActivityCount: $0.4)
    }
  }

  /// The goals of a file with their counts, and what is wrong with them.
  ///
  /// - Throws: What the store throws.
  func goals(of drafts: [GoalDraft]) throws -> (goals: [Goal], diagnostics: [Diagnostic]) {
    let collections = Set(trips.compactMap(\.collection))
    var diagnostics: [Diagnostic] = []
    let goals = try drafts.enumerated().map { position, draft in
      if let named = draft.collection,
        !collections.contains(where: { foldedName($0) == foldedName(named) })
      {
        diagnostics.append(Self.unknown(named, draft, collections))
      }
      return try goal(draft, at: position)
    }
    return (goals, diagnostics)
  }

  private func goal(_ draft: GoalDraft, at position: Int) throws -> Goal {
    let goal: Goal =
      switch draft.kind {
      case .trips:
        TripGoal(title: draft.title, targetCount: draft.target ?? 0, position: position)
      case .activities:
        ActivityGoal(
          title: draft.title, targetCount: draft.target ?? 0, position: position,
          word: draft.word)
      }
    goal.collection = draft.collection
    goal.year = draft.year
    goal.isGivenUp = draft.isGivenUp
    goal.note = draft.note
    var day: CalendarDay?
    if let target = draft.target {
      let days = try days(for: draft).sorted { ($0?.rawValue ?? .max) < ($1?.rawValue ?? .max) }
      goal.completedCount = days.count
      goal.isAchieved = days.count >= target
      // It was reached when the one that made it full was done.
      if goal.isAchieved { day = days[target - 1] }
    }
    goal.isAchieved = !draft.isGivenUp && (draft.isTicked || goal.isAchieved)
    goal.dateAchieved = goal.isAchieved ? draft.achieved ?? day : nil
    return goal
  }

  /// A day, where it is known, for each trip or activity that counts.
  private func days(for draft: GoalDraft) throws -> [CalendarDay?] {
    if let word = draft.word { return try activityDays(with: word, for: draft) }
    let counted = trips.filter { isMeant($0, by: draft) }
    return switch draft.kind {
    case .trips: counted.filter(\.isComplete).map(\.day)
    case .activities:
      counted.flatMap { Array(repeating: $0.day, count: $0.doneActivityCount) }
    }
  }

  private func activityDays(with word: String, for draft: GoalDraft) throws -> [CalendarDay?] {
    let done = FetchDescriptor<Activity>(
      predicate: #Predicate {
        $0.isDone && !$0.isLeftBehind && $0.name.localizedStandardContains(word)
      })
    return try context.fetchValues(done, \.trip?.collection, \.trip?.start, \.trip?.end)
      .map {
        CountedTrip(
          collection: $0.0, start: $0.1, end: $0.2, isComplete: false, doneActivityCount: 1)
      }
      .filter { isMeant($0, by: draft) }.map(\.day)
  }

  private func isMeant(_ trip: CountedTrip, by draft: GoalDraft) -> Bool {
    if let named = draft.collection {
      guard let own = trip.collection, foldedName(own) == foldedName(named) else { return false }
    }
    guard let year = draft.year else { return true }
    return trip.start?.components.year == year
  }

  private static func unknown(
    _ named: String, _ draft: GoalDraft, _ collections: Set<String>
  ) -> Diagnostic {
    Diagnostic(
      .warning, .goalCollection, "no trip belongs to the collection \"\(named)\"",
      at: draft.position, length: draft.length,
      hint: nearest(to: named, in: collections).map { "did you mean \"\($0)\"?" }
        ?? "name a collection as the trips' front matter has it")
  }
}
