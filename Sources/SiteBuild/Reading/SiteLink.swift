import Files
import Foundation
import PackingLists

/// Where a link in a trip's file leads inside the site.
enum SiteLink: Sendable, Hashable {
  /// A place on the same page.
  case here
  /// A trip, by its file.
  case trip(source: String, fragment: String)
  /// A file in `Content/` that is published with the pages.
  case file(source: String, fragment: String)
  /// A file of the finished site.
  case output(String)
  /// A file that no page shows and that is not published.
  case unpublished(source: String)
  /// A place outside the site.
  case outside

  /// Reads a relative link.
  ///
  /// - Parameters:
  ///   - target: The link as it is written.
  ///   - path: The file it stands in, relative to the site's root.
  init(_ target: String, in path: String) {
    let end = target.firstIndex { $0 == "#" || $0 == "?" } ?? target.endIndex
    let fragment = String(target[end...])
    // A percent sign that encodes nothing is meant as it stands.
    let name = String(target[..<end])
    let written = name.removingPercentEncoding ?? name
    guard !written.isEmpty else {
      self = .here
      return
    }
    if Path.isAbsolute(written) {
      self =
        Path.normalizedInside(String(written.unicodeScalars.dropFirst())).map { .output($0) }
        ?? .outside
      return
    }
    guard let source = Path.normalizedInside(Path.join(Path.folder(of: path), written)) else {
      self = .outside
      return
    }
    let isMarkdown = SourceScan.isMarkdown(source)
    if isMarkdown && Path.isInside(source, folder: Site.trips) {
      self = .trip(source: source, fragment: fragment)
    } else if !isMarkdown && Path.isInside(source, folder: Site.content) {
      self = .file(source: source, fragment: fragment)
    } else {
      self = .unpublished(source: source)
    }
  }

  /// The link as it stands on a page of a trip; nil leaves it as it was written.
  ///
  /// Such pages lie one folder below the root: `trips/` or `print/`.
  var onTripPage: String? {
    switch self {
    case .here, .outside, .unpublished: nil
    case .trip(let source, let fragment):
      Self.encoded("../trips/\(SourceScan.name(of: source, in: Site.trips)).html") + fragment
    case .file(let source, let fragment):
      Self.encoded("../" + Self.outputPath(of: source)) + fragment
    case .output(let path): Self.encoded("../" + path)
    }
  }

  /// A path in the site as a link in one of its files names it.
  static func relative(_ target: String, from path: String) -> String {
    let folders = Path.parts(of: path).dropLast()
    let parts = Path.parts(of: target)
    let shared = zip(folders, parts.dropLast()).prefix { $0 == $1 }.count
    let ups = folders.dropFirst(shared).map { _ in Substring("..") }
    return (ups + parts.dropFirst(shared)).joined(separator: "/")
  }

  /// What links in a file become on the pages that show it.
  static func target(in path: String) -> @Sendable (String) -> String {
    { target in SiteLink(target, in: path).onTripPage ?? target }
  }

  /// What links in a file become relative to the site's root, for pages that add the way there.
  static func target(from path: String) -> @Sendable (String) -> String {
    { target in
      SiteLink(target, in: path).onTripPage.map { String($0.dropFirst("../".count)) } ?? target
    }
  }

  /// Where a file in `Content/` goes in the output; pictures get the ending of what they are made
  /// into.
  static func outputPath(of source: String) -> String {
    let inner = Path.join("files", String(source.dropFirst(Site.content.count + 1)))
    guard let ending = PictureTool.outputExtensions[Path.fileExtension(of: source)] else {
      return inner
    }
    return Path.join(Path.folder(of: inner), Path.stem(of: inner) + "." + ending)
  }

  private static func encoded(_ path: String) -> String {
    path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
  }
}
