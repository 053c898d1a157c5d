import ModelStore

/// The last time that a build wrote pages.
///
/// A page's record says what the page is made from before the page is written, and with which number
/// of run. It counts once that run is finished and its files are on the disk: so each record is
/// written once, and a killed build is one whose records do not count.
@Model
final class PageRun {
  /// 1 for the first.
  var number: Int
  /// Whether all of its files are on the disk.
  var isFinished = false

  init(number: Int) { self.number = number }

  /// Begins the next run.
  ///
  /// - Returns: Its number.
  /// - Throws: What the store throws.
  static func begin(in container: ModelContainer) throws -> Int {
    let context = SiteStore.context(of: container)
    guard let last = try context.fetch(FetchDescriptor<PageRun>()).first else {
      context.insert(PageRun(number: 1))
      try context.save()
      return 1
    }
    if !last.isFinished {
      let number = last.number
      let unsure = FetchDescriptor<WrittenPage>(predicate: #Predicate { $0.run == number })
      for page in try context.fetch(unsure) { page.inputsHash = "" }
    }
    last.number += 1
    last.isFinished = false
    try context.save()
    return last.number
  }

  /// Notes that the files of the run that was begun last are on the disk.
  ///
  /// - Throws: What the store throws.
  static func finish(in container: ModelContainer) throws {
    let context = SiteStore.context(of: container)
    for last in try context.fetch(FetchDescriptor<PageRun>()) { last.isFinished = true }
    try context.save()
  }

  /// The run that was begun and not finished; nil where there is none.
  ///
  /// - Throws: What the store throws.
  static func unfinished(in context: ModelContext) throws -> Int? {
    try context.fetch(FetchDescriptor<PageRun>()).first { !$0.isFinished }?.number
  }
}
