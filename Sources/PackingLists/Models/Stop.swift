public import ModelStore

/// A place where a trip stays.
@Model
public final class Stop {
  /// The place.
  public var city: String
  /// Nights there: 0 or more.
  public var nights: Int
  /// Its place among the trip's stops, from 0.
  public var position: Int
  /// Its trip.
  public var trip: Trip?

  /// Makes a stop.
  public init(city: String, nights: Int, position: Int) {
    self.city = city
    self.nights = nights
    self.position = position
  }
}
