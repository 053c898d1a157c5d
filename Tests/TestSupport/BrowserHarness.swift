import Foundation

/// Asks a script about many pages of a built site in one run of the browser.
///
/// Each page stands in a frame of the width asked for. The script is no part of the page, so the
/// page's own security policy, which allows no script at all, stays in force.
public enum BrowserHarness {
  /// A page as seen in a window.
  public struct View: Sendable, Hashable, Codable {
    /// The page's path from the site's root, `trips/lisbon.html`.
    public let page: String
    /// The window's width in CSS pixels.
    public let width: Int

    /// A page seen in a window of some width.
    public init(page: String, width: Int) {
      self.page = page
      self.width = width
    }
  }

  /// What the script answered.
  public struct Answers<Fact: Decodable & Sendable>: Sendable {
    /// An answer a view, in the order of the views.
    public let facts: [Fact]
    /// What the console said meanwhile.
    public let console: [String]
  }

  private struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a script once for each view.
  ///
  /// - Parameters:
  ///   - script: JavaScript that declares `function answer(window, document, view)`, which returns
  ///     what JSON can hold. `view` has `page` and `width`.
  ///   - site: The folder of the site; a file is put into it and taken away again.
  ///   - views: What to look at.
  ///   - scheme: Light or dark.
  /// - Returns: The answers and what the console said.
  /// - Throws: `ExternalTool.Failure` where the browser is missing or hangs, and an error with the
  ///   console's words where the script fails or answers something else than `Fact`.
  public static func ask<Fact: Decodable & Sendable>(
    _ script: String, of site: URL, views: [View], scheme: Chromium.ColorScheme = .light
  ) throws -> Answers<Fact> {
    let page = site.appendingPathComponent("harness-\(scheme.rawValue)-\(UUID().uuidString).html")
    try Data(html(script, views).utf8).write(to: page)
    defer {
      do {
        try FileManager.default.removeItem(at: page)
      } catch {
        preconditionFailure("the harness page cannot be taken away: \(error)")
      }
    }
    let dump = try Chromium.dump(page, scheme: scheme)
    return Answers(
      facts: try JSONDecoder().decode([Fact].self, from: try answers(in: dump)),
      console: dump.console)
  }

  /// The answers travel as Base64: no HTML escape can touch them.
  private static func answers(in dump: Chromium.Dump) throws -> Data {
    guard let start = dump.html.range(of: "<output>")?.upperBound,
      let end = dump.html.range(of: "</output>")?.lowerBound,
      let data = Data(base64Encoded: String(dump.html[start..<end])), !data.isEmpty
    else {
      throw Problem(
        description: "the script gave no answer:\n"
          + dump.console.joined(separator: "\n") + "\n" + dump.html.suffix(500))
    }
    return data
  }

  private static func html(_ script: String, _ views: [View]) throws -> String {
    let frames = views.map {
      #"<iframe src="\#($0.page)" width="\#($0.width)" height="900"></iframe>"#
    }
    let list = String(decoding: try JSONEncoder().encode(views), as: UTF8.self)
    return """
      <!doctype html><meta charset="utf-8"><style>iframe { border: 0; display: block }</style>
      \(frames.joined(separator: "\n"))
      <output></output>
      <script>
      \(script)
      // The window's load event waits for all frames, and the dump waits for it.
      addEventListener("load", () => {
        const views = \(list);
        const frames = [...document.querySelectorAll("iframe")];
        const answers = frames.map((frame, index) =>
          answer(frame.contentWindow, frame.contentDocument, views[index]));
        const bytes = new TextEncoder().encode(JSON.stringify(answers));
        let binary = "";
        for (const byte of bytes) binary += String.fromCharCode(byte);
        document.querySelector("output").textContent = btoa(binary);
      });
      </script>
      """
  }
}
