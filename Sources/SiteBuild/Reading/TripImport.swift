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

  /// Writes it into a context; the caller saves.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - isNew: Whether the store is known to have no trip of that address, so that nothing needs
  ///     to be looked up.
  /// - Throws: What the store throws.
  func write(into context: ModelContext, isNew: Bool) throws {
    let trip = try isNew ? nil : storedTrip(in: context)
    if let trip {
      apply(to: trip)
      try mergeItems(of: trip, in: context)
      try mergeStops(of: trip, in: context)
      try mergeActivities(of: trip, in: context)
    } else {
      let trip = Trip(slug: slug, sourcePath: draft.path, title: title)
      apply(to: trip)
      context.insert(trip)
      for (position, item) in draft.items.enumerated() {
        let new = PackingItem(
          identity: identity(of: item), tripSlug: slug, position: position,
          category: item.category, name: item.name)
        apply(item, at: position, to: new)
        new.trip = trip
        context.insert(new)
      }
      for (position, stop) in draft.stops.enumerated() {
        let new = Stop(city: stop.city, nights: stop.nights, position: position)
        new.trip = trip
        context.insert(new)
      }
      for (position, activity) in draft.activities.enumerated() {
        context.insert(self.activity(activity, at: position, of: trip))
      }
    }
  }

  /// Takes a trip and all that belongs to it out of the store.
  static func remove(slug: String, from context: ModelContext) throws {
    let descriptor = FetchDescriptor<Trip>(predicate: #Predicate { $0.slug == slug })
    for trip in try context.fetch(descriptor) { context.delete(trip) }
  }

  private var title: String { draft.title ?? TripTitle.fromPath(draft.path) }

  private func storedTrip(in context: ModelContext) throws -> Trip? {
    let slug = slug
    return try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.slug == slug })).first
  }

  private func identity(of item: ItemDraft) -> String {
    ItemIdentity.text(
      trip: slug, category: item.category, name: item.name, occurrence: item.occurrence)
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
    let activities = draft.activities.filter { !$0.isLeftBehind }
    trip.isComplete = !activities.isEmpty && activities.allSatisfy(\.isDone)
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
    let counted = draft.items.filter { !$0.isLeftBehind && !$0.isPrivate }
    trip.itemCount = counted.count
    trip.packedCount = counted.count(where: \.isPacked)
    trip.totalWeight = counted.reduce(.zero) { sum, item in
      item.weight.map { sum + $0 * item.quantity } ?? sum
    }
  }

  /// The trip's own bags, and those of the site that it does not speak of but uses.
  private var bags: [Bag] {
    var bags = draft.bags.map { Bag(name: $0.name, limit: $0.limit) }
    let own = Set(bags.map { foldedName($0.name) })
    let used = Set(draft.items.compactMap(\.bag).map(foldedName))
    bags += siteBags.filter {
      used.contains(foldedName($0.name)) && !own.contains(foldedName($0.name))
    }
    return bags
  }

  // MARK: What belongs to it

  private func mergeItems(of trip: Trip, in context: ModelContext) throws {
    let slug = slug
    let stored = try context.fetch(
      FetchDescriptor<PackingItem>(predicate: #Predicate { $0.tripSlug == slug }))
    var left = Dictionary(uniqueKeysWithValues: stored.map { ($0.identity, $0) })
    for (position, item) in draft.items.enumerated() {
      let identity = identity(of: item)
      if let known = left.removeValue(forKey: identity) {
        apply(item, at: position, to: known)
      } else {
        let new = PackingItem(
          identity: identity, tripSlug: slug, position: position, category: item.category,
          name: item.name)
        apply(item, at: position, to: new)
        new.trip = trip
        context.insert(new)
      }
    }
    for gone in left.values { context.delete(gone) }
  }

  private func mergeStops(of trip: Trip, in context: ModelContext) throws {
    let stored = trip.stops.sorted { $0.position < $1.position }
    for (position, stop) in draft.stops.enumerated() {
      if stored.indices.contains(position) {
        stored[position].city = stop.city
        stored[position].nights = stop.nights
        stored[position].position = position
      } else {
        let new = Stop(city: stop.city, nights: stop.nights, position: position)
        new.trip = trip
        context.insert(new)
      }
    }
    for gone in stored.dropFirst(draft.stops.count) { context.delete(gone) }
  }

  private func mergeActivities(of trip: Trip, in context: ModelContext) throws {
    let stored = trip.activities.sorted { $0.position < $1.position }
    for (position, activity) in draft.activities.enumerated() {
      if stored.indices.contains(position) {
        stored[position].name = activity.name
        stored[position].isDone = activity.isDone
        stored[position].isLeftBehind = activity.isLeftBehind
        stored[position].group = activity.group
        stored[position].note = activity.note
        stored[position].position = position
      } else {
        context.insert(self.activity(activity, at: position, of: trip))
      }
    }
    for gone in stored.dropFirst(draft.activities.count) { context.delete(gone) }
  }

  private func activity(
    _ draft: ActivityDraft, at position: Int, of trip: Trip
  ) -> Activity {
    let activity = Activity(
      name: draft.name, isDone: draft.isDone, note: draft.note, position: position)
    activity.isLeftBehind = draft.isLeftBehind
    activity.group = draft.group
    activity.trip = trip
    return activity
  }

  private func apply(_ draft: ItemDraft, at position: Int, to item: PackingItem) {
    item.position = position
    item.category = draft.category
    item.name = draft.name
    item.quantity = draft.quantity
    item.isPacked = draft.isPacked
    item.isLeftBehind = draft.isLeftBehind
    item.weight = draft.weight
    item.priceInCents = draft.priceInCents
    item.url = draft.url
    item.note = draft.note
    item.traveller = draft.traveller
    item.bag = draft.bag
    item.parentName = draft.parent
    item.wornCount = draft.wornCount
    item.isConsumable = draft.isConsumable
    item.isEssential = draft.isEssential
    item.isToBuy = draft.isToBuy
    item.isUnused = draft.isUnused
    item.isPrivate = draft.isPrivate
    item.origin = draft.origin
  }
}
