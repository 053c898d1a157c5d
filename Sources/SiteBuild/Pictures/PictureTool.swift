import Files
import Foundation

/// A program that makes pictures fit for the web: `vipsthumbnail`, from libvips.
///
/// Strangers' pictures are parsed in its process and not in ours. It turns a picture upright and
/// takes its metadata off, which may say where somebody lives.
struct PictureTool: Sendable {
  /// Why a picture could not be made.
  struct Failure: Error {
    /// What the program said, its last line.
    var reason: String
  }

  /// The program.
  let program: String
  /// The program that tells a picture's size, from the same package.
  let headerProgram: String

  /// Looks for the programs.
  ///
  /// - Parameter searchPath: Folders, as in `PATH`.
  init?(searchPath: String) {
    guard let program = findProgram("vipsthumbnail", in: searchPath),
      let headerProgram = findProgram("vipsheader", in: searchPath)
    else { return nil }
    self.program = program
    self.headerProgram = headerProgram
  }

  /// The kinds of pictures that are taken, by extension, and what they become.
  static let outputExtensions = [
    "jpg": "jpg", "jpeg": "jpg", "png": "png", "webp": "webp", "gif": "png", "tif": "jpg",
    "tiff": "jpg", "heic": "jpg", "heif": "jpg", "avif": "jpg",
  ]

  /// Writes a picture of at most 1600 × 1600 pixels.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - target: Where it goes; its extension decides the format.
  /// - Returns: The width and height of what was written, in pixels.
  /// - Throws: ``Failure`` where the picture is damaged or of a kind that libvips does not take.
  func shrink(_ source: String, to target: String) throws -> (width: Int, height: Int) {
    let options = target.hasSuffix(".png") ? "[strip]" : "[Q=82,strip]"
    // `>` only shrinks: a small picture stays as it is.
    _ = try run(program, [source, "--size", "1600x1600>", "--output", target + options])
    return try size(of: target)
  }

  /// Writes a square of at most 320 × 320 pixels, cut from where there is most to see.
  ///
  /// - Parameters:
  ///   - source: A picture that ``shrink(_:to:)`` wrote.
  ///   - target: Where it goes, with the extension `webp`.
  /// - Returns: The width and height of what was written, in pixels.
  /// - Throws: ``Failure`` where it cannot be made.
  func cut(_ source: String, to target: String) throws -> (width: Int, height: Int) {
    let options = [
      source, "--size", "320x320>", "--smartcrop", "attention", "--output",
      target + "[Q=75,strip]",
    ]
    _ = try run(program, options)
    return try size(of: target)
  }

  private func size(of picture: String) throws -> (width: Int, height: Int) {
    let width = Int(try run(headerProgram, ["-f", "width", picture]))
    let height = Int(try run(headerProgram, ["-f", "height", picture]))
    guard let width, let height else { throw Failure(reason: "its size could not be told") }
    return (width, height)
  }

  private func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    // Loaders that libvips itself calls unfit for strangers' files stay shut.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["VIPS_BLOCK_UNTRUSTED": "1", "LC_ALL": "C.UTF-8"]) { $1 }
    let output = Pipe()
    let errors = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    do {
      try process.run()
    } catch {
      throw Failure(reason: "\(program) could not be started: \(error.localizedDescription)")
    }
    let said = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let lines = String(decoding: complaint, as: UTF8.self).split(separator: "\n")
      throw Failure(reason: lines.last.map(String.init) ?? "\(program) failed")
    }
    return String(decoding: said, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
