import Foundation

/// A browser without a window.
///
/// Each call is a run of its own with a fresh profile, so no test sees what another left behind.
public enum Chromium {
  /// The program.
  public static let tool = ExternalTool(
    "chromium", "chromium-browser", "google-chrome", package: "chromium", timeLimitSeconds: 90)

  /// Which of its two faces a page is asked for.
  public enum ColorScheme: String, Sendable, CaseIterable, Codable {
    /// Dark text on light ground.
    case light
    /// Light text on dark ground.
    case dark
  }

  /// A page's document after its scripts ran.
  public struct Dump: Sendable {
    /// The document as HTML.
    public let html: String
    /// What the console said: refused scripts and styles, files not found.
    public let console: [String]
  }

  /// Loads a page and returns its document.
  public static func dump(_ page: URL, scheme: ColorScheme = .light) throws -> Dump {
    let outcome = try run(
      ["--enable-logging=stderr", "--v=0", "--dump-dom", page.absoluteString], scheme: scheme)
    let console = outcome.errors.split(separator: "\n")
      .filter { $0.contains(":CONSOLE:") }.map(String.init)
    return Dump(html: outcome.output, console: console)
  }

  /// Prints a page to a PDF file, on the paper its style sheet asks for, else on Letter.
  public static func print(_ page: URL, to file: URL, scheme: ColorScheme = .light) throws {
    try run(
      ["--no-pdf-header-footer", "--print-to-pdf=\(file.path)", page.absoluteString],
      scheme: scheme)
  }

  /// Draws what a window of some size shows of a page, as a PNG file.
  ///
  /// - Parameters:
  ///   - page: The page's address.
  ///   - width: The window's width in CSS pixels.
  ///   - height: Its height in CSS pixels.
  ///   - scheme: Light or dark.
  ///   - file: The picture to make.
  /// - Throws: `ExternalTool.Failure` where the browser is missing or does not draw.
  public static func screenshot(
    of page: URL, width: Int, height: Int, scheme: ColorScheme = .light, to file: URL
  ) throws {
    try run(
      [
        "--hide-scrollbars", "--window-size=\(width),\(height)", "--screenshot=\(file.path)",
        page.absoluteString,
      ], scheme: scheme)
  }

  @discardableResult
  private static func run(_ arguments: [String], scheme: ColorScheme) throws
    -> ValiseProgram.Outcome
  {
    let profile = try TemporaryFolder()
    return try tool.run(
      [
        // A container has no user namespaces and a small /dev/shm; the pages are our own.
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--no-first-run", "--disable-extensions", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--allow-file-access-from-files",
        // No test may depend on the network: every name is unknown.
        "--host-resolver-rules=MAP * ~NOTFOUND", "--user-data-dir=\(profile.url.path)",
        "--blink-settings=preferredColorScheme=\(scheme == .dark ? 0 : 1)",
      ] + arguments, in: profile.url)
  }
}
