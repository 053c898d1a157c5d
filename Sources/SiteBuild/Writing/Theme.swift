import Diagnostics
import Files
import Mustache
import PackingLists
import Pages
import Templates

/// The hash of the templates by which a page is made.
struct TemplatesHash: Sendable {
  let value: UInt64
}

/// The templates, style sheets, scripts and pictures in use: the default theme, with the site's own files in place of
/// those of the same name.
struct Theme: Sendable {
  /// The templates.
  private(set) var library: TemplateLibrary
  /// What pages ask for by itself, in the order of names.
  ///
  /// A path has a hash of the content in it, so that a browser never shows a page with a style of
  /// yesterday.
  let assets: [(name: String, path: String, bytes: [UInt8])]
  /// The script that keeps pages for times without a network; it is no asset, for its name is fixed.
  let worker: [UInt8]
  /// The hash of everything in it.
  let hash: String
  /// What is wrong with the site's templates.
  let diagnostics: [Diagnostic]

  private let templateHashes: [String: UInt64]
  private let ownNames: Set<String>
  private let emptyTemplates: Set<String>

  /// How the names end of files that pages ask for as they are.
  private static let assetEndings = [".css", ".js", ".svg"]

  /// The templates that pages begin with.
  private static let pageTemplates =
    TemplateReference.pages.map(\.template) + ["reports/sheets", "reports/book"]

  /// Reads the site's templates over the default theme.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - templates: Templates that the site's settings name for pages.
  /// - Throws: `FileError` where `Templates/` is there and cannot be listed.
  init(of site: Site, alsoUsing templates: [String] = []) throws(FileError) {
    var files = Dictionary(uniqueKeysWithValues: DefaultTheme.files.map { ($0.name, $0.bytes) })
    var own: Set<String> = []
    var problems: [Diagnostic] = []
    for name in try Self.ownFiles(of: site) {
      let path = Path.join(Site.templates, name)
      do throws(FileError) {
        files[name] = try readFile(site.path(path))
        own.insert(name)
      } catch {
        problems.append(.unreadable(path, error))
      }
    }
    var hash = StableHash()
    var sources: [(name: String, text: String)] = []
    var assets: [(name: String, path: String, bytes: [UInt8])] = []
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      hash.add(name)
      hash.add(bytes)
      if name == OfflineFiles.worker { continue }
      if let ending = Self.assetEndings.first(where: name.hasSuffix) {
        let stem = name.dropLast(ending.count)
        let version = StableHash(of: bytes).text.prefix(8)
        assets.append((name, "assets/\(stem)-\(version)\(ending)", bytes))
      } else if let text = String(validating: bytes, as: UTF8.self) {
        sources.append((String(name.dropLast(".mustache".count)), text))
      } else {
        problems.append(
          Diagnostic(
            .error, .fileEncoding, "this template is not UTF-8 text",
            at: FilePosition(path: Path.join(Site.templates, name)),
            hint: "save it as UTF-8"))
      }
    }
    library = TemplateLibrary(sources: sources)
    templateHashes = Dictionary(
      sources.map { ($0.name, StableHash(of: $0.text).value) }, uniquingKeysWith: { $1 })
    ownNames = own
    emptyTemplates = Set(sources.lazy.filter { $0.text.isEmpty }.map(\.name))
    self.assets = assets
    worker = files[OfflineFiles.worker] ?? []
    self.hash = hash.text
    diagnostics =
      problems + library.problems.map { Self.diagnostic($0, ownNames: own) }
      + Self.unused(own, library, alsoUsing: templates)
  }

  /// The hash of a template, of all that it includes, and of the paths of styles and scripts.
  func hash(of template: String) -> TemplatesHash {
    var hash = StableHash()
    for asset in assets { hash.add(asset.path) }
    for name in library.reachable(from: [template]).sorted() {
      hash.add(name)
      hash.mix(templateHashes[name] ?? 0)
    }
    return TemplatesHash(value: hash.value)
  }

  /// The same theme for one thread at a time; see ``TemplateLibrary/forOneThread``.
  var forOneThread: Theme {
    var copy = self
    copy.library = library.forOneThread
    return copy
  }

  /// Whether there is a template of that name.
  func has(_ template: String) -> Bool { !library.reachable(from: [template]).isEmpty }

  /// Whether the site has an empty template of that name: it wants no pages by it.
  func leavesOut(_ template: String) -> Bool { emptyTemplates.contains(template) }

  /// Whether any page leads to calendars: else none is made.
  var showsCalendars: Bool {
    library.uses("calendarHref", in: Self.pageTemplates.filter { !leavesOut($0) })
  }

  /// Whether a template and all that it includes are whole.
  func isComplete(_ template: String) -> Bool {
    // Nearly always there is nothing wrong with any.
    library.problems.isEmpty || library.isComplete(template)
  }

  /// A page's bytes; even a template that is not whole tells what else is wrong with it.
  func content(of page: RenderedPage) -> FileContent {
    FileContent(bytes: isComplete(page.template) ? page.bytes : nil, problems: page.problems)
  }

  /// The path of a style sheet in the output, by its name without the extension.
  func stylesheet(_ stem: String) -> String {
    assetPaths["\(stem).css"] ?? "assets/\(stem).css"
  }

  /// The paths of all assets in the output, by their names.
  var assetPaths: [String: String] {
    Dictionary(uniqueKeysWithValues: assets.map { ($0.name, $0.path) })
  }

  /// A template's problem as a diagnostic.
  func diagnostic(_ problem: TemplateProblem) -> Diagnostic {
    Self.diagnostic(problem, ownNames: ownNames)
  }

  /// The site's own files that no page uses: most likely their names are misspelt.
  private static func unused(
    _ own: Set<String>, _ library: TemplateLibrary, alsoUsing templates: [String]
  ) -> [Diagnostic] {
    let builtIn = DefaultTheme.files.map(\.name)
    let used = library.reachable(from: pageTemplates + templates)
    return own.sorted().filter { name in
      !builtIn.contains(name) && !used.contains(String(name.dropLast(".mustache".count)))
    }.map { name in
      let meant = nearest(to: name, in: builtIn)
      return Diagnostic(
        .warning, .templateUnused, "no page uses this file",
        at: FilePosition(path: Path.join(Site.templates, name)),
        hint: meant.map { "did you mean \"\($0)\"?" }
          ?? "name it like a built-in one, or include it: {{> \(Path.stem(of: name))}}")
    }
  }

  private static func diagnostic(
    _ problem: TemplateProblem, ownNames: Set<String>
  ) -> Diagnostic {
    let name = problem.template + ".mustache"
    let code: DiagnosticCode =
      switch problem.kind {
      case .syntax: .templateSyntax
      case .unknownName: .templateUnknownName
      case .unknownPartial: .templateUnknownPartial
      case .recursion: .templateRecursion
      }
    // A built-in template has no file to look at.
    let path = ownNames.contains(name) ? Path.join(Site.templates, name) : "built-in \(name)"
    return Diagnostic(
      .error, code, problem.message,
      at: FilePosition(path: path, line: problem.line, column: problem.column),
      length: problem.length, hint: problem.hint)
  }

  /// The folder of templates for paper and other reports.
  static let reports = "reports"

  /// The site's own files and the folders that they lie in, relative to its root: also those folders that
  /// are not there.
  var placesLookedAt: Set<String> {
    Set([Site.templates, Path.join(Site.templates, Self.reports)])
      .union(ownNames.map { Path.join(Site.templates, $0) })
  }

  private static func ownFiles(of site: Site) throws(FileError) -> [String] {
    try ownFiles(in: Site.templates, of: site)
      + ownFiles(in: Path.join(Site.templates, reports), of: site)
      .filter { $0.hasSuffix(".mustache") }.map { Path.join(reports, $0) }
  }

  private static func ownFiles(in path: String, of site: Site) throws(FileError) -> [String] {
    let folder = site.path(path)
    guard try FileStatus.ifPresent(folder)?.kind == .folder else { return [] }
    return try namesInFolder(folder).filter { name in
      !name.hasPrefix(".")
        && (name.hasSuffix(".mustache") || assetEndings.contains(where: name.hasSuffix))
    }
  }
}
