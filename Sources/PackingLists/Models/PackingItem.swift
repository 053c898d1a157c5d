public import ModelStore

/// One thing to pack for a trip.
@Model
public final class PackingItem {
  /// A hash of trip, category, folded name and occurrence: the same while a list is re-ordered or a
  /// weight changes.
  ///
  /// No two items have the same by the way it is made. An index that would say so is filled at random
  /// places, and takes a third of the time of storing an item; nobody looks an item up by it alone.
  public var identity: String
  /// The address of its trip, to sort and group by without loading the trip.
  ///
  /// It has no index: items of some trips are found by `trip`, whose rows are.
  public var tripSlug: String
  /// Its trip.
  public var trip: Trip?
  /// Its place among the trip's items, from 0.
  public var position: Int
  /// Its category, heads joined by ` › `.
  public var category: String
  /// Its name.
  public var name: String
  /// How many pieces: 1 or more.
  public var quantity = 1
  /// Whether it is in the bag.
  public var isPacked = false
  /// Whether it stays at home.
  public var isLeftBehind = false
  /// The weight of one piece.
  public var weight: Weight?
  /// The price of one piece, in hundredths of the site's currency.
  public var priceInCents: Int?
  /// Where the name links to.
  public var url: String?
  /// What is said about it: plain text, lines joined by line breaks.
  public var note: String?
  /// Who carries it.
  public var traveller: String?
  /// The bag it goes into.
  public var bag: String?
  /// The name of the item it lies under.
  public var parentName: String?
  /// How many of the pieces are worn.
  public var wornCount = 0
  /// Whether it is used up on the way.
  public var isConsumable = false
  /// Whether it must not be forgotten.
  public var isEssential = false
  /// Whether it has to be bought.
  public var isToBuy = false
  /// Whether it was not used.
  public var isUnused = false
  /// Whether it is never published.
  public var isPrivate = false
  /// The base list it comes from; nil where the trip's own file has it.
  public var origin: String?

  /// Makes an item that is not packed yet.
  public init(
    identity: String, tripSlug: String, position: Int, category: String, name: String
  ) {
    self.identity = identity
    self.tripSlug = tripSlug
    self.position = position
    self.category = category
    self.name = name
  }

  /// The weight of all its pieces; nil where one piece's is not known.
  public var totalWeight: Weight? { weight.map { $0 * quantity } }
}
