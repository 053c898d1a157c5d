import Foundation
import Testing

/// The files of the Mustache spec, pinned: another version of them is another standard.
///
/// They are looked up in `../shared/mustache-spec`, beside the repository's root.
enum SpecFiles {
  struct Pin: Sendable {
    var name: String
    var cases: Int
    var sha256: String
  }

  static let pins = [
    Pin(
      name: "comments.json", cases: 12,
      sha256: "e5e07151b538c62d3d00e585ff49e411817ba7eb834267fd5ad67225b6e025b6"),
    Pin(
      name: "delimiters.json", cases: 14,
      sha256: "a5ac3b70e04ecd03f292977e172883a41c97a949201e7d6aa364054148df225e"),
    Pin(
      name: "interpolation.json", cases: 42,
      sha256: "530f691371198333f894a4b7c64cf7bdfd2247dfa04e769202c4c3fc31c28bf1"),
    Pin(
      name: "inverted.json", cases: 22,
      sha256: "8c5f81135bfad218ca9a4524221c3199e3b0e82654f9b4686013ca6ef93edaa5"),
    Pin(
      name: "partials.json", cases: 12,
      sha256: "61b0de5f51b8cb61259a7291aeaa2df26ef8e6b410be1d5ebd39e6e318a1f640"),
    Pin(
      name: "sections.json", cases: 34,
      sha256: "f03d109633861186e788d8c63b63a4717635c3049f0d4378aa249dd303c7da82"),
    Pin(
      name: "~dynamic-names.json", cases: 21,
      sha256: "5daf2adbc92053d2528681d9e2b60d9e14d44a92f8e126687d4c4715590023ee"),
    Pin(
      name: "~inheritance.json", cases: 27,
      sha256: "c8c6e533e0455b1fd2e7229cab9f47dc584acc6cb8c8979f18555a08058ac6c1"),
    Pin(
      name: "~lambdas.json", cases: 10,
      sha256: "26b8228d7889a151a7ca45578caa9e375b461d9ef1eb4b6968e2590089385b53"),
  ]

  /// Where the files are, nil if they are not there.
  static let folder: URL? = {
    // The root is the folder with the manifest, above this file.
    var root = URL(fileURLWithPath: #filePath)
    repeat {
      root.deleteLastPathComponent()
      if root.path == "/" { return nil }
    } while !exists(root.appendingPathComponent("Package.swift"))
    let folder = root.deletingLastPathComponent().appendingPathComponent("shared/mustache-spec")
    return exists(folder) ? folder : nil
  }()

  /// Whether tests that need the files run: in CI always, so that their absence fails the run.
  static var areExpected: Bool {
    folder != nil || ProcessInfo.processInfo.environment["CI"] == "true"
  }

  static let skipReason: Comment = """
    the Mustache spec is not in ../shared/mustache-spec beside the repository, so nothing is \
    compared with it
    """

  /// The bytes of a file, nil with an issue if it is missing or another than the pinned one.
  static func data(of pin: Pin) throws -> Data {
    let folder = try #require(folder, "../shared/mustache-spec is missing")
    let file = folder.appendingPathComponent(pin.name)
    try #require(try sha256(of: file) == pin.sha256, "\(pin.name) is not the pinned file")
    return try Data(contentsOf: file)
  }

  private static func exists(_ url: URL) -> Bool {
    FileManager.default.fileExists(atPath: url.path)
  }

  private static func sha256(of file: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
    process.arguments = ["--", file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output.prefix(64), as: UTF8.self)
  }
}
