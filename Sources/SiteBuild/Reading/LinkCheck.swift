import ContentReading
import Diagnostics
import Files
import PackingLists

/// Looks whether what trips, goals and books link to is there, and which files are published because of it.
struct LinkCheck {
  private let site: Site
  private let sources: Set<String>
  private let leftOut: Set<String>
  /// Links to pages of the site by their place in it, to be checked when the pages are known.
  private var pageLinks: [(link: Located<String>, page: String)] = []

  /// The files in `Content/` that pages link to, in the order of their paths.
  private(set) var files: [String] = []
  /// What is wrong with the links.
  private(set) var diagnostics: [Diagnostic] = []

  /// Checks all links of a site.
  ///
  /// - Parameters:
  ///   - content: What was loaded.
  ///   - site: The site.
  init(_ content: LoadedContent, of site: Site) {
    self.site = site
    let trips = content.trips
    let entries = [content.goals, content.reading].compactMap(\.self).filter { !$0.links.isEmpty }
    guard !entries.isEmpty || trips.contains(where: { !$0.links.isEmpty }) else {
      sources = []
      leftOut = []
      return
    }
    sources = Set(trips.map(\.path))
    leftOut = Set(content.leftOut.map(\.path))
    var files: Set<String> = []
    for trip in trips {
      for link in trip.links { check(link, in: trip.path, &files) }
    }
    for list in entries {
      for link in list.links { check(link, in: list.path, &files) }
    }
    self.files = files.sorted()
  }

  /// The files that lists link to, whether they are there or not, relative to the site's root.
  static func placesLookedAt(_ content: LoadedContent) -> Set<String> {
    var places: Set<String> = []
    func add(_ links: [Located<String>], in path: String) {
      for link in links {
        if case .file(let source, _) = SiteLink(link.value, in: path) { places.insert(source) }
      }
    }
    for trip in content.trips { add(trip.links, in: trip.path) }
    for list in [content.goals, content.reading].compactMap(\.self) {
      add(list.links, in: list.path)
    }
    return places
  }

  /// Checks the links that name a page by its place in the finished site.
  ///
  /// - Parameter pages: The files of the finished site.
  mutating func checkPageLinks(to pages: some Sequence<String>) {
    guard !pageLinks.isEmpty else { return }
    let pages = Set(pages).union([""])
    for (link, page) in pageLinks where !pages.contains(page) {
      report(
        link, "the site has no page \"/\(page)\"",
        meaning: nearest(to: page, in: pages).map { "/" + $0 })
    }
  }

  private mutating func check(
    _ link: Located<String>, in path: String, _ files: inout Set<String>
  ) {
    switch SiteLink(link.value, in: path) {
    case .here: break
    case .trip(let source, _):
      if leftOut.contains(source) {
        report(link, "\(source) is not published")
      } else if !sources.contains(source) {
        report(link, "there is no trip \(source)", meaning: nearestTrip(to: source, from: path))
      }
    case .file(let source, _):
      checkFile(link, source, &files)
    case .output(let page): pageLinks.append((link, page))
    case .unpublished(let source):
      report(link, "\(source) gets no page, so nobody can follow this link")
    case .outside:
      report(link, "this link leads out of the site")
    }
  }

  /// The trip that was probably meant, as a link in that file names it.
  private func nearestTrip(to source: String, from path: String) -> String? {
    let names = sources.subtracting([path]).map { SiteLink.relative($0, from: path) }
    return nearest(to: SiteLink.relative(source, from: path), in: names)
  }

  private mutating func checkFile(
    _ link: Located<String>, _ source: String, _ files: inout Set<String>
  ) {
    do throws(FileError) {
      guard let status = try FileStatus.ifPresent(site.path(source)) else {
        report(link, "there is no file \(source)")
        return
      }
      let real = try Path.resolved(site.path(source))
      let content = try Path.resolved(site.path(Site.content))
      guard Path.isInside(real, folder: content) else {
        report(link, "\(source) leads out of \(Site.content)/, so it is not published")
        return
      }
      guard status.kind == .file else {
        report(link, "\(source) is no file")
        return
      }
      files.insert(source)
    } catch {
      report(link, "\(source) cannot be looked at: \(error.reason)")
    }
  }

  private mutating func report(
    _ link: Located<String>, _ message: String, meaning meant: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(
        .warning, .linkMissing, "the link \"\(link.value)\" leads nowhere: \(message)",
        at: link.position, length: link.length,
        hint: meant.map { "did you mean \"\($0)\"?" }
          ?? "correct the link, or put the file there; links are relative to this file"))
  }
}
