import Mustache

/// What stands in a page's head.
struct PageHead {
  /// The document's title.
  var title: String
  /// Its style sheet; nil for the screen's.
  var styleSheet: String?
  /// The theme's scripts that it runs.
  var scripts: [String] = []
  /// What it is about, in a sentence; nil where the title says it all.
  var description: String?
  /// Its picture, below the site's root.
  var imagePath: String?
  /// The page that search engines should name for it; nil for itself.
  var canonical: PageAddress?
  /// What it is about, for programs.
  var data: StructuredData?
  /// Whether it shows a draft.
  var isDraft = false

  func value(of page: some Page, in context: PageContext) -> MustacheValue {
    let (address, site) = (page.address, context.site)
    let sections: [MustacheValue] = site.sections.map { section in
      [
        "href": .text(address.link(to: section.address)),
        "title": .text(context.words[section.word]),
        "isCurrent": .bool(address == section.address),
      ]
    }
    return [
      "kind": .text(page.template),
      "title": .text(title),
      "root": .text(address.root),
      "address": .text(address.path),
      "stylesheet": .text(address.link(to: styleSheet ?? site.styleSheets.screen)),
      "icon": .text(address.link(to: site.asset("icon.svg"))),
      "scripts": .list(
        (scripts + ["progress.js", "offline.js"]).map { .text(address.link(to: site.asset($0))) }),
      "canonicalURL": .optional(site.baseURL.map((canonical ?? address).url)),
      "description": .optional(description),
      "imageURL": .optional(
        imagePath.flatMap { path in site.baseURL.map { PageAddress.url(path, under: $0) } }),
      "structuredData": .text(data?.script ?? ""),
      "feedHref": site.baseURL == nil ? .null : .text(address.link(to: AtomFeed.path)),
      "calendarHref": site.hasCalendar ? .text(address.link(to: SiteCalendar.path)) : .null,
      "isHome": .bool(address == .home),
      "isSearch": .bool(address == .search),
      "isDraft": .bool(isDraft || site.isDraft),
      "sections": .list(sections),
      "hasSections": .bool(sections.count > 1),
    ]
  }
}
