import Diagnostics
import Files
import Foundation

/// Finds characters that no font of the machine can show: an engine prints nothing for them, in
/// silence.
struct GlyphCheck {
  private let program: String?
  private let folder: String
  private let isCancelled: @Sendable () -> Bool

  /// - Parameters:
  ///   - searchPath: Where fontconfig's `fc-list` is looked for.
  ///   - folder: Where it may put its complaints.
  ///   - isCancelled: Whether the person wants to stop.
  init(searchPath: String, folder: String, isCancelled: @escaping @Sendable () -> Bool) {
    program = findProgram("fc-list", in: searchPath)
    self.folder = folder
    self.isCancelled = isCancelled
  }

  /// The characters of a document that need a font of their own: letters and signs outside ASCII.
  static func characters(of text: [UInt8], into found: inout Set<Unicode.Scalar>) {
    guard text.contains(where: { $0 >= 0x80 }) else { return }
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars
    where scalar.value >= 0x80 && !found.contains(scalar) {
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator,
        .spaceSeparator:
        continue
      default: break
      }
      if scalar.properties.isVariationSelector || scalar.properties.isDefaultIgnorableCodePoint {
        continue
      }
      found.insert(scalar)
    }
  }

  /// A warning that names the characters without a font; nil where all have one.
  ///
  /// - Parameter characters: Those that documents show.
  /// - Returns: The warning.
  /// - Throws: `CancellationError` where the person wants to stop.
  func warning(about characters: Set<Unicode.Scalar>) throws -> Diagnostic? {
    guard !characters.isEmpty else { return nil }
    guard let ranges = try knownRanges() else {
      return characters.contains { $0.value > 0x24F }
        ? Diagnostic(
          .warning, .printGlyph, "nobody can tell whether there are fonts for all letters",
          hint: "install Debian's package fontconfig") : nil
    }
    let missing = characters.filter { !Self.isKnown($0, in: ranges) }.sorted()
    guard !missing.isEmpty else { return nil }
    let names = missing.prefix(12).map { scalar in
      let hex = String(scalar.value, radix: 16, uppercase: true)
      let code = String(repeating: "0", count: max(0, 4 - hex.count)) + hex
      return "\(scalar) (U+\(code))"
    }
    let more = missing.count > names.count ? " and \(missing.count - names.count) more" : ""
    return Diagnostic(
      .warning, .printGlyph,
      "no font shows \(names.joined(separator: ", "))\(more): paper stays empty there",
      hint: "install \(Self.packages(for: missing).joined(separator: ", ")), then print again")
  }

  /// Whether a letter is Chinese, Japanese or Korean.
  static func isOfLargeFont(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2E80...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  private static func isKnown(
    _ scalar: Unicode.Scalar, in ranges: [ClosedRange<UInt32>]
  ) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar.value)
  }

  /// The Debian packages that most likely have the letters.
  private static func packages(for missing: [Unicode.Scalar]) -> [String] {
    var packages: Set<String> = []
    for scalar in missing {
      switch scalar.value {
      case _ where isOfLargeFont(scalar): packages.insert("fonts-noto-cjk")
      case 0x1F000...0x1FAFF, 0x2600...0x27BF: packages.insert("fonts-noto-color-emoji")
      default: packages.insert("fonts-noto-core")
      }
    }
    return packages.sorted()
  }

  /// What all fonts together can show, in order; nil where fontconfig cannot be asked.
  private func knownRanges() throws -> [ClosedRange<UInt32>]? {
    guard let program else { return nil }
    let bytes: [UInt8]
    do {
      let process = try EngineProcess(
        program, ["--format=%{charset}\n"],
        environment: ProcessInfo.engineEnvironment(home: folder), in: folder, over: .standard,
        isCancelled: isCancelled)
      defer { process.end() }
      process.closeInput()
      bytes = try process.rest(until: Deadline(seconds: 20))
    } catch is PrintFailure {
      return nil
    }
    var ranges: [ClosedRange<UInt32>] = []
    // Words such as "20-7e" and "a0", in hexadecimal.
    for word in bytes.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == 10 }) {
      let bounds = word.split(separator: UInt8(ascii: "-")).compactMap {
        UInt32(String(decoding: $0, as: UTF8.self), radix: 16)
      }
      guard let first = bounds.first, let last = bounds.last, first <= last else { continue }
      ranges.append(first...last)
    }
    guard !ranges.isEmpty else { return nil }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    return ranges.reduce(into: []) { merged, range in
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
  }
}
