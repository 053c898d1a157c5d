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
  var description: () -> String? = { nil }
  /// Its picture, below the site's root.
  var imagePath: String?
  /// The page that search engines should name for it; nil for itself.
  var canonical: PageAddress?
  /// What it is about, for programs.
  var data: () -> StructuredData? = { nil }
  /// Whether it shows a draft.
  var isDraft = false

  func value(of page: some Page, in context: PageContext) -> MustacheValue {
    .object(
      MustacheObject(
        Shown(head: self, address: page.address, kind: page.template, context: context),
        Self.namedValues))
  }

  /// The head of some page.
  private struct Shown {
    let head: PageHead
    let address: PageAddress
    let kind: String
    let context: PageContext

    var site: SiteInfo { context.site }

    func link(toAsset name: String) -> MustacheValue {
      .text(address.link(to: site.asset(name)))
    }

    var sections: [MustacheValue] {
      site.sections.map { section in
        [
          "href": .text(address.link(to: section.address)),
          "title": .text(context.words[section.word]),
          "isCurrent": .bool(address == section.address),
        ]
      }
    }

    var imageURL: String? {
      head.imagePath.flatMap { path in site.baseURL.map { PageAddress.url(path, under: $0) } }
    }
  }

  private static let namedValues = MustacheMembers<Shown>([
    ("kind", { .text($0.kind) }),
    ("title", { .text($0.head.title) }),
    ("root", { .text($0.address.root) }),
    ("address", { .text($0.address.path) }),
    (
      "stylesheet",
      { .text($0.address.link(to: $0.head.styleSheet ?? $0.site.styleSheets.screen)) }
    ),
    ("icon", { $0.link(toAsset: "icon.svg") }),
    (
      "scripts",
      { .list(($0.head.scripts + ["progress.js", "offline.js"]).map($0.link(toAsset:))) }
    ),
    (
      "canonicalURL",
      { .optional($0.site.baseURL.map(($0.head.canonical ?? $0.address).url)) }
    ),
    ("description", { .optional($0.head.description()) }),
    ("imageURL", { .optional($0.imageURL) }),
    ("structuredData", { .text($0.head.data()?.script ?? "") }),
    (
      "feedHref",
      { $0.site.baseURL == nil ? .null : .text($0.address.link(to: AtomFeed.path)) }
    ),
    (
      "calendarHref",
      { $0.site.hasCalendar ? .text($0.address.link(to: SiteCalendar.path)) : .null }
    ),
    ("isHome", { .bool($0.address == .home) }),
    ("isSearch", { .bool($0.address == .search) }),
    ("isDraft", { .bool($0.head.isDraft || $0.site.isDraft) }),
    ("sections", { .list($0.sections) }),
    ("hasSections", { .bool($0.site.sections.count > 1) }),
  ])
}
