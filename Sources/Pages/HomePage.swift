public import Mustache

/// The front page: trips to come, the latest ones, all of them, and the archive.
public struct HomePage: Page {
  private let lists: TripLists

  /// Makes the front page of some lists of trips.
  public init(_ lists: TripLists) { self.lists = lists }

  /// `index.html`.
  public var address: PageAddress { .home }
  /// `home.mustache`.
  public var template: String { "home" }

  /// What `home.mustache` is given.
  public func viewData(in context: PageContext) -> MustacheValue {
    data(
      PageHead(title: context.site.title, data: { structuredData(in: context) }), in: context,
      lists.members(on: address, in: context))
  }

  private func structuredData(in context: PageContext) -> StructuredData {
    .thing(
      "WebSite",
      [
        ("name", .text(context.site.title)), ("inLanguage", .text(context.site.language)),
        ("url", context.site.baseURL.map { .text(address.url(under: $0)) }),
        ("author", context.site.author.map { .thing("Person", [("name", .text($0))]) }),
      ])
  }
}
