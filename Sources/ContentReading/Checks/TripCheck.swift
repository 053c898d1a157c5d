public import Diagnostics
public import PackingLists

/// Looks for what is probably wrong with a list although it can be read.
public struct TripCheck: Sendable {
  /// The site's own bags, travellers and unit.
  private let configuration: SiteConfiguration
  /// Today, where the person is.
  private let today: CalendarDay
  /// How many days before its start a trip's essentials should be packed.
  private let days: Int

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - configuration: The site's settings.
  ///   - today: Today, where the person is.
  ///   - days: How many days before a trip its essentials are looked at.
  public init(configuration: SiteConfiguration, today: CalendarDay, days: Int) {
    self.configuration = configuration
    self.today = today
    self.days = days
  }

  /// The problems of a trip with all that it includes.
  ///
  /// - Parameter trip: The trip; one that is put away has none.
  /// - Returns: Warnings, in the order of their places.
  public func problems(of trip: TripDraft) -> [Diagnostic] {
    guard !trip.isArchived else { return [] }
    return (overweight(trip) + unknownNames(trip) + doubles(trip) + essentials(trip)).sorted()
  }

  // MARK: Bags

  private func overweight(_ trip: TripDraft) -> [Diagnostic] {
    let own = Set(trip.bags.map { foldedName($0.name) })
    let bags = trip.bags + configuration.bags.filter { !own.contains(foldedName($0.name)) }
    return bags.compactMap { bag in
      guard let limit = bag.limit else { return nil }
      let name = foldedName(bag.name)
      // What is worn hangs on a person and not in the bag.
      let loads = trip.items.filter { item in
        !item.isLeftBehind && item.bag.map(foldedName) == name && item.weight != nil
      }.map { item in
        (item: item, weight: (item.weight ?? .zero) * max(0, item.quantity - item.wornCount))
      }
      let weight = loads.reduce(Weight.zero) { $0 + $1.weight }
      guard weight > limit else { return nil }
      let over = Weight(rawValue: weight.rawValue - limit.rawValue)
      let heaviest = loads.sorted { ($1.weight, $0.item.name) < ($0.weight, $1.item.name) }
        .prefix(3).map { "\($0.item.name) \(text($0.weight))" }.joined(separator: ", ")
      return Diagnostic(
        .warning, .bagOverLimit,
        "the bag \"\(bag.name)\" weighs \(text(weight)), \(text(over)) over its limit of "
          + text(limit),
        at: place(of: bag, in: trip), hint: "take something out; the heaviest in it: \(heaviest)")
    }
  }

  private func place(of bag: BagDraft, in trip: TripDraft) -> FilePosition {
    bag.position.path == trip.path ? bag.position : FilePosition(path: trip.path)
  }

  private func text(_ weight: Weight) -> String { weight.formatted(in: configuration.units) }

  // MARK: Names

  private func unknownNames(_ trip: TripDraft) -> [Diagnostic] {
    let bags = trip.bags.map(\.name) + configuration.bags.map(\.name)
    let travellers = trip.travellers.isEmpty ? configuration.travellers : trip.travellers
    return unknown(
      \.bag, among: bags, .itemUnknownBag, "bag", key: "bags", in: trip)
      + unknown(
        \.traveller, among: travellers, .itemUnknownTraveller, "traveller", key: "travellers",
        in: trip)
  }

  /// A name that is used and not defined, once for each; where none is defined, any may be used.
  private func unknown(
    _ name: KeyPath<ItemDraft, String?>, among names: [String], _ code: DiagnosticCode,
    _ noun: String, key: String, in trip: TripDraft
  ) -> [Diagnostic] {
    guard !names.isEmpty else { return [] }
    var met = Set(names.map(foldedName))
    return trip.items.compactMap { item in
      guard let used = item[keyPath: name], met.insert(foldedName(used)).inserted else {
        return nil
      }
      let meant = nearest(to: used, in: names).map { "did you mean \"\($0)\"?" }
      return Diagnostic(
        .warning, code, "\"\(item.name)\" names the \(noun) \"\(used)\", which is not defined",
        at: item.position,
        hint: meant ?? "name it under \"\(key)\": there is \(names.joined(separator: ", "))")
    }
  }

  // MARK: Items

  private func doubles(_ trip: TripDraft) -> [Diagnostic] {
    var first: [[String]: ItemDraft] = [:]
    return trip.items.compactMap { item in
      let identity = [
        foldedName(item.category), foldedName(item.name), foldedName(item.parent ?? ""),
        foldedName(item.traveller ?? ""), foldedName(item.bag ?? ""),
      ]
      guard let other = first[identity] else {
        first[identity] = item
        return nil
      }
      return Diagnostic(
        .warning, .itemDuplicate, "\"\(item.name)\" is in \"\(item.category)\" twice",
        at: item.position, hint: "remove one, or write how many: \"\(item.name) x2\"",
        notes: [Diagnostic.Note("the first one", at: other.position)])
    }
  }

  private func essentials(_ trip: TripDraft) -> [Diagnostic] {
    guard let start = trip.start, start >= today, today.nights(until: start) <= days else {
      return []
    }
    let missing = trip.items.filter { $0.isEssential && !$0.isPacked && !$0.isLeftBehind }
    guard let first = missing.first else { return [] }
    let nights = today.nights(until: start)
    let when = nights == 0 ? "today" : nights == 1 ? "tomorrow" : "in \(nights) days"
    let names = missing.prefix(5).map(\.name).joined(separator: ", ")
    let more = missing.count > 5 ? " and \(missing.count - 5) more" : ""
    let position =
      first.position.path == trip.path ? first.position : FilePosition(path: trip.path)
    return [
      Diagnostic(
        .warning, .tripEssentials,
        "the trip starts \(when), and not packed yet: \(names)\(more)", at: position,
        hint: "pack what is marked with \"*\", or take the mark away")
    ]
  }
}
