import ContentReading
import Diagnostics
import Files
import ModelStore
import PackingLists

/// The goals or the reading list, as the build goes on with them.
struct LoadedEntries: Sendable {
  /// Its title; nil where the file says none.
  var title: String?
  /// What stands before its entries, as safe HTML.
  var introductionHTML: String
  /// The hash of what the store has of it.
  var hash: String
  /// How many entries it has.
  var count: Int
  /// The file, relative to the site's root.
  var path: String
  /// Its links to trips and files.
  var links: [Located<String>]

  fileprivate init(_ record: EntryFile) {
    path = record.path
    links = StoredLinks.decode(record.links, path: record.path)
    title = record.title
    introductionHTML = record.introductionHTML
    hash = record.hash
    count = record.count
  }
}

/// Brings goals and the reading list in step with their files, and goals with the trips.
///
/// They are read again where their bytes changed, and goals also where any trip did.
struct EntryFilesLoader {
  let site: Site
  let container: ModelContainer
  /// The hash of all trips as the store has them.
  let tripsHash: String
  /// The hash of what reading depends on besides: the program, the configuration.
  let programHash: String
  /// Whether everything is read, changed or not.
  let isForced: Bool

  /// Loads both files; the trips have to be in the store already.
  ///
  /// - Parameter scan: The files of the site.
  /// - Returns: What there is of each, and what is wrong with them.
  /// - Throws: What the store throws.
  func load(
    _ scan: SourceScan
  ) throws -> (goals: LoadedEntries?, reading: LoadedEntries?, diagnostics: [Diagnostic]) {
    let context = ModelContext(container)
    var diagnostics: [Diagnostic] = []
    let goals = try load(Site.goals, scan, context, &diagnostics, Goal.self, tripsHash) {
      bytes, path in
      let (list, problems) = GoalReader.read(
        bytes: bytes, path: path, siteTarget: SiteLink.target(from: path))
      guard let list else { return (nil, problems) }
      let (goals, unknown) = try GoalProgress(in: context).goals(of: list.goals)
      let rows = EntryRows(
        title: list.title, introductionHTML: list.introductionHTML, models: goals,
        links: list.links, texts: goals.map(\.text))
      return (rows, problems + unknown)
    }
    let reading = try load(Site.reading, scan, context, &diagnostics, Book.self, "") {
      bytes, path in
      let (list, problems) = BookReader.read(
        bytes: bytes, path: path, siteTarget: SiteLink.target(from: path))
      guard let list else { return (nil, problems) }
      let books = list.books.enumerated().map { Book($1, at: $0) }
      let rows = EntryRows(
        title: list.title, introductionHTML: list.introductionHTML, models: books,
        links: list.links, texts: books.map(\.text))
      return (rows, problems)
    }
    try context.save()
    return (goals, reading, diagnostics)
  }

  private func load<Model: PersistentModel>(
    _ path: String, _ scan: SourceScan, _ context: ModelContext,
    _ diagnostics: inout [Diagnostic], _ model: Model.Type, _ dependencies: String,
    read: (_ bytes: [UInt8], _ path: String) throws -> (EntryRows<Model>?, [Diagnostic])
  ) throws -> LoadedEntries? {
    let record = try context.fetch(
      FetchDescriptor<EntryFile>(predicate: #Predicate { $0.path == path })
    ).first
    guard let entry = scan.entryFiles[path] else {
      // What cannot be looked at now may come back: its page stays.
      if scan.unreadable.contains(path) { return record.map { LoadedEntries($0) } }
      if let record {
        for old in try context.fetch(FetchDescriptor<Model>()) { context.delete(old) }
        context.delete(record)
      }
      return nil
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try readFile(site.path(entry.path))
    } catch {
      diagnostics.append(.unreadable(entry.path, error))
      return record.map { LoadedEntries($0) }
    }
    var sourceHash = StableHash(of: bytes)
    sourceHash.add(programHash)
    sourceHash.add(dependencies)
    if !isForced, let record, record.sourceHash == sourceHash.text {
      diagnostics += StoredDiagnostics.decode(record.diagnostics)
      return LoadedEntries(record)
    }
    let (read, problems) = try read(bytes, path)
    diagnostics += problems
    guard let rows = read else { return record.map { LoadedEntries($0) } }
    let updated = record ?? EntryFile(path: path)
    if record == nil { context.insert(updated) }
    updated.sourceHash = sourceHash.text
    updated.diagnostics = StoredDiagnostics.encode(problems)
    updated.links = StoredLinks.encode(rows.links)
    guard updated.hash != rows.hash else { return LoadedEntries(updated) }
    for old in try context.fetch(FetchDescriptor<Model>()) { context.delete(old) }
    for model in rows.models { context.insert(model) }
    updated.title = rows.title
    updated.introductionHTML = rows.introductionHTML
    updated.count = rows.models.count
    updated.hash = rows.hash
    return LoadedEntries(updated)
  }
}

/// What a file becomes in the store.
private struct EntryRows<Model: PersistentModel> {
  var title: String?
  var introductionHTML: String
  var models: [Model]
  /// The links to places in the site.
  var links: [Located<String>]
  /// All that each model holds, to tell whether anything changed.
  var texts: [String]

  var hash: String {
    var hash = StableHash()
    hash.add(title ?? "")
    hash.add(introductionHTML)
    for text in texts { hash.add(text) }
    return hash.text
  }
}

extension Goal {
  /// All that it holds, as one text.
  fileprivate var text: String {
    let kind = (self as? ActivityGoal).map { "activities \($0.word ?? "")" } ?? "trips"
    return """
      \(title)\n\(kind)\n\(collection ?? "")\n\(year ?? 0)
      \(completedCount) \(targetCount) \(isAchieved) \(isGivenUp)
      \(dateAchieved?.description ?? "")\n\(note ?? "")
      """
  }
}

extension Book {
  /// A book as a file says it.
  fileprivate convenience init(_ draft: BookDraft, at position: Int) {
    self.init(title: draft.title, position: position)
    author = draft.author
    rating = draft.rating ?? 0
    shelf = draft.isGivenUp ? .givenUp : draft.isRead ? .read : .toRead
    date = draft.date
    year = draft.year
    sortDay = draft.date ?? draft.year.flatMap { CalendarDay(year: $0, month: 1, day: 1) }
    note = draft.note
    url = draft.url
  }

  /// All that it holds, as one text.
  fileprivate var text: String {
    """
    \(title)\n\(author ?? "")\n\(rating) \(shelf.rawValue) \(date?.description ?? "") \(year ?? 0)
    \(url ?? "")\n\(note ?? "")
    """
  }
}
