import Files

/// A program that turns pages into PDF files.
public enum PrintEngineKind: String, Sendable, CaseIterable {
  /// WeasyPrint: small, made for paper; its files say that they are accessible, as PDF/UA.
  case weasyprint
  /// Chromium without a window: fast with long documents.
  case chromium

  /// What the program may be called; the first that is there is used.
  var programs: [String] {
    switch self {
    case .weasyprint: ["weasyprint"]
    case .chromium:
      ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
    }
  }

  /// How a person calls it.
  public var title: String {
    switch self {
    case .weasyprint: "WeasyPrint"
    case .chromium: "Chromium"
    }
  }

  /// Its package in Debian.
  var package: String { rawValue }
}

/// A printing engine that is installed.
public struct InstalledEngine: Sendable, Hashable {
  /// Which one.
  public let kind: PrintEngineKind
  /// The program.
  public let program: String

  /// Looks for an engine.
  ///
  /// - Parameters:
  ///   - kind: Which one.
  ///   - searchPath: Folders, as in `PATH`.
  public init?(_ kind: PrintEngineKind, in searchPath: String) {
    for name in kind.programs {
      if let program = findProgram(name, in: searchPath) {
        self.kind = kind
        self.program = program
        return
      }
    }
    return nil
  }
}
