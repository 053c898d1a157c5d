import Files
import ModelStore
import Mustache
import Pages
import Synchronization

/// What came of making the files of a plan.
struct MadePage: Sendable {
  var plan: PagePlan
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
  /// What every page knows of the site.
  let info: SiteInfo

  /// What one core makes files with.
  func workspace() -> PageWorkspace {
    PageWorkspace(
      site: site, store: ModelContext(container), theme: theme, context: PageContext(site: info))
  }

  /// Makes files on all cores, each core with a store context of its own.
  ///
  /// - Parameters:
  ///   - plans: What to make.
  ///   - output: Where to write; nil makes pages only to see what is wrong with them.
  /// - Returns: What came of each plan, in their order.
  /// - Throws: `FileError`, and what the store throws.
  func make(
    _ plans: ArraySlice<PagePlan>, writingTo output: OutputFolder?
  ) throws -> [MadePage] {
    let pageContext = PageContext(site: info)
    let slots = Atomic<Int>(0)
    return try concurrentMap(
      plans,
      makeState: {
        let workspace = PageWorkspace(
          site: site, store: SiteStore.context(of: container), theme: theme, context: pageContext)
        return (workspace: workspace, slot: slots.add(1, ordering: .relaxed).oldValue)
      }
    ) { plan, worker in
      let contents = try plan.make(worker.workspace)
      var made = MadePage(plan: plan, isMade: contents.count == plan.paths.count)
      for (path, content) in zip(plan.paths, contents) {
        made.problems += content.problems
        guard let bytes = content.bytes, content.problems.isEmpty, let output else {
          made.isMade = false
          continue
        }
        if try output.write(bytes, to: path, slot: worker.slot) {
          made.writtenPaths.append(path)
        }
      }
      return made
    }
  }
}
