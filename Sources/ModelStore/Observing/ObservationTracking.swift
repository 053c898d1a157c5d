import Synchronization

/// Following properties of models for as long as one likes; see
/// ``withContinuousObservation(options:apply:)``.
public enum ObservationTracking {
  /// When to be told of a change.
  public struct Options: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int
    /// Takes the options as bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Before a property changes: reading it gives the old value.
    public static let willSet = Options(rawValue: 1)
    /// After a property changed, and all that follows from it in other objects.
    public static let didSet = Options(rawValue: 2)
    /// When an object that was read goes away.
    public static let `deinit` = Options(rawValue: 4)
  }

  /// Why the closure of an observation runs.
  public struct Event {
    /// What happened.
    public enum Kind: Sendable, Hashable {
      /// Nothing yet: the first run, which finds out what is to be followed.
      case initial
      /// A property is about to change.
      case willSet
      /// A property changed.
      case didSet
      /// An object went away.
      case `deinit`
    }

    /// What happened.
    public let kind: Kind
    let keyPath: AnyKeyPath?
    let description: ModelDescription?
    let observation: ContinuousObservation

    /// Whether it is this property that changes or changed, of whichever object was read.
    public func matches(_ property: AnyKeyPath) -> Bool {
      guard let keyPath else { return false }
      if keyPath == property { return true }
      // `\Goal.title` and `\TripGoal.title` are two key paths to one property.
      guard let description, let place = description.index(of: property) else { return false }
      return description.index(of: keyPath) == place
    }

    /// Ends the observation: this run is the last.
    public func cancel() { observation.cancel() }
  }

  /// Keeps an observation going: it ends with its token.
  public final class Token: Hashable {
    private let observation: ContinuousObservation

    init(_ observation: ContinuousObservation) { self.observation = observation }
    deinit { observation.cancel() }

    /// Ends the observation.
    public func cancel() { observation.cancel() }

    /// Whether two are the token of one observation.
    public static func == (left: Token, right: Token) -> Bool { left === right }
    /// Hashes the identity of the token.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// How many observations there are: without one, reading and writing a property looks no further.
  private static let live = Atomic<Int>(0)
  static var isActive: Bool { live.load(ordering: .relaxed) > 0 }
  static func count(_ difference: Int) { live.add(difference, ordering: .relaxed) }
}

/// Runs a closure now, and again whenever a property of a model that it read changes.
///
/// Each run decides anew what is followed: the properties of models, and the results of a
/// ``ResultsObserver``, that it reads. It runs within the call that makes the change, once the change is
/// complete with all that follows in other objects, on the thread that made it. What the closure itself
/// changes does not start it again.
///
/// - Parameters:
///   - options: Before a change, after it, or both; and whether an object's end is an event.
///   - apply: Gets the reason of the run, `.initial` at first.
/// - Returns: The token that keeps it going. Let go of it, or cancel it, to end the observation.
public func withContinuousObservation(
  options: ObservationTracking.Options = .didSet,
  apply: @escaping (ObservationTracking.Event) -> Void
) -> ObservationTracking.Token {
  let observation = ContinuousObservation(options, apply)
  observation.run(.initial, nil, nil)
  return ObservationTracking.Token(observation)
}
