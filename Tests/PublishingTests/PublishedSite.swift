import ContentReading
import Diagnostics
import Foundation
import TestSupport

@testable import Publishing

/// A built site, and a place to publish it to.
struct PublishedSite {
  let folder: TemporaryFolder

  init(_ files: [String: String] = first) throws {
    folder = try TemporaryFolder()
    try build(files)
  }

  /// A site as a build leaves it.
  static let first = [
    "index.html": "<h1>Trips</h1>", "trips/lisbon.html": "<h1>Lisbon</h1>",
    "trips/oslo.html": "<h1>Oslo</h1>", "assets/style-0123456789abcdef.css": "body {}",
    "assets/old/icon.svg": "<svg/>", "feed.xml": "<feed/>", "service-worker.js": "// 1",
    ".valise-files": "index.html\n", "trips/são [1] *?\\.html": "odd",
  ]
  /// What is published of it.
  static var published: [String: String] { first.filter { !$0.key.hasPrefix(".") } }

  var root: String { folder.url.path }
  var output: String { folder.url.appendingPathComponent("Output").path }

  /// Puts other files in the place of the built ones.
  func build(_ files: [String: String]) throws {
    let output = folder.url.appendingPathComponent("Output")
    if FileManager.default.fileExists(atPath: output.path) {
      try FileManager.default.removeItem(at: output)
    }
    for (path, text) in files { try folder.write(text, to: "Output/\(path)") }
  }

  /// Publishes it.
  @discardableResult
  func publish(
    to target: PublishSettings.Target, isDryRun: Bool = false, isForced: Bool = false,
    searchPath: String? = nil, isCancelled: @escaping () -> Bool = { false }
  ) throws -> PublishReport {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try Publisher(
      PublishSettings(target: target), root: root, scratch: root + "/.valise/publish",
      searchPath: searchPath ?? path, isCancelled: isCancelled
    ).publish(output, isDryRun: isDryRun, isForced: isForced)
  }

  /// The files below a folder, our list left out.
  func files(in path: String) throws -> [String: String] {
    let root =
      path.hasPrefix("/") ? URL(fileURLWithPath: path) : folder.url.appendingPathComponent(path)
    var files: [String: String] = [:]
    guard let names = FileManager.default.subpaths(atPath: root.path) else { return [:] }
    for name in names where !name.hasSuffix(PublishedList.name) {
      let file = root.appendingPathComponent(name)
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
      if !isFolder.boolValue {
        files[name] = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      }
    }
    return files
  }

  /// The folders below a folder.
  func folders(in path: String) throws -> Set<String> {
    let root = folder.url.appendingPathComponent(path)
    return Set(
      (FileManager.default.subpaths(atPath: root.path) ?? []).filter { name in
        var isFolder: ObjCBool = false
        let path = root.appendingPathComponent(name).path
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
          && isFolder.boolValue
      })
  }

  /// Runs a command of the shell in the folder; what it printed.
  @discardableResult
  func sh(_ command: String) throws -> String {
    let outcome = try ValiseProgram.run(
      ["-c", command], in: folder.url, program: URL(fileURLWithPath: "/bin/sh"))
    guard outcome.status == 0 else {
      throw Diagnostic(.error, .publishFailed, "\(command): \(outcome.errors)")
    }
    return outcome.output
  }

  /// A program that stands before the real one on the search path, as a script.
  func searchPath(replacing name: String, with script: String) throws -> String {
    let file = try folder.write("#!/bin/sh\n" + script, to: "bin/\(name)")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return root + "/bin:" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
  }
}
