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

  /// Some kinds are held in memory whole: so many pixels are nearly a gigabyte.
  private static let mostPixels = 300_000_000

  /// What is said of pictures that end early, of which the rest would be grey.
  private static let damage = [
    "Premature end of JPEG file", "not enough data", "Corrupt JPEG data", "unexpected end of file",
    "libpng read error",
  ]

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
  /// - Throws: ``Failure`` where the picture is damaged, too large, or of a kind that libvips does
  ///   not take.
  func shrink(_ source: String, to target: String) throws -> (width: Int, height: Int) {
    let (width, height) = try size(of: source)
    guard width.multipliedReportingOverflow(by: height).partialValue <= Self.mostPixels,
      width <= Self.mostPixels, height <= Self.mostPixels
    else {
      throw Failure(
        reason: "it has \(width) × \(height) pixels, and at most "
          + "\(Self.mostPixels / 1_000_000) million are read")
    }
    let options = target.hasSuffix(".png") ? "[strip]" : "[Q=82,strip]"
    // `>` only shrinks: a small picture stays as it is.
    let said = try run(program, [source, "--size", "1600x1600>", "--output", target + options])
    if let damage = Self.damage.first(where: said.contains) {
      throw Failure(reason: "it is damaged: \(damage)")
    }
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
    func number(_ field: String) throws -> Int? {
      // Warnings may come before it.
      try run(headerProgram, ["-f", field, picture]).split(whereSeparator: \.isNewline).last
        .flatMap { Int($0) }
    }
    guard let width = try number("width"), let height = try number("height") else {
      throw Failure(reason: "its size could not be told")
    }
    return (width, height)
  }

  private func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    // Loaders that libvips itself calls unfit for strangers' files stay shut.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["VIPS_BLOCK_UNTRUSTED": "1", "LC_ALL": "C.UTF-8"]) { $1 }
    // One pipe for all it says: with two, a damaged picture's thousands of complaints fill the one
    // that is not being read, and neither side ever ends.
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    do {
      try process.run()
    } catch {
      throw Failure(reason: "\(program) could not be started: \(error.localizedDescription)")
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let said = String(decoding: data, as: UTF8.self)
    guard process.terminationStatus == 0 else {
      let lines = said.split(separator: "\n")
      let name = Path.name(of: program) + ": "
      let last = lines.last ?? "it failed"
      throw Failure(
        reason: String(last.hasPrefix(name) ? last.dropFirst(name.count) : last))
    }
    return said.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
