import Diagnostics
import PackingLists

/// A trip as its file tells it: plain values, nothing resolved, nothing stored.
public struct TripDraft: Sendable, Hashable {
  /// The file, relative to the site's root: `Content/trips/lisbon.md`.
  public var path: String
  /// The title that the file gives; nil where it gives none, and the file's name serves.
  public var title: String?
  /// Where it goes, such as `Seattle, USA`.
  public var destination: String?
  /// The first day.
  public var start: CalendarDay?
  /// The last day: from `end`, or from `nights` where only those are given.
  public var end: CalendarDay?
  /// Nights away: from the days where both are given, else from `nights`.
  public var nights: Int?
  /// The set of trips it belongs to.
  public var collection: String?
  /// A booking code; no two trips may share one.
  public var booking: Located<String>?
  /// Whether it is put away: no longer listed among the trips.
  public var isArchived = false
  /// Whether it is shown to its author alone.
  public var isDraft = false
  /// How categories and items are ordered; nil leaves it to the site.
  public var order: ItemOrder?
  /// A picture, as a path relative to the file.
  public var photo: Located<String>?
  /// Base lists that are merged in, by name, in order.
  public var include: [Located<String>] = []
  /// Names of items or categories of base lists that this trip leaves out.
  public var exclude: [Located<String>] = []
  /// Who travels.
  public var travellers: [String] = []
  /// The bags and their limits.
  public var bags: [BagDraft] = []
  /// The stops, in order.
  public var stops: [StopDraft] = []
  /// What counts as a quantity in this file; nil leaves it to the site.
  public var quantities: QuantityReading?
  /// Free words.
  public var tags: [String] = []
  /// What stands before the first list, as safe HTML; empty where nothing does.
  public var introductionHTML = ""
  /// The items in the file's order.
  public var items: [ItemDraft] = []
  /// The activities in the file's order.
  public var activities: [ActivityDraft] = []
  /// Lists and paragraphs that are no items, where they stand.
  public var prose: [ProseDraft] = []
  /// Links to places inside the site, to be checked against what there is.
  public var links: [Located<String>] = []

  /// Makes an empty draft of the file at that path.
  public init(path: String) {
    self.path = path
  }
}

extension TripDraft {
  /// The trip with no item that names a private one as what it lies in: pages would tell of it.
  public var withoutPrivateParents: TripDraft {
    let secrets = Set(items.indices.lazy.filter { items[$0].isPrivate }.map { items[$0].name })
    guard !secrets.isEmpty else { return self }
    var draft = self
    for index in draft.items.indices where !draft.items[index].isPrivate {
      if let parent = draft.items[index].parent, secrets.contains(parent) {
        draft.items[index].parent = nil
      }
    }
    return draft
  }
}

/// A value and the place in the file where it stands.
public struct Located<Value: Sendable & Hashable>: Sendable, Hashable {
  /// The value.
  public var value: Value
  /// Where it stands.
  public var position: FilePosition
  /// How many bytes of the file it takes there; 0 where that is not known.
  public var length: Int

  /// Makes a value with its place.
  public init(_ value: Value, at position: FilePosition, length: Int = 0) {
    self.value = value
    self.position = position
    self.length = length
  }
}

/// One thing to pack, as its line tells it.
public struct ItemDraft: Sendable, Hashable {
  /// Its category, heads joined by ` › `; `Other` where it has none.
  public var category: String
  /// Its name: plain text in Unicode NFC.
  public var name: String
  /// How many pieces: 1 or more.
  public var quantity = 1
  /// The expression that the quantity was written as; worked out where the trip is known, which
  /// for an item of a base list is the trip that includes it.
  public var quantityExpression: QuantityExpression?
  /// Whether its box is ticked.
  public var isPacked = false
  /// Whether it is left behind: struck out, or `[-]`.
  public var isLeftBehind = false
  /// The weight of one piece.
  public var weight: Weight?
  /// The price of one piece, in hundredths of the site's currency.
  public var priceInCents: Int?
  /// Where the whole name links to.
  public var url: String?
  /// What is said about it: plain text, lines joined by line breaks.
  public var note: String?
  /// Who carries it.
  public var traveller: String?
  /// The bag it goes into.
  public var bag: String?
  /// The name of the item it lies under.
  public var parent: String?
  /// How many of the pieces are worn; 0 for none.
  public var wornCount = 0
  /// Whether all pieces are worn, however many there are.
  public var isWornWhole = false
  /// Whether it is used up on the way.
  public var isConsumable = false
  /// Whether it must not be forgotten.
  public var isEssential = false
  /// Whether it has to be bought.
  public var isToBuy = false
  /// Whether it was not used on the trip.
  public var isUnused = false
  /// Whether it is never published.
  public var isPrivate = false
  /// The base list that it comes from, by name; nil where the trip's own file tells of it.
  public var origin: String?
  /// The how-manieth of its folded name in its category, from 1.
  public var occurrence = 1
  /// Where it starts: the bullet, or the cell.
  public var position: FilePosition
  /// The bytes of the file from its bullet to the end of its last line.
  public var bytes: Range<Int>
  /// The bytes of the one character between the brackets of its box, or of the drawn box; nil
  /// where it has no box.
  ///
  /// Empty for `[]`.
  public var box: Range<Int>?
  /// Where its row has what; nil where it does not stand in a table.
  var row: RowPlace?

  /// Makes an item.
  public init(category: String, name: String, position: FilePosition, bytes: Range<Int>) {
    self.category = category
    self.name = name
    self.position = position
    self.bytes = bytes
  }
}

/// Which columns of its table an item's row uses.
struct RowPlace: Sendable, Hashable {
  /// The column of the name, from 0.
  var item: Int
  /// The column that says whether it is packed; nil where the table has none.
  var packed: Int?
  /// The column of the category; nil where the table has none.
  var category: Int?
}

/// One thing to do on a trip.
public struct ActivityDraft: Sendable, Hashable {
  /// What: plain text.
  public var name: String
  /// Whether it is done.
  public var isDone: Bool
  /// The heads that it stands under, joined by ` › `, without the one that says that activities
  /// follow.
  public var group: String?
  /// Whether it was given up: struck out, or `[-]`.
  public var isLeftBehind = false
  /// What is said about it.
  public var note: String?
  /// Where it stands.
  public var position: FilePosition
  /// The bytes of the character between the brackets of its box; nil where it has none.
  public var box: Range<Int>?

  /// Makes an activity.
  public init(name: String, isDone: Bool, position: FilePosition) {
    self.name = name
    self.isDone = isDone
    self.position = position
  }
}

/// A stop of a trip: a place, and the nights spent there.
public struct StopDraft: Sendable, Hashable {
  /// The place.
  public var city: String
  /// Nights there: 0 or more.
  public var nights: Int
  /// Where it stands.
  public var position: FilePosition

  /// Makes a stop.
  public init(city: String, nights: Int, position: FilePosition) {
    self.city = city
    self.nights = nights
    self.position = position
  }
}

/// A bag, and what it may weigh.
public struct BagDraft: Sendable, Hashable {
  /// Its name.
  public var name: String
  /// What it may weigh; nil for no limit.
  public var limit: Weight?
  /// Where it stands.
  public var position: FilePosition

  /// Makes a bag.
  public init(name: String, limit: Weight?, position: FilePosition) {
    self.name = name
    self.limit = limit
    self.position = position
  }
}

/// A list, paragraph or table that is shown where it stands but holds no items.
public struct ProseDraft: Sendable, Hashable {
  /// The category it stands under; nil before the first head.
  public var category: String?
  /// How many items of the file come before it.
  public var itemsBefore: Int
  /// Safe HTML.
  public var html: String
  /// Where it starts.
  public var position: FilePosition

  /// Makes a piece of prose.
  public init(category: String?, itemsBefore: Int, html: String, position: FilePosition) {
    self.category = category
    self.itemsBefore = itemsBefore
    self.html = html
    self.position = position
  }
}
