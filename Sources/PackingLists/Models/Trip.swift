public import ModelStore

/// A trip: what its file says, and the sums that lists of trips show.
///
/// `booking` is not `.unique` in the store although no two trips may share one: a unique attribute
/// would merge the two in silence, and here the person has to hear of it.
@Model
public final class Trip {
  /// Its address on the site: unique, made from the file's name.
  @Attribute(.unique) public var slug: String
  /// Its file, relative to the site's root.
  public var sourcePath: String
  /// Its title, never empty.
  public var title: String
  /// Where it goes, such as `Seattle, USA`.
  public var destination: String?
  /// The first day.
  public var start: CalendarDay?
  /// The last day.
  public var end: CalendarDay?
  /// Nights away.
  public var nights: Int?
  /// The set of trips it belongs to.
  public var collection: String?
  /// A booking code.
  public var booking: String?
  /// Whether it is put away.
  public var isArchived = false
  /// Whether it is shown to its author alone.
  public var isDraft = false
  /// Whether all its activities are done that were not given up; false where it has none.
  public var isComplete = false
  /// How its categories and items are shown.
  public var order: ItemOrder = ItemOrder.name
  /// Its picture, relative to the site's root.
  public var photoPath: String?
  /// What stands before the first list, as safe HTML.
  public var introductionHTML = ""
  /// Who travels.
  public var travellers: [String] = []
  /// The bags, with the limits that hold on this trip.
  public var bags: [Bag] = []
  /// Free words.
  public var tags: [String] = []
  /// Lists and paragraphs that hold no items, in the file's order.
  public var prose: [Prose] = []
  /// The hash of everything that its pages show.
  public var fingerprint = ""

  /// What it is found by besides its title: where it goes, its collection, its tags.
  public var searchText = ""
  /// The hash of all of it that a search can find, and shows of it.
  public var searchHash = ""

  /// Items that count: all but those left behind.
  public var itemCount = 0
  /// Items that are packed.
  public var packedCount = 0
  /// The weight of all items that count, in milligrams.
  public var totalWeight: Weight = Weight.zero

  /// Activities that were not given up.
  public var activityCount = 0
  /// Activities that are done.
  public var doneActivityCount = 0
  /// The hash of all that pages show of its activities; empty where it has none.
  public var activitiesHash = ""
  /// Places where it stops.
  public var stopCount = 0

  /// What to pack; `position` is an item's place in the file.
  @Relationship(deleteRule: .cascade, inverse: \PackingItem.trip)
  public var items: [PackingItem] = []
  /// Where it stops; `position` is the order.
  @Relationship(deleteRule: .cascade, inverse: \Stop.trip)
  public var stops: [Stop] = []
  /// What to do there; `position` is an activity's place in the file.
  @Relationship(deleteRule: .cascade, inverse: \Activity.trip)
  public var activities: [Activity] = []

  /// Makes a trip with nothing to pack yet.
  public init(slug: String, sourcePath: String, title: String) {
    self.slug = slug
    self.sourcePath = sourcePath
    self.title = title
  }
}

extension Trip {
  /// Where it stops, in order; most trips stop nowhere, and their store is not asked.
  public var orderedStops: [Stop] {
    stopCount == 0 ? [] : stops.sorted { $0.position < $1.position }
  }
}
