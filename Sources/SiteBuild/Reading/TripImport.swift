import ContentReading
import Foundation
import ModelStore
import PackingLists

/// Puts what a trip's file says into the store: updates what is there, adds what is new, removes
/// what is gone.
struct TripImport {
  /// The trip's address.
  let slug: String
  /// What the file says, base lists merged in.
  let draft: TripDraft
  /// The hash of all that the reading depended on.
  let fingerprint: String
  /// How the site orders items where the trip does not say.
  let defaultOrder: ItemOrder
  /// The bags that hold on every trip of the site.
  let siteBags: [Bag]
  /// Who travels where the trip does not say.
  let siteTravellers: [String]

  /// The trip as objects that are in no store yet.
  func newTrip() -> NewTrip {
    let trip = Trip(slug: slug, sourcePath: draft.path, title: title)
    apply(to: trip)
    return NewTrip(
      trip: trip, items: newItems(),
      stops: draft.stops.enumerated().map { stop($1, at: $0) },
      activities: draft.activities.enumerated().map { activity($1, at: $0) })
  }

  /// The items, by number: a loop over a trip's items copies each, with a dozen texts, and so does a
  /// function that is given one.
  private func newItems() -> [PackingItem] {
    var category: (name: String, identities: ItemIdentity.Category)?
    return draft.items.indices.map { index in
      let name = draft.items[index].category
      let identities: ItemIdentity.Category
      if let category, category.name == name {
        identities = category.identities
      } else {
        identities = ItemIdentity.Category(name, ofTrip: slug)
        category = (name, identities)
      }
      return item(
        index,
        identities.text(
          name: draft.items[index].name, occurrence: draft.items[index].occurrence))
    }
  }

  /// Brings what the store has of the trip in step with it; the caller saves.
  ///
  /// - Parameters:
  ///   - stored: What the store has.
  ///   - context: Where that is.
  func write(over stored: StoredTrip, in context: ModelContext) {
    apply(to: stored.trip)
    merge(stored.items, of: stored.trip, in: context)
    merge(stored.stops, of: stored.trip, in: context)
    merge(stored.activities, of: stored.trip, in: context)
  }

  /// The trip and its items in no store, for pages that show a list which is no trip.
  ///
  /// They do not lead to each other: objects in circles would stay for ever.
  var detached: (trip: Trip, items: [PackingItem]) {
    let trip = Trip(slug: slug, sourcePath: draft.path, title: title)
    apply(to: trip)
    let items = draft.items.indices.map { index in
      let item = item(index, identity(of: index))
      // How many there will be is worked out trip by trip.
      if let text = draft.items[index].quantityExpression?.text { item.name += " x{\(text)}" }
      return item
    }
    return (trip, items)
  }

  /// Takes a trip and all that belongs to it out of the store.
  static func remove(slug: String, from context: ModelContext) throws {
    let descriptor = FetchDescriptor<Trip>(predicate: #Predicate { $0.slug == slug })
    for trip in try context.fetch(descriptor) { context.delete(trip) }
  }

  private var title: String { draft.title ?? TripTitle.fromPath(draft.path) }

  private func identity(of index: Int) -> String {
    ItemIdentity.text(
      trip: slug, category: draft.items[index].category, name: draft.items[index].name,
      occurrence: draft.items[index].occurrence)
  }

  // MARK: The trip itself

  private func apply(to trip: Trip) {
    trip.sourcePath = draft.path
    trip.title = title
    trip.destination = draft.destination
    trip.start = draft.start
    trip.end = draft.end
    trip.nights = draft.nights
    trip.collection = draft.collection
    trip.booking = draft.booking?.value
    trip.isArchived = draft.isArchived
    trip.isDraft = draft.isDraft
    let activities = draft.activities.filter { !$0.isLeftBehind }
    trip.isComplete = !activities.isEmpty && activities.allSatisfy(\.isDone)
    trip.activityCount = activities.count
    trip.doneActivityCount = activities.count(where: \.isDone)
    trip.activitiesHash = activitiesHash
    trip.stopCount = draft.stops.count
    trip.order = draft.order ?? defaultOrder
    trip.photoPath = draft.photoPath
    trip.introductionHTML = draft.introductionHTML
    trip.travellers = draft.travellers.isEmpty ? siteTravellers : draft.travellers
    trip.bags = bags
    trip.tags = draft.tags
    trip.prose = draft.prose.map {
      Prose(category: $0.category, itemsBefore: $0.itemsBefore, html: $0.html)
    }
    trip.fingerprint = fingerprint
    trip.searchText = searchText
    trip.searchHash = searchHash
    (trip.itemCount, trip.packedCount, trip.totalWeight) = totals
  }

  /// What lists of trips show: the items that count, those of them that are packed, and their weight.
  private var totals: (count: Int, packed: Int, weight: Weight) {
    var totals = (count: 0, packed: 0, weight: Weight.zero)
    for index in draft.items.indices
    where !draft.items[index].isLeftBehind && !draft.items[index].isPrivate {
      totals.count += 1
      if draft.items[index].isPacked { totals.packed += 1 }
      if let piece = draft.items[index].weight {
        totals.weight = totals.weight + piece * draft.items[index].quantity
      }
    }
    return totals
  }

  private var searchText: String {
    ([draft.destination, draft.collection].compactMap(\.self) + draft.tags).joined(separator: " ")
  }

  private var searchHash: String {
    var hash = StableHash()
    for text in [title, searchText, draft.destination ?? ""] { hash.add(text) }
    for day in [draft.start, draft.end] { hash.add(day?.description ?? "") }
    for index in draft.items.indices where !draft.items[index].isPrivate {
      hash.add(draft.items[index].name)
    }
    hash.add("activities")
    for activity in draft.activities { hash.add(activity.name) }
    return hash.text
  }

  private var activitiesHash: String {
    guard !draft.activities.isEmpty else { return "" }
    var hash = StableHash()
    for activity in draft.activities {
      hash.add(activity.name)
      hash.add(activity.group ?? "")
      hash.add(activity.note ?? "")
      hash.add("\(activity.isDone) \(activity.isLeftBehind)")
    }
    return hash.text
  }

  /// The trip's own bags, and those of the site that it does not speak of but uses.
  private var bags: [Bag] {
    var bags = draft.bags.map { Bag(name: $0.name, limit: $0.limit) }
    guard !siteBags.isEmpty else { return bags }
    let own = Set(bags.map { foldedName($0.name) })
    let used = Set(draft.items.compactMap(\.bag).map(foldedName))
    bags += siteBags.filter {
      used.contains(foldedName($0.name)) && !own.contains(foldedName($0.name))
    }
    return bags
  }

  // MARK: What belongs to it; naming its trip takes a new object into the trip's context

  private func merge(_ stored: [PackingItem], of trip: Trip, in context: ModelContext) {
    var left = Dictionary(stored.map { ($0.identity, $0) }) { first, _ in first }
    for index in draft.items.indices {
      let identity = identity(of: index)
      if let known = left.removeValue(forKey: identity) {
        apply(index, to: known)
      } else {
        item(index, identity).trip = trip
      }
    }
    for gone in left.values { context.delete(gone) }
  }

  private func merge(_ stored: [Stop], of trip: Trip, in context: ModelContext) {
    for (position, stop) in draft.stops.enumerated() {
      guard stored.indices.contains(position) else {
        self.stop(stop, at: position).trip = trip
        continue
      }
      stored[position].city = stop.city
      stored[position].nights = stop.nights
    }
    for gone in stored.dropFirst(draft.stops.count) { context.delete(gone) }
  }

  private func merge(_ stored: [Activity], of trip: Trip, in context: ModelContext) {
    for (position, activity) in draft.activities.enumerated() {
      guard stored.indices.contains(position) else {
        self.activity(activity, at: position).trip = trip
        continue
      }
      apply(activity, to: stored[position])
    }
    for gone in stored.dropFirst(draft.activities.count) { context.delete(gone) }
  }

  private func item(_ index: Int, _ identity: String) -> PackingItem {
    let item = PackingItem(
      identity: identity, tripSlug: slug, position: index,
      category: draft.items[index].category, name: draft.items[index].name)
    apply(index, to: item)
    return item
  }

  private func stop(_ draft: StopDraft, at position: Int) -> Stop {
    Stop(city: draft.city, nights: draft.nights, position: position)
  }

  private func activity(_ draft: ActivityDraft, at position: Int) -> Activity {
    let activity = Activity(
      name: draft.name, isDone: draft.isDone, note: draft.note, position: position)
    apply(draft, to: activity)
    return activity
  }

  private func apply(_ draft: ActivityDraft, to activity: Activity) {
    activity.name = draft.name
    activity.isDone = draft.isDone
    activity.isLeftBehind = draft.isLeftBehind
    activity.group = draft.group
    activity.note = draft.note
  }

  private func apply(_ index: Int, to item: PackingItem) {
    item.position = index
    item.category = draft.items[index].category
    item.name = draft.items[index].name
    item.quantity = draft.items[index].quantity
    item.isPacked = draft.items[index].isPacked
    item.isLeftBehind = draft.items[index].isLeftBehind
    item.weight = draft.items[index].weight
    item.priceInCents = draft.items[index].priceInCents
    item.url = draft.items[index].url
    item.note = draft.items[index].note
    item.traveller = draft.items[index].traveller
    item.bag = draft.items[index].bag
    item.parentName = draft.items[index].parent
    item.wornCount = draft.items[index].wornCount
    item.isConsumable = draft.items[index].isConsumable
    item.isEssential = draft.items[index].isEssential
    item.isToBuy = draft.items[index].isToBuy
    item.isUnused = draft.items[index].isUnused
    item.isPrivate = draft.items[index].isPrivate
    item.origin = draft.items[index].origin
  }
}
