import Files
import ModelStore
import Mustache
import Pages
import Synchronization

/// What came of making the files of a plan.
struct MadePage: Sendable {
  var due: DuePages
  /// Whether all could be made; otherwise what was published last stays.
  var isMade = true
  /// Those that differ from what was there, and were written.
  var writtenPaths: [String] = []
  /// What is wrong with their templates.
  var problems: [TemplateProblem] = []
}

/// Makes the files of a site: renders pages from the store, and writes them.
struct PageMaker: Sendable {
  let site: Site
  let container: ModelContainer
  let theme: Theme
  /// What every page shows of the site.
  let frame: SiteFrame
  private let toolbox: PageToolbox

  init(site: Site, container: ModelContainer, theme: Theme, frame: SiteFrame) {
    self.site = site
    self.container = container
    self.theme = theme
    self.frame = frame
    toolbox = PageToolbox(theme)
  }

  /// What one core makes files with.
  func workspace() -> PageWorkspace {
    PageWorkspace(
      site: site, store: ModelContext(container), theme: theme,
      context: PageContext(site: frame.info))
  }

  /// Makes files on all cores, each core with a store context of its own.
  ///
  /// - Parameters:
  ///   - due: What to make.
  ///   - output: Where to write; nil makes pages only to see what is wrong with them.
  /// - Returns: What came of each, in their order.
  /// - Throws: `FileError`, and what the store throws.
  func make(
    _ due: ArraySlice<DuePages>, writingTo output: OutputFolder?
  ) throws -> [MadePage] {
    let slots = Atomic<Int>(0)
    return try concurrentMap(
      Self.portions(of: due)[...],
      makeState: {
        let slot = slots.add(1, ordering: .relaxed).oldValue
        let tools = toolbox.tools(slot)
        let workspace = PageWorkspace(
          site: site, store: SiteStore.context(of: container), theme: tools.theme,
          context: tools.context(for: frame))
        return (workspace: workspace, slot: slot)
      }
    ) { portion, worker in
      let trips = portion.compactMap(\.plan.trip)
      if !trips.isEmpty { try worker.workspace.trips.fetch(trips) }
      return try portion.map { try make($0, writingTo: output, worker.workspace, worker.slot) }
    }.flatMap(\.self)
  }

  /// Into how many portions files are divided at least, if there are as many.
  private static let portionCount = 16

  /// What one core makes at a time: a file, or those of some trips, which are fetched together.
  private static func portions(of due: ArraySlice<DuePages>) -> [ArraySlice<DuePages>] {
    // Of few trips a core takes one at a time, so that all have something to do.
    let size = min(TripShelf.size, max(1, due.count / Self.portionCount))
    var portions: [ArraySlice<DuePages>] = []
    var start = due.startIndex
    for index in due.indices.dropFirst() {
      let goesOn =
        due[start].plan.trip != nil && due[index].plan.trip != nil && index - start < size
      if goesOn { continue }
      portions.append(due[start..<index])
      start = index
    }
    if start < due.endIndex { portions.append(due[start...]) }
    return portions
  }

  private func make(
    _ due: DuePages, writingTo output: OutputFolder?, _ workspace: PageWorkspace, _ slot: Int
  ) throws -> MadePage {
    let contents = try due.plan.make(workspace, due.isDue)
    var made = MadePage(due: due, isMade: contents.count == due.plan.paths.count)
    for place in due.places where place < contents.count {
      let (path, content) = (due.plan.paths[place], contents[place])
      made.problems += content.problems
      guard let bytes = content.bytes, content.problems.isEmpty, let output else {
        made.isMade = false
        continue
      }
      if try output.write(bytes, to: path, slot: slot) { made.writtenPaths.append(path) }
    }
    return made
  }
}
