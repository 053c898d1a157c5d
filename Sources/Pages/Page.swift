public import ModelStore
public import Mustache

/// A page of the site: queries that say what is on it, and the template that shows it.
public protocol Page {
  /// Where it stands.
  var address: PageAddress { get }
  /// The template that shows it: `trip` for `trip.mustache`.
  var template: String { get }

  /// What its template is given, as `docs/template-data.md` describes it, once its queries have run.
  func viewData(in context: PageContext) -> MustacheValue
}

/// A page's bytes, and what was wrong with the template on the way.
public struct RenderedPage: Sendable {
  /// Where it stands.
  public var address: PageAddress
  /// The template that shows it.
  public var template: String
  /// The page as UTF-8, not to be published where there are problems.
  public var bytes: [UInt8]
  /// Names that the data does not have, and the like.
  public var problems: [TemplateProblem]
}

extension Page {
  /// Runs the page's queries and fills its template.
  ///
  /// The same objects, site and templates give the same bytes.
  /// - Parameters:
  ///   - store: Where the objects of its queries are; those that the page was made with must be its.
  ///   - templates: The theme.
  ///   - context: What all pages share.
  /// - Returns: The page, whole even where its template has problems.
  /// - Throws: What the store throws where a query fails.
  public func render(
    from store: ModelContext, with templates: TemplateLibrary, in context: PageContext
  ) throws -> RenderedPage {
    try store.fetchQueries(of: self)
    return render(with: templates, in: context)
  }

  /// Fills the template of a page that needs no query.
  public func render(with templates: TemplateLibrary, in context: PageContext) -> RenderedPage {
    filled(with: viewData(in: context), from: templates)
  }

  /// Fills the page's template with view data that is there.
  func filled(with data: MustacheValue, from templates: TemplateLibrary) -> RenderedPage {
    var bytes: [UInt8] = []
    let problems = templates.render(template, with: data, missingNames: .report, into: &bytes)
    return RenderedPage(address: address, template: template, bytes: bytes, problems: problems)
  }

  /// The names that every page has, then its own.
  func data(
    _ head: PageHead, in context: PageContext, _ own: [(String, MustacheValue)]
  ) -> MustacheValue {
    .object(
      MustacheObject(
        [
          ("site", context.siteData), ("page", head.value(of: self, in: context)),
          ("words", context.wordsData), ("phrases", context.phrasesData),
        ] + own))
  }

  /// The same for a page with the screen's style sheet whose title is followed by the site's.
  func data(
    title: String, in context: PageContext, _ own: [(String, MustacheValue)]
  ) -> MustacheValue {
    data(PageHead(title: "\(title) · \(context.site.title)"), in: context, own)
  }
}
