import ContentReading
import Diagnostics
import FuzzSupport
import PackingLists

// A whole file, read as a trip, as a base list and in the generous way.
Fuzzer.run { bytes in
  var generous = ReadingOptions()
  generous.quantities = .generous
  var baseList = ReadingOptions()
  baseList.kind = .baseList
  for options in [ReadingOptions(), generous, baseList] {
    let (draft, diagnostics) = TripReader.read(bytes: bytes, path: "a.md", options: options)
    let hasError = diagnostics.contains { $0.severity == .error }
    require((draft == nil) == hasError, "a draft goes missing with an error, and only then")
    checkPlaces(diagnostics, in: bytes)
    guard let draft else { return }
    checkItems(draft, in: bytes)
    checkMarkup(draft)
    if options.kind == .baseList { checkMerging(draft) }
  }
}

/// Every problem is at a place that the file has.
@Sendable func checkPlaces(_ diagnostics: [Diagnostic], in bytes: [UInt8]) {
  for diagnostic in diagnostics {
    guard let position = diagnostic.position else { continue }
    require(
      position.line >= 1 && position.column >= 1 && position.line <= bytes.count + 1
        && position.column <= bytes.count + 1, "\(diagnostic)")
  }
}

/// Items have names, numbers in their ranges, and bytes in the file.
@Sendable func checkItems(_ draft: TripDraft, in bytes: [UInt8]) {
  for item in draft.items {
    require(!item.name.isEmpty && !item.category.isEmpty, "\(item)")
    require((1...QuantityExpression.maximumQuantity).contains(item.quantity), "\(item)")
    require((item.weight ?? .zero) >= .zero && (item.priceInCents ?? 0) >= 0, "\(item)")
    require(item.wornCount >= 0 && item.wornCount <= item.quantity, "\(item)")
    require(item.bytes.lowerBound >= 0 && item.bytes.upperBound <= bytes.count, "\(item)")
    guard let box = item.box else { continue }
    require(box.lowerBound >= 0 && box.upperBound <= bytes.count, "\(item)")
  }
}

/// What goes into pages as it is can harm nobody.
@Sendable func checkMarkup(_ draft: TripDraft) {
  for html in [draft.introductionHTML] + draft.prose.map(\.html) {
    let flaw = SafeMarkup.flaw(in: html)
    require(flaw == nil, "\(flaw ?? ""): \(html)")
  }
}

/// A base list may be merged into a trip, and into one that leaves its items out.
@Sendable func checkMerging(_ list: TripDraft) {
  let merger = IncludeMerger(lists: ["base": list])
  var trip = TripDraft(path: "trip.md")
  trip.nights = 3
  trip.include = [Located("base", at: FilePosition(path: "trip.md"))]
  let merged = merger.merge(trip).draft
  require(merged.items.count <= list.items.count, "more items than there were")
  trip.exclude = list.items.prefix(2).map { Located($0.name, at: $0.position) }
  _ = merger.merge(trip)
}
