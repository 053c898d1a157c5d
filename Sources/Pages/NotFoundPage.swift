public import Mustache

/// What a server shows where there is no page.
public struct NotFoundPage: Page {
  /// `404.html`, with links that hold wherever it is shown.
  public let address: PageAddress

  /// Makes the page.
  ///
  /// - Parameter base: Where the site stands on the web; nil where that is not known.
  public init(under base: String?) { address = .notFound(under: base) }

  /// `not-found.mustache`.
  public var template: String { "not-found" }

  /// What the template is given: what every page is.
  public func viewData(in context: PageContext) -> MustacheValue {
    data(title: context.words[.notFound], in: context, [])
  }
}
