import Foundation
import TestSupport

/// A folder with a site in it, and the program to run on it.
struct SiteSandbox {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A site with these trips: names without `.md`, and their texts.
  init(trips: [String: String]) throws {
    self.init(folder: try TemporaryFolder())
    try folder.write("", to: "valise.yml")
    for (name, text) in trips { try folder.write(text, to: "Content/trips/\(name).md") }
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("Content/trips"), withIntermediateDirectories: true)
  }

  private init(folder: TemporaryFolder) {
    self.folder = folder
  }

  /// Runs `valise` in the folder.
  func valise(_ arguments: String..., environment: [String: String] = [:]) throws
    -> ValiseProgram.Outcome
  {
    try ValiseProgram.run(arguments, in: folder.url, environment: environment)
  }

  /// Whether a file or folder is there.
  func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.url.appendingPathComponent(path).path)
  }

  /// Every file below a folder with its bytes, hidden files included.
  func files(in path: String) throws -> [String: Data] {
    let root = folder.url.appendingPathComponent(path)
    guard FileManager.default.fileExists(atPath: root.path) else { return [:] }
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
      let file = root.appendingPathComponent(name)
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
      if isThere && !isFolder.boolValue { files[name] = try Data(contentsOf: file) }
    }
    return files
  }

  /// When each file below a folder was last changed.
  func times(in path: String) throws -> [String: Date] {
    let root = folder.url.appendingPathComponent(path)
    return try files(in: path).keys.reduce(into: [:]) { times, name in
      let file = root.appendingPathComponent(name).path
      times[name] =
        try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
    }
  }
}
