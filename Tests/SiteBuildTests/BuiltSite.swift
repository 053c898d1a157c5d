import Foundation
import ModelStore
import PackingLists
import SiteBuild
import TestSupport

/// A site in a folder of its own, built in this process with a fixed day.
struct BuiltSite {
  let folder: TemporaryFolder
  var today = "2027-01-15"
  var searchPath = "/usr/bin:/bin"

  init(_ files: [String: String]) throws {
    folder = try TemporaryFolder()
    try folder.write("", to: "Content/trips/.keep")
    for (path, text) in files { try folder.write(text, to: path) }
  }

  private var builder: SiteBuilder {
    get throws {
      let day = CalendarDay(iso: today) ?? CalendarDay(rawValue: 0)
      return SiteBuilder(
        site: Site(root: folder.url.path),
        environment: BuildEnvironment(today: day, version: "test"), searchPath: searchPath)
    }
  }

  @discardableResult
  func build(_ options: BuildOptions = BuildOptions()) throws -> BuildReport {
    try builder.build(options)
  }

  /// Asks the store, in step with the files.
  func ask<Answer>(_ question: (ModelContext) throws -> Answer) throws -> Answer {
    let content = try builder.loadContent()
    return try question(ModelContext(content.container))
  }

  func page(_ path: String) throws -> String { try folder.read("Output/\(path)") }

  func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.url.appendingPathComponent(path).path)
  }
}
