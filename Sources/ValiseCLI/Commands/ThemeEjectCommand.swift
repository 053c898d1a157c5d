import Diagnostics
import Files
import SiteBuild
import Templates

/// The command `valise theme eject [FILE]`.
enum ThemeEjectCommand: Command {
  static let description = CommandDescription(
    name: "theme eject",
    summary: "Copy the built-in templates into Templates/, to change them",
    discussion: """
      A file in the site's Templates/ replaces the built-in one of the same name; the
      others stay built in. A file that is there already is left as it is. What the
      templates can use stands in docs/template-data.md.
      """,
    positionals: [
      PositionalDescription(
        name: "FILE", help: "the one template to copy; all of them without it", isRequired: false)
    ],
    examples: ["theme eject", "theme eject trip.mustache"])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let site = session.site
    guard try FileStatus.ifPresent(site.path(Site.content))?.kind == .folder else {
      throw Diagnostic.noSite(site)
    }
    let files = try chosen(arguments.positionals.first)
    try makeFolder(site.path(Site.templates))
    for file in files {
      let path = Path.join(Site.templates, file.name)
      try makeFolder(Path.folder(of: site.path(path)))
      do throws(FileError) {
        try createFile(with: file.bytes, at: site.path(path))
        session.terminal.print(site.path(path) + "\n")
      } catch {
        guard error.isThereAlready else { throw error }
        session.say("\(site.path(path)) is there already: left as it is")
      }
    }
    return .done
  }

  private static func chosen(_ name: String?) throws(Diagnostic) -> [ThemeFile] {
    guard let name else { return DefaultTheme.files }
    if let file = DefaultTheme.files.first(where: { $0.name == name }) { return [file] }
    let names = DefaultTheme.files.map(\.name)
    let hint =
      nearest(to: name, in: names).map { "did you mean \"\($0)\"?" }
      ?? "there is " + names.joined(separator: ", ")
    throw Diagnostic(.error, .notFound, "there is no template \"\(name)\"", hint: hint)
  }
}
