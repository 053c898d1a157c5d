import ContentReading
import Diagnostics
import Files
import Glibc
import ModelStore
import PackingLists
import SiteBuild

/// One edit of a site, from the words of a command to the answer.
struct EditRun {
  let session: Session
  let editor: SiteEditor
  let isDryRun: Bool
  private let command: String

  init(_ command: String, _ arguments: ParsedArguments, in session: Session) throws {
    self.session = session
    self.command = ([command] + arguments.positionals).joined(separator: " ")
    isDryRun = arguments.has("dry-run")
    editor = try SiteEditor(site: session.site, environment: session.environment) {
      session.say("another edit of this file is running: waiting for it")
    }
  }

  /// What every edit takes.
  static let dryRun = OptionDescription(
    name: "dry-run", letter: "n", help: "show the change as a diff and write nothing")

  /// What says which of several items is meant.
  static let choosing = [
    OptionDescription(
      name: "category", letter: "c", value: "NAME", help: "the category that the item stands in"),
    OptionDescription(
      name: "nth", value: "N", help: "the N-th of the items that match, in the list's order"),
  ]

  /// How items are named, for the commands' help.
  static let naming = """
    ITEM is words of its name; case, accents and plural do not matter. Where several
    match, a terminal is asked, and otherwise they are listed.
    """

  /// The trip or the base list that a person means: `lists/carry-on` is one of those.
  func list(_ name: String) throws -> EditedTrip {
    guard let base = Self.baseListName(name) else { return try trip(name) }
    if let list = editor.baseList(named: base) { return list }
    let meant = nearest(to: base, in: editor.baseListNames)
    throw Diagnostic(
      .error, .notFound, "there is no base list \"\(base)\"",
      hint: meant.map { "did you mean \"lists/\($0)\"?" }
        ?? "\"valise new lists/\(base)\" starts one")
  }

  /// What stands behind `lists/`, without the ending of a file; nil where a trip is named.
  static func baseListName(_ name: String) -> String? {
    let prefix = [Site.lists + "/", "lists/"].first { name.hasPrefix($0) }
    guard let prefix else { return nil }
    let base = name.dropFirst(prefix.count)
    return slug(of: String(base.hasSuffix(".md") ? base.dropLast(3) : base))
  }

  /// The trip that a person means.
  func trip(_ name: String) throws -> EditedTrip {
    if let base = Self.baseListName(name), editor.baseList(named: base) != nil {
      throw Diagnostic(
        .error, .usage, "\"\(name)\" is a base list, and this takes a trip",
        hint: "\"add\", \"remove\", \"rename\" and \"move\" change base lists; "
          + "what is packed belongs to a trip")
    }
    if let trip = editor.trip(at: slug(of: name)) { return trip }
    let address = try address(of: name)
    guard let trip = editor.trip(at: address) else {
      throw Diagnostic(
        .error, .notFound, "the trip \"\(name)\" has no file any more",
        hint: "\"valise list --all\" lists the trips")
    }
    return trip
  }

  /// The address behind a title; the store is let go of again when it is known.
  private func address(of name: String) throws -> String {
    let content = try session.builder.loadContent()
    return try TripLookup.address(of: name, in: ModelContext(content.container), session)
  }

  /// The item that a command names.
  static func selection(_ words: String, _ arguments: ParsedArguments) throws(Diagnostic)
    -> ItemSelection
  {
    var number: Int?
    if let text = arguments["nth"] {
      guard let value = Int(text), value > 0 else {
        throw Diagnostic(
          .error, .usage, "\"--nth\" takes a number from 1, got \"\(text)\"",
          hint: "write \"--nth 2\" for the second that matches")
      }
      number = value
    }
    return ItemSelection(words, category: arguments["category"], number: number)
  }

  // MARK: Doing it

  /// Makes a file that is not there yet, and brings the store in step.
  ///
  /// - Returns: Whether it was written; a dry run shows it only.
  /// - Throws: `FileError`; `isThereAlready` where something is there.
  func make(_ path: String, _ bytes: [UInt8]) throws -> Bool {
    guard !isDryRun else {
      show(FileChange(path: path, before: nil, after: bytes))
      return false
    }
    let change = try editor.make(path, bytes, as: command)
    session.terminal.print(session.site.path(path) + "\n")
    updateStore(after: [change])
    return true
  }

  /// Changes one item of the last of some trips; `change` returns what to tell the person.
  func edit(
    _ trips: [EditedTrip], _ selection: ItemSelection,
    _ change: (inout [TripEditor], TripItem) throws -> String
  ) throws -> ExitCode {
    var selection = selection
    while true {
      do {
        return try edit(trips) { editors in
          let item = try editors[editors.count - 1].item(selection)
          return try change(&editors, item)
        }
      } catch let ambiguous as AmbiguousItem {
        selection.number = try choose(ambiguous)
      }
    }
  }

  /// Changes trips; `change` returns what to tell the person.
  func edit(
    _ trips: [EditedTrip], _ change: (inout [TripEditor]) throws -> String
  ) throws -> ExitCode {
    var answer = ""
    var notes: [String] = []
    let changes = try editor.edit(trips, as: command, isDryRun: isDryRun) { editors in
      answer = try change(&editors)
      notes = editors.flatMap(\.list.notes)
    }
    return try finish(changes, answer: answer, notes: notes)
  }

  /// Tells what was done, and brings the store in step.
  func finish(_ changes: [FileChange], answer: String, notes: [String] = []) throws -> ExitCode {
    for note in notes { session.say("note: \(TerminalText.cleaned(note))") }
    guard !isDryRun else {
      for change in changes { show(change) }
      return .done
    }
    if !session.isQuiet { session.terminal.print(TerminalText.cleaned(answer) + "\n") }
    for change in changes { session.report(editor.newProblems(of: change)) }
    if !changes.isEmpty { updateStore(after: changes) }
    return .done
  }

  private func show(_ change: FileChange) {
    let diff = LineDiff.unified(change.before, change.after, path: change.path)
    session.terminal.print(session.terminal.isTerminal ? cleaned(diff) : diff)
  }

  private func cleaned(_ diff: String) -> String {
    diff.split(separator: "\n", omittingEmptySubsequences: false)
      .map { TerminalText.cleaned(String($0)) }.joined(separator: "\n")
  }

  /// Reads what was written into the store, so that the next build finds nothing to read.
  func updateStore(after changes: [FileChange]) {
    do {
      try editor.waitUntilSettled(changes)
      _ = try session.builder.loadContent()
    } catch {
      // The edit is on the disk; only the next build has more to do.
      session.say("note: the store could not be brought in step: \(error)")
    }
  }

  // MARK: Asking

  private func choose(_ ambiguous: AmbiguousItem) throws -> Int {
    let lines = ambiguous.items.map { item in
      let marks = [
        item.isPacked ? "packed" : nil, item.origin.map { "from \($0)" },
        item.parent.map { "in \($0)" },
      ].compactMap(\.self)
      return "\(item.category): \(item.name)"
        + (marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))")
    }
    if let choice = session.choose("which one?", from: lines) { return choice + 1 }
    throw Diagnostic(
      .error, .editAmbiguous, "\(lines.count) items match \"\(ambiguous.words)\"",
      hint: "say more of the name, its \"--category\", or which one with \"--nth N\"",
      notes: zip(lines, ambiguous.items).enumerated().map { number, pair in
        Diagnostic.Note("\(number + 1). \(pair.0)", at: pair.1.position)
      })
  }
}

extension TripEditor {
  /// How much is packed: `3 of 12 packed`.
  var progress: String {
    let counted = items.filter { !$0.item.isLeftBehind }
    return "\(counted.count { $0.item.isPacked }) of \(counted.count) packed"
  }
}

extension Session {
  /// Asks a person at a terminal to choose; nil where there is none, or no answer is given.
  func choose(_ question: String, from lines: [String]) -> Int? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
    for (index, line) in lines.enumerated() {
      terminal.say("  \(index + 1). \(TerminalText.cleaned(line))\n")
    }
    while !Interruption.isRequested {
      terminal.say("\(question) [1-\(lines.count)] ")
      guard let answer = readLine(), !answer.isEmpty else { return nil }
      let number = Int(answer.trimmingPrefix { $0 == " " }.prefix { $0 != " " })
      if let number, lines.indices.contains(number - 1) { return number - 1 }
    }
    return nil
  }
}
