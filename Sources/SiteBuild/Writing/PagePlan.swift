import Files
import ModelStore
import Mustache
import PackingLists
import Pages

/// Files of the site that are made together, and what they are made from.
struct PagePlan: Sendable {
  /// Their paths in the output folder.
  var paths: [String]
  /// Whether templates show them: then `valise check` makes them too, to see what is wrong.
  var isPage: Bool
  /// The hash of all that they depend on; nil where they cannot be made now, and what was published
  /// last stays.
  var inputsHash: String?
  /// The hash of what each of them depends on by itself, where they differ in that.
  var fileHashes: [String]?
  /// Makes them, in the order of their paths; where one is not wanted, anything stands in its place.
  ///
  /// Fewer contents than paths mean that the rest stays as it was published last.
  var make: @Sendable (PageWorkspace, _ isWanted: [Bool]) throws -> [FileContent]

  /// The hash of all that one of them depends on; nil where it cannot be made now.
  func hash(at place: Int) -> String? {
    inputsHash == nil ? nil : fileHashes?[place] ?? inputsHash
  }

  /// How many pages it has: other files may be made along with them.
  var pageCount: Int { isPage ? paths.count { $0.hasSuffix(".html") } : 0 }

  /// A page.
  ///
  /// - Parameters:
  ///   - path: Its path in the output folder.
  ///   - inputs: The hash of all that it shows; see ``PlannedSite/hash(_:)``.
  ///   - page: Makes it from what the store has, or from values that were hashed.
  /// - Returns: Its plan.
  static func page(
    _ path: String, inputs: StableHash, _ page: @escaping @Sendable () -> any Page
  ) -> PagePlan {
    PagePlan(paths: [path], isPage: true, inputsHash: inputs.text) { workspace, _ in
      [try workspace.render(page())]
    }
  }

  /// A file whose bytes are there already.
  static func file(_ path: String, bytes: [UInt8]) -> PagePlan {
    PagePlan(paths: [path], isPage: false, inputsHash: StableHash(of: bytes).text) { _, _ in
      [FileContent(bytes: bytes)]
    }
  }

  /// A file whose bytes are worked out where they are needed.
  static func file(
    _ path: String, inputs: StableHash,
    _ bytes: @escaping @Sendable (PageWorkspace) throws -> [UInt8]
  ) -> PagePlan {
    PagePlan(paths: [path], isPage: false, inputsHash: inputs.text) { workspace, _ in
      [FileContent(bytes: try bytes(workspace))]
    }
  }

  /// A copy of a file of the site.
  ///
  /// - Parameters:
  ///   - path: Its path in the output folder.
  ///   - source: The file, relative to the site's root.
  ///   - version: What tells one version of it from another.
  /// - Returns: Its plan.
  static func copy(_ path: String, of source: String, version: String) -> PagePlan {
    PagePlan(paths: [path], isPage: false, inputsHash: "\(source) \(version)") { workspace, _ in
      [FileContent(bytes: try readFile(workspace.site.path(source)))]
    }
  }
}

/// Files of a plan that have to be made.
struct DuePages: Sendable {
  let plan: PagePlan
  /// Which of its files.
  let isDue: [Bool]

  /// The paths of these.
  var paths: [String] { places.map { plan.paths[$0] } }
  /// The places of these among all of the plan.
  var places: [Int] { isDue.indices.filter { isDue[$0] } }

  /// All files of a plan.
  init(all plan: PagePlan) { self.init(plan, isDue: plan.paths.map { _ in true }) }

  init(_ plan: PagePlan, isDue: [Bool]) {
    self.plan = plan
    self.isDue = isDue
  }
}

/// What belongs in a file.
struct FileContent: Sendable {
  /// Nil where it cannot be made, and what was published last stays.
  var bytes: [UInt8]?
  /// What is wrong with its templates.
  var problems: [TemplateProblem] = []
}

/// What one core makes files with.
struct PageWorkspace {
  let site: Site
  /// A context of this core's own.
  let store: ModelContext
  let theme: Theme
  /// What all pages share.
  let context: PageContext

  /// Renders a page by its queries and its template.
  func render(_ page: some Page) throws -> FileContent {
    theme.content(of: try page.render(from: store, with: theme.library, in: context))
  }
}
