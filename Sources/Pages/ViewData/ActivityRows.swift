import Mustache
import PackingLists

/// What to do on a trip, in the file's order.
struct ActivityRows {
  let activities: [Activity]

  init(_ activities: [Activity]) {
    self.activities = activities.sorted { $0.position < $1.position }
  }

  func value(in context: PageContext) -> MustacheValue {
    .list(activities.indices.map { row(at: $0, in: context) })
  }

  private func row(at index: Int, in context: PageContext) -> MustacheValue {
    let activity = activities[index]
    let group = index > 0 ? activities[index - 1].group : nil
    let state: Words.Word =
      activity.isLeftBehind ? .leftBehind : activity.isDone ? .done : .toDo
    return [
      "name": .text(activity.name),
      "startsGroup": .optional(activity.group == group ? nil : activity.group),
      "isDone": .bool(activity.isDone),
      "isLeftBehind": .bool(activity.isLeftBehind),
      "state": .text(context.words[state]),
      "note": .optional(activity.note),
    ]
  }
}
