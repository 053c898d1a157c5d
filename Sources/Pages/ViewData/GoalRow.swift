import Mustache
import PackingLists

/// A goal, and how far it has come.
struct GoalRow {
  let goal: Goal

  func value(in context: PageContext) -> MustacheValue {
    let (completed, target) = (goal.completedCount, goal.targetCount)
    let numbers = context.numbers
    let word = (goal as? ActivityGoal)?.word
    let phrase: Words.Phrase = goal is ActivityGoal ? .activitiesOf : .tripsOf
    let filters = [goal.collection, goal.year.map(String.init), word].compactMap(\.self)
    return [
      "title": .text(goal.title),
      "progressText": target == 0
        ? .null
        : .text(
          context.words(
            phrase, numbers.count(min(completed, target)), numbers.count(target), count: target)),
      "completedCount": .integer(completed),
      "shownCount": .integer(min(completed, target)),
      "targetCount": .integer(target),
      "targetText": .text(numbers.count(target)),
      "filters": .list(filters.map { .text($0) }),
      "hasFilters": .bool(!filters.isEmpty),
      "achieved": context.day(goal.dateAchieved),
      "isGivenUp": .bool(goal.isGivenUp),
      "note": .optional(goal.note),
    ]
  }
}
