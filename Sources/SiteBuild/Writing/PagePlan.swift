import Files
import ModelStore
import Mustache
import PackingLists
import Pages

/// Files of the site that are made together, and what they are made from.
struct PagePlan: Sendable {
  private let files: any PlannedFiles

  init(_ files: some PlannedFiles) { self.files = files }

  /// Plans files.
  ///
  /// - Parameters:
  ///   - paths: Their paths in the output folder.
  ///   - isPage: Whether templates show them.
  ///   - inputsHash: The hash of all that they depend on; nil where they cannot be made now.
  ///   - make: Makes them; see ``PlannedFiles/make(in:isWanted:)``.
  init(
    paths: [String], isPage: Bool, inputsHash: String?,
    make: @escaping @Sendable (PageWorkspace, _ isWanted: [Bool]) throws -> [FileContent]
  ) {
    files = ListedFiles(paths: paths, isPage: isPage, inputsHash: inputsHash, makeThem: make)
  }

  /// Their paths in the output folder.
  var paths: [String] { files.paths }
  /// Whether templates show them: then `valise check` makes them too, to see what is wrong.
  var isPage: Bool { files.isPage }
  /// Whether they can be made now: otherwise what was published last stays.
  var canBeMade: Bool { files.canBeMade }
  /// The address of the trip that they are made from; nil where it is not one trip.
  var trip: String? { files.trip }

  /// The hash of all that one of them depends on; nil where it cannot be made now.
  func hash(at place: Int) -> String? { canBeMade ? files.inputsHash(at: place) : nil }

  /// Takes in what tells one state of the files from another.
  func add(to hash: inout StableHash) { files.add(to: &hash) }

  /// Makes them, in the order of their paths; see ``PlannedFiles/make(in:isWanted:)``.
  func make(_ workspace: PageWorkspace, _ isWanted: [Bool]) throws -> [FileContent] {
    try files.make(in: workspace, isWanted: isWanted)
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

/// What a plan plans: a class, so that those of a large site take little memory each.
protocol PlannedFiles: AnyObject, Sendable {
  var paths: [String] { get }
  var isPage: Bool { get }
  var canBeMade: Bool { get }
  var trip: String? { get }

  /// The hash of all that one of the files depends on.
  func inputsHash(at place: Int) -> String

  /// Takes in what tells one state of the files from another.
  func add(to hash: inout StableHash)

  /// Makes the files, in the order of their paths.
  ///
  /// - Parameters:
  ///   - workspace: What to make them with.
  ///   - isWanted: Which of them; where one is not wanted, anything stands in its place.
  /// - Returns: Fewer contents than paths mean that the rest stays as it was published last.
  /// - Throws: What the store throws, and `FileError`.
  func make(in workspace: PageWorkspace, isWanted: [Bool]) throws -> [FileContent]
}

/// Files that are named one by one.
private final class ListedFiles: PlannedFiles {
  let paths: [String]
  let isPage: Bool
  private let inputsHash: String?
  private let makeThem: @Sendable (PageWorkspace, _ isWanted: [Bool]) throws -> [FileContent]

  init(
    paths: [String], isPage: Bool, inputsHash: String?,
    makeThem: @escaping @Sendable (PageWorkspace, _ isWanted: [Bool]) throws -> [FileContent]
  ) {
    self.paths = paths
    self.isPage = isPage
    self.inputsHash = inputsHash
    self.makeThem = makeThem
  }

  var canBeMade: Bool { inputsHash != nil }
  var trip: String? { nil }

  func inputsHash(at place: Int) -> String { inputsHash ?? "" }

  func add(to hash: inout StableHash) {
    for path in paths { hash.add(path) }
    hash.add(inputsHash ?? "")
  }

  func make(in workspace: PageWorkspace, isWanted: [Bool]) throws -> [FileContent] {
    try makeThem(workspace, isWanted)
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
  /// Trips of it that are at hand.
  let trips: TripShelf
  let theme: Theme
  /// What all pages share.
  let context: PageContext

  init(site: Site, store: ModelContext, theme: Theme, context: PageContext) {
    self.site = site
    self.store = store
    trips = TripShelf(store)
    self.theme = theme
    self.context = context
  }

  /// Renders a page by its queries and its template.
  func render(_ page: some Page) throws -> FileContent {
    theme.content(of: try page.render(from: store, with: theme.library, in: context))
  }
}
