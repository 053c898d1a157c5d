public import ModelStore

/// One thing to do on a trip.
@Model
public final class Activity {
  /// What.
  public var name: String
  /// Whether it is done.
  public var isDone: Bool
  /// Whether it was given up.
  public var isLeftBehind = false
  /// The heads it stands under, such as `Monday`, joined by ` › `.
  public var group: String?
  /// What is said about it.
  public var note: String?
  /// Its place among the trip's activities, from 0.
  public var position: Int
  /// Its trip.
  public var trip: Trip?

  /// Makes an activity.
  public init(name: String, isDone: Bool, note: String?, position: Int) {
    self.name = name
    self.isDone = isDone
    self.note = note
    self.position = position
  }
}
