import Diagnostics
import Files
import PackingLists
import SiteBuild

/// The command `valise init DIR`.
enum InitCommand: Command {
  static let description = CommandDescription(
    name: "init",
    summary: "Make a new site with a sample trip",
    discussion: """
      Makes the folder if it is not there. Files that are there already are left as
      they are. Markdown lists that lie in the folder itself are copied into
      Content/trips/, where trips are read from; the sample trip is left out then.
      """,
    positionals: [PositionalDescription(name: "DIR", help: "the folder of the new site")],
    options: [
      OptionDescription(
        name: "ci", value: "HOST", choices: Workflow.allCases.map(\.rawValue),
        help: "write a file that has the host build and publish the site at each push")
    ],
    examples: ["init my-trips", "init --ci github ."])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let folder = Path.join(session.directory, arguments.positionals[0])
    let site = Site(root: folder)
    try makeFolder(site.path(Site.trips))
    try makeFolder(site.path(Site.lists))
    let lists = try strangersLists(in: folder)
    var made: [String] = []
    for file in StarterSite.files(today: session.environment.today, withSampleTrip: lists.isEmpty) {
      if try create(file.text, at: file.path, of: site) { made.append(file.path) }
    }
    for name in lists {
      let bytes = try readFile(site.path(name))
      let path = Path.join(Site.trips, name)
      if try create(bytes, at: path, of: site) { made.append("\(path) (copied from \(name))") }
    }
    let workflow = arguments["ci"].flatMap(Workflow.init)
    if let workflow {
      try makeFolder(Path.folder(of: site.path(workflow.path)))
      if try create(workflow.text, at: workflow.path, of: site) { made.append(workflow.path) }
    }
    for path in made { session.say("made \(Path.join(folder, path))") }
    if made.isEmpty { session.say("\(folder) is a site already: nothing was changed") }
    session.say("next: valise \(folder == "." ? "" : "-C \(quoted(folder)) ")build")
    if let workflow { session.say("for \(workflow.path): \(workflow.nextStep)") }
    return .done
  }

  /// Markdown files beside which a site is made, without those that speak about a project.
  private static func strangersLists(in folder: String) throws(FileError) -> [String] {
    let notLists: Set<String> = [
      "readme.md", "changelog.md", "contributing.md", "license.md", "code_of_conduct.md",
    ]
    var lists: [String] = []
    for name in try namesInFolder(folder)
    where Path.fileExtension(of: name) == "md" && !notLists.contains(name.lowercased()) {
      if try FileStatus.ifPresent(Path.join(folder, name))?.kind == .file { lists.append(name) }
    }
    return lists
  }

  private static func create(_ text: String, at path: String, of site: Site) throws -> Bool {
    try create(Array(text.utf8), at: path, of: site)
  }

  /// Makes a file unless something is there; says whether it did.
  private static func create(
    _ bytes: [UInt8], at path: String, of site: Site
  ) throws(FileError) -> Bool {
    do {
      try createFile(with: bytes, at: site.path(path))
      return true
    } catch {
      guard error.isThereAlready else { throw error }
      return false
    }
  }

  /// A path as it can be typed into a shell.
  private static func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || [45, 46, 47, 95].contains(byte)
    }
    return isPlain
      ? path
      : "'"
        + path.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
  }
}
