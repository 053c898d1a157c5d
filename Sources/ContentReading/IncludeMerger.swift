public import Diagnostics
import PackingLists

/// Merges base lists into the trips that include them.
public struct IncludeMerger: Sendable {
  private let lists: [String: TripDraft]
  private let options: ReadingOptions

  /// Makes a merger of some base lists.
  ///
  /// - Parameters:
  ///   - lists: The drafts of the base lists, read as `.baseList`, by their names: `carry-on` for
  ///     `Content/lists/carry-on.md`.
  ///   - options: How the site reads its trips.
  public init(lists: [String: TripDraft], options: ReadingOptions = ReadingOptions()) {
    self.lists = lists
    self.options = options
  }

  /// Adds to a trip what the lists hold that it includes.
  ///
  /// An item goes to the end of its category, once: not if the trip already has its name there.
  /// Quantities are worked out with the trip's own nights and travellers. Ticks of a base list
  /// do not count. Activities and bags that the trip does not have are added too.
  /// - Returns: The trip with all its items; and the problems, errors among them where a list is
  ///   missing or includes itself.
  public func merge(_ trip: TripDraft) -> (draft: TripDraft, diagnostics: [Diagnostic]) {
    guard !trip.include.isEmpty else { return (trip, []) }
    let travellers = trip.travellers.isEmpty ? options.travellers : trip.travellers
    var merge = IncludeMerge(
      lists: lists, trip: trip,
      values: QuantityExpression.Values(
        nights: trip.nights, travellers: max(1, travellers.count)))
    for include in trip.include { merge.add(include) }
    let draft = merge.finished()
    if draft.items.isEmpty, draft.activities.isEmpty {
      merge.diagnostics.append(
        Diagnostic(
          .warning, .tripEmpty, "neither this file nor the lists it includes hold an item",
          at: FilePosition(path: trip.path), hint: "write each thing to pack as \"- [ ] name\""))
    }
    return (draft, merge.diagnostics.sorted())
  }
}
