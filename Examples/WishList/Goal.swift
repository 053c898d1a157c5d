import ModelStore

/// Something to reach, as far as all kinds have it in common.
@Model
class Goal {
  var title: String
  var completedCount: Int = 0
  var targetCount: Int
  var isAchieved: Bool = false
  var dateAchieved: Date?
  var sortOrder: Int

  init(title: String, targetCount: Int, sortOrder: Int) {
    self.title = title
    self.targetCount = targetCount
    self.sortOrder = sortOrder
  }

  /// Takes in how far it has come.
  func update(completedCount count: Int) {
    completedCount = count
    guard (count >= targetCount) != isAchieved else { return }
    isAchieved = count >= targetCount
    dateAchieved = isAchieved ? .now : nil
  }
}

/// A number of trips to complete.
@Model
final class TripGoal: Goal {
  /// Only trips of this collection count; nil for all.
  var collection: TripCollection?

  init(title: String, targetCount: Int, sortOrder: Int, collection: TripCollection? = nil) {
    self.collection = collection
    super.init(title: title, targetCount: targetCount, sortOrder: sortOrder)
  }
}

/// A number of activities to complete.
@Model
final class ActivityGoal: Goal {
  /// Only activities with this word in their names count; nil for all.
  var word: String?

  init(title: String, targetCount: Int, sortOrder: Int, word: String? = nil) {
    self.word = word
    super.init(title: title, targetCount: targetCount, sortOrder: sortOrder)
  }
}
