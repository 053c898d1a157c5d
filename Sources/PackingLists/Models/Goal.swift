public import ModelStore

/// Something to reach, as far as all kinds of goals have it in common.
@Model
public class Goal {
  /// Its words.
  public var title: String
  /// How many it takes: 1 or more; 0 where a tick alone decides.
  public var targetCount: Int
  /// How many there are so far; 0 where nothing is counted.
  public var completedCount = 0
  /// Whether it is reached: there are as many as it takes, or it was ticked.
  public var isAchieved = false
  /// The day on which it was reached, as far as that is known.
  public var dateAchieved: CalendarDay?
  /// Whether it was given up.
  public var isGivenUp = false
  /// What is said about it.
  public var note: String?
  /// Only trips of this collection count, and what was done on them; nil for all.
  public var collection: String?
  /// Only trips that start in this year count, and what was done on them; nil for all.
  public var year: Int?
  /// Its place in the file, from 0.
  public var position: Int

  /// Makes a goal that nothing was done for yet.
  public init(title: String, targetCount: Int, position: Int) {
    self.title = title
    self.targetCount = targetCount
    self.position = position
  }
}

/// A number of trips to complete.
@Model
public final class TripGoal: Goal {
  /// Makes a goal that nothing was done for yet.
  public override init(title: String, targetCount: Int, position: Int) {
    super.init(title: title, targetCount: targetCount, position: position)
  }
}

/// A number of activities to complete.
@Model
public final class ActivityGoal: Goal {
  /// Only activities with this word in their names count; nil for all.
  public var word: String?

  /// Makes a goal that nothing was done for yet.
  public init(title: String, targetCount: Int, position: Int, word: String?) {
    self.word = word
    super.init(title: title, targetCount: targetCount, position: position)
  }
}
