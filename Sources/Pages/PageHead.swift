import Mustache

/// What stands in a page's head.
struct PageHead {
  /// The document's title.
  var title: String
  /// Its style sheet; nil for the screen's.
  var styleSheet: String?
  /// The theme's scripts that it runs.
  var scripts: [String] = []

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
        (scripts + ["offline.js"]).map { .text(address.link(to: site.asset($0))) }),
      "canonicalURL": .optional(site.baseURL.map(address.url)),
      "isHome": .bool(address == .home),
      "isSearch": .bool(address == .search),
      "isDraft": .bool(site.isDraft),
      "sections": .list(sections),
      "hasSections": .bool(sections.count > 1),
    ]
  }
}
