import Mustache
import PackingLists

/// A goal, and how far it has come.
struct GoalRow {
  let goal: Goal

  func value(in context: PageContext) -> MustacheValue {
    let (completed, target) = (goal.completedCount, goal.targetCount)
    let numbers = context.numbers
    let (phrase, filters): (Words.Phrase, [String?]) =
      switch goal {
      case let goal as ActivityGoal:
        (.activitiesOf, [goal.collection, goal.year.map(String.init), goal.word])
      case let goal as TripGoal: (.tripsOf, [goal.collection, goal.year.map(String.init)])
      default: (.tripsOf, [])
      }
    return [
      "title": .text(goal.title),
      "progressText": .text(
        context.words(phrase, numbers.count(completed), numbers.count(target), count: target)),
      "completedCount": .integer(completed),
      "shownCount": .integer(min(completed, target)),
      "targetCount": .integer(target),
      "targetText": .text(numbers.count(target)),
      "filters": .list(filters.compactMap(\.self).map { .text($0) }),
      "hasFilters": .bool(filters.contains { $0 != nil }),
      "achieved": context.day(goal.dateAchieved),
      "isGivenUp": .bool(goal.isGivenUp),
      "note": .optional(goal.note),
    ]
  }
}
