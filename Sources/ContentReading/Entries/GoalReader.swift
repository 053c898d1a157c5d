public import Diagnostics
public import PackingLists

/// A goal, as `Content/goals.md` says it.
public struct GoalDraft: Sendable, Hashable {
  /// What is counted.
  public enum Kind: Sendable, Hashable {
    case trips, activities
  }

  /// Its words.
  public var title: String
  /// What is counted for it.
  public var kind: Kind
  /// How many it takes: 1 or more; nil where it says no number, and a tick alone decides.
  public var target: Int?
  /// Only trips of this collection count, and what was done on them; nil for all.
  public var collection: String?
  /// Only activities with this word in their names count; nil for all.
  public var word: String?
  /// Only trips that start in this year count, and what was done on them; nil for all.
  public var year: Int?
  /// Whether it is ticked: achieved, whatever was counted.
  public var isTicked = false
  /// Whether it was given up.
  public var isGivenUp = false
  /// The day on which it was achieved, where the file says so.
  public var achieved: CalendarDay?
  /// What is said about it.
  public var note: String?
  /// Where it stands.
  public var position: FilePosition
  /// How many bytes it takes in its line.
  public var length: Int
}

/// A file of goals.
public struct GoalList: Sendable, Hashable {
  /// Its title; nil where it says none.
  public var title: String?
  /// What stands before the goals, as safe HTML.
  public var introductionHTML = ""
  /// The goals, in the file's order.
  public var goals: [GoalDraft] = []
  /// The links to places in the site, as they are written.
  public var links: [Located<String>] = []
}

/// Reads `Content/goals.md`.
public struct GoalReader {
  private var diagnostics: [Diagnostic] = []

  /// Reads a file of goals and says everything that is wrong with it.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - path: The file as its user would name it.
  ///   - siteTarget: What a link to a place in the site becomes on the page.
  /// - Returns: The goals, nil where an error says that the last good page must stay; and the
  ///   problems in the order of their places.
  public static func read(
    bytes: [UInt8], path: String,
    siteTarget: @escaping @Sendable (String) -> String = { $0 }
  ) -> (list: GoalList?, diagnostics: [Diagnostic]) {
    var reader = GoalReader()
    let found = EntryListReader.read(
      bytes: bytes, path: path, keys: keys, siteTarget: siteTarget, &reader.diagnostics)
    guard let found else { return (nil, reader.diagnostics.sorted()) }
    let list = GoalList(
      title: found.title, introductionHTML: found.introductionHTML,
      goals: found.entries.map { reader.goal($0) }, links: found.links)
    return (list, reader.diagnostics.sorted())
  }

  // MARK: Words

  private enum Key: CaseIterable {
    case target, kind, collection, word, year, achieved, note

    var names: Set<String> {
      switch self {
      case .target:
        wordSet("target|goal|number|count|ziel|anzahl|objectif|cible|nombre|objetivo|meta|numero")
      case .kind: wordSet("kind|type|of|art|typ|genre|tipo")
      case .collection: wordSet("collection|sammlung|coleccion")
      case .word: wordSet("word|activity|wort|unternehmung|mot|activite|palabra|actividad")
      case .year: wordSet("year|jahr|annee|ano")
      case .achieved:
        wordSet("achieved|reached|done|date|erreicht|datum|atteint|logrado|conseguido|fecha")
      case .note: wordSet("note|notes|notiz|notizen|remarque|nota|notas")
      }
    }
  }

  private static let detailKeys: [String: Key] = {
    var keys: [String: Key] = [:]
    for key in Key.allCases { for name in key.names { keys[name] = key } }
    return keys
  }()

  private static let keys = EntryListReader.Keys(
    details: Set(detailKeys.keys),
    titles: wordSet("goal|title|name|what|ziel|titel|objectif|titre|objetivo|titulo"))

  private static let tripWords = wordSet(
    "trip|trips|journey|journeys|travel|travels|reise|reisen|voyage|voyages|viaje|viajes")
  private static let activityWords = wordSet(
    """
    activity|activities|thing|things|things to do|to do|unternehmung|unternehmungen|aktivitat
    aktivitaten|dinge|activite|activites|chose|choses|actividad|actividades|cosa|cosas
    """)

  private static func kind(_ word: String) -> GoalDraft.Kind? {
    let folded = foldedName(String(word.filter { !",;:.!?()".contains($0) }))
    if tripWords.contains(folded) { return .trips }
    return activityWords.contains(folded) ? .activities : nil
  }

  // MARK: Reading

  private mutating func goal(_ entry: ListEntry) -> GoalDraft {
    let (name, note) = NoteSeparator.split(entry.text, entry.range)
    var goal = GoalDraft(
      title: "", kind: .trips, isTicked: entry.box == .packed, isGivenUp: entry.isGivenUp,
      position: entry.position, length: entry.length)
    var kind: GoalDraft.Kind?
    var target: Int?
    var notes = entry.notes
    var words = EntryWords(entry.text.words(name))
    if let note {
      var rest = EntryWords(entry.text.words(note))
      readEnd(of: &rest, into: &goal, &target, &kind, entry)
      if target == nil, let count = Self.count(rest.words) {
        (target, kind) = (count.number, count.kind ?? kind)
      } else if !rest.text.isEmpty {
        notes.insert(rest.text, at: 0)
      }
    }
    readEnd(of: &words, into: &goal, &target, &kind, entry)
    if target == nil { readTarget(of: &words, &target, &kind) }
    goal.title = words.words.isEmpty ? entry.text.words(entry.range) : words.text
    for detail in entry.details { read(detail, into: &goal, &target, &kind, &notes) }
    goal.kind = kind ?? entry.heads.reversed().lazy.compactMap(Self.kind).first ?? .trips
    if goal.word != nil { goal.kind = .activities }
    goal.target = target.flatMap { checked($0, entry) }
    goal.note = notes.isEmpty ? nil : notes.joined(separator: "\n")
    return goal
  }

  /// Takes marks, dates and a target off the end of an entry's words.
  private mutating func readEnd(
    of words: inout EntryWords, into goal: inout GoalDraft, _ target: inout Int?,
    _ kind: inout GoalDraft.Kind?, _ entry: ListEntry
  ) {
    while let last = words.words.last, words.words.count > 1 {
      if goal.collection == nil, let value = EntryWords.value(of: "collection", in: last) {
        goal.collection = value
      } else if goal.word == nil, let value = EntryWords.value(of: "word", in: last) {
        goal.word = value
      } else if goal.year == nil, let value = EntryWords.value(of: "year", in: last),
        let year = EntryWords.number(value), (1...9999).contains(year)
      {
        goal.year = year
      } else if goal.achieved == nil,
        let date = EntryWords.date(EntryWords.withoutParentheses(last))
      {
        switch date {
        case .day(let day): goal.achieved = day
        case .wrong:
          diagnostics.append(
            entry.problem(
              .entryDate, "\"\(last)\" is no day of the calendar; it stays in the words",
              hint: "write the day as 2026-05-03"))
          return
        }
      } else if target == nil, let number = Self.markedNumber(last) {
        target = number
      } else {
        return
      }
      words.removeLast()
    }
  }

  /// A number with a sign of its own: `x5`, `×5`, `(5)`.
  private static func markedNumber(_ word: String) -> Int? {
    if let first = word.first, "x×X".contains(first) { return EntryWords.number(word.dropFirst()) }
    let inner = EntryWords.withoutParentheses(word)
    return inner == word ? nil : EntryWords.number(inner)
  }

  /// `5`, `5 trips`, `5 activities`; nil for other words.
  private static func count(_ words: [String]) -> (number: Int, kind: GoalDraft.Kind?)? {
    guard let first = words.first, words.count <= 2, let number = EntryWords.number(first) else {
      return nil
    }
    guard words.count == 2 else { return (number, nil) }
    return kind(words[1]).map { (number, $0) }
  }

  /// Finds the target in the words: after a colon at the end, or before the word for what is
  /// counted.
  private func readTarget(
    of words: inout EntryWords, _ target: inout Int?, _ kind: inout GoalDraft.Kind?
  ) {
    let all = words.words
    for length in [1, 2] where all.count > length {
      let before = all[all.count - length - 1]
      guard before.hasSuffix(":"), let count = Self.count(Array(all.suffix(length))) else {
        continue
      }
      (target, kind) = (count.number, count.kind ?? kind)
      for _ in 0..<length { words.removeLast() }
      words.removeLast(sign: ":")
      return
    }
    for (index, word) in all.enumerated() {
      guard let number = EntryWords.number(word) else { continue }
      let following = all[(index + 1)...].prefix(3)
      guard let found = following.lazy.compactMap(Self.kind).first else { continue }
      (target, kind) = (number, found)
      return
    }
  }

  private mutating func read(
    _ detail: ListEntry.Detail, into goal: inout GoalDraft, _ target: inout Int?,
    _ kind: inout GoalDraft.Kind?, _ notes: inout [String]
  ) {
    switch Self.detailKeys[detail.key] {
    case .target:
      let words = detail.value.split(separator: " ").map(String.init)
      guard let count = Self.count(words), count.number > 0 else {
        diagnostics.append(
          detail.problem(
            .goalTarget, "a target must be a whole number of 1 or more, got \"\(detail.value)\"",
            hint: "write it as \"Target: 5\""))
        return
      }
      (target, kind) = (count.number, count.kind ?? kind)
    case .kind: kind = Self.kind(detail.value) ?? kind
    case .collection: goal.collection = EntryWords.unquoted(detail.value)
    case .word: goal.word = EntryWords.unquoted(detail.value)
    case .year:
      guard let year = EntryWords.number(detail.value), (1...9999).contains(year) else {
        diagnostics.append(
          detail.problem(
            .entryDate, "a year has four digits, got \"\(detail.value)\"",
            hint: "write it as \"Year: 2026\""))
        return
      }
      goal.year = year
    case .achieved:
      guard case .day(let day)? = EntryWords.date(detail.value) else {
        diagnostics.append(
          detail.problem(
            .entryDate, "\"\(detail.value)\" is no day of the calendar",
            hint: "write the day as 2026-05-03"))
        return
      }
      goal.achieved = day
    case .note: notes.append(detail.value)
    case nil: break
    }
  }

  private mutating func checked(_ target: Int, _ entry: ListEntry) -> Int? {
    if target > 0 { return target }
    diagnostics.append(
      entry.problem(
        .goalTarget, "a target must be 1 or more, got \(target); nothing is counted for this goal",
        hint: "write the number it takes, such as \"x5\""))
    return nil
  }
}
