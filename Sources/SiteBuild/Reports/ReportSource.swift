public import ContentReading
public import Diagnostics
import Files
import ModelStore
public import Mustache
import PackingLists
public import Pages
import Templates

/// What reports of a site are made with: the content in its store, the templates in use, and the
/// pictures that texts show.
public struct ReportSource {
  /// The store, in step with the files.
  public let content: SiteContent
  /// The site's settings.
  public var configuration: SiteConfiguration { content.configuration }
  /// What every page knows of the site.
  public let info: SiteInfo
  /// The templates: the default theme's, with the site's own in their places.
  public var templates: TemplateLibrary { theme.library }
  /// The addresses of trips whose files have an error, so that the store may not have what they
  /// say.
  public let brokenTrips: Set<String>
  /// The addresses of all trips, in the order of their files.
  public let trips: [String]
  /// The pictures that texts show: where they are, by the path below the site's root that links
  /// name.
  public let pictures: [String: String]

  private let theme: Theme

  init(_ planned: PlannedSite, content: SiteContent) {
    self.content = content
    info = planned.info
    theme = planned.theme
    trips = planned.content.trips.map(\.slug)
    brokenTrips = Set(planned.content.trips.filter { !$0.isCurrent }.map(\.slug))
    pictures = Dictionary(
      planned.pictures.linked.values.map {
        ($0.outputPath, planned.site.path($0.cachePath))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The style sheet of pages for paper.
  public var printStyleSheet: (path: String, bytes: [UInt8]) {
    let known = theme.assets.first { $0.name == "print.css" }
    let builtIn = DefaultTheme.files.first { $0.name == "print.css" }
    return (theme.stylesheet("print"), known?.bytes ?? builtIn?.bytes ?? [])
  }

  /// Whether a template and all that it includes could be read.
  public func isComplete(_ template: String) -> Bool { theme.isComplete(template) }

  /// A template's problem as a diagnostic.
  public func diagnostic(_ problem: TemplateProblem) -> Diagnostic { theme.diagnostic(problem) }
}
