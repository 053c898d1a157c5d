import ContentReading
import Diagnostics
import PackingLists

/// What `TripReader` makes of a text, as lines that a person can compare with what the text means.
///
/// ```
/// title: A weekend at the hut
/// Clothes: [x] Wool jumper · 480 g — the warm one
/// prose under Clothes: Ask Tove for hers
/// to do: [ ] Sauna
/// warning: item.empty
/// ```
struct ReadingText {
  let draft: TripDraft
  let diagnostics: [Diagnostic]

  /// Reads a text as the file of a trip.
  init(of markdown: String, _ options: ReadingOptions = ReadingOptions()) {
    let (draft, diagnostics) = TripReader.read(
      bytes: Array(markdown.utf8), path: "Content/trips/example.md", options: options)
    self.draft = draft ?? TripDraft(path: "Content/trips/example.md")
    self.diagnostics = diagnostics
  }

  /// All lines: the trip, its items with the prose between them, its activities, the problems.
  var lines: [String] {
    var lines = facts
    if !draft.introductionHTML.isEmpty {
      lines.append("introduction: " + words(draft.introductionHTML))
    }
    for index in 0...draft.items.count {
      lines += draft.prose.filter { $0.itemsBefore == index }.map { prose in
        "prose" + (prose.category.map { " under \($0)" } ?? "") + ": " + words(prose.html)
      }
      if draft.items.indices.contains(index) { lines.append(line(of: draft.items[index])) }
    }
    lines += draft.activities.map { activity in
      "to do: [\(activity.isDone ? "x" : " ")] \(activity.name)" + note(activity.note)
    }
    return lines + diagnostics.map { "\($0.severity): \($0.code.rawValue)" }
  }

  private var facts: [String] {
    [
      ("title", draft.title), ("destination", draft.destination),
      ("start", draft.start?.description), ("end", draft.end?.description),
      ("nights", draft.nights.map(String.init)),
      ("travellers", list(draft.travellers)),
      (
        "bags",
        list(
          draft.bags.map { bag in
            [bag.name, bag.limit?.formatted(in: .kilograms)].compactMap(\.self).joined(
              separator: " ")
          })
      ),
      ("stops", list(draft.stops.map { "\($0.city) \($0.nights)" })),
      ("include", list(draft.include.map(\.value))),
    ].compactMap { name, value in value.map { "\(name): \($0)" } }
  }

  private func list(_ values: [String]) -> String? {
    values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// The words of an item with everything that its line says about it.
  private func line(of item: ItemDraft) -> String {
    let box = item.isLeftBehind ? "-" : item.isPacked ? "x" : " "
    let parts: [String?] = [
      item.name + (item.quantity == 1 ? "" : " ×\(item.quantity)"),
      item.weight?.formatted(in: .grams),
      item.priceInCents.map { "price \($0 / 100).\($0 % 100 < 10 ? "0" : "")\($0 % 100)" },
      item.wornCount > 0 ? "worn \(item.wornCount)" : nil,
      item.isConsumable ? "consumable" : nil, item.isEssential ? "essential" : nil,
      item.isToBuy ? "buy" : nil, item.isUnused ? "unused" : nil,
      item.isPrivate ? "private" : nil, item.traveller.map { "@\($0)" },
      item.bag.map { "in bag \($0)" }, item.parent.map { "inside \($0)" },
      item.url.map { "link \($0)" },
    ]
    return "\(item.category): [\(box)] " + parts.compactMap(\.self).joined(separator: " · ")
      + note(item.note)
  }

  private func note(_ note: String?) -> String {
    note.map { " — " + $0.split(separator: "\n").joined(separator: " / ") } ?? ""
  }

  /// The words of safe HTML, with single spaces.
  private func words(_ html: String) -> String {
    html.replacing(/<[^>]*>/, with: " ").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }
}
