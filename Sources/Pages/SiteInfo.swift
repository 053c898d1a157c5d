public import PackingLists

/// What every page knows about the site it belongs to: values, so that pages need no file, clock or
/// environment.
public struct SiteInfo: Sendable, Hashable {
  /// The site's name, as its front page shows it.
  public var title: String
  /// The language of the texts, as in BCP 47: `en`, `de-CH`.
  ///
  /// Dates, numbers and the theme's words follow it.
  public var language: String
  /// Where the site will stand, such as `https://ana.example/trips`; nil where that is not known.
  public var baseURL: String?
  /// Who wrote it.
  public var author: String?
  /// The unit that weights are shown in.
  public var units: WeightUnit
  /// The currency of prices, such as `EUR`; nil shows bare numbers.
  public var currency: String?
  /// The day that divides past trips from those to come.
  public var today: CalendarDay
  /// The program and its version, such as `Valise 0.2.0`.
  public var generator: String
  /// The style sheets' addresses under the site's root, with their hashes.
  public var styleSheets: StyleSheets
  /// What the site has besides its front page, in the order to show.
  public var sections: [SiteSection] = []
  /// Whether any trip has days, and the site so a calendar of them.
  public var hasCalendar = false
  /// The city that trips start from; nil where the site does not say.
  public var homeCity: String?
  /// The addresses of the theme's scripts and pictures under the site's root, by their names:
  /// `checklist.js`; one that is not there is taken to be in `assets/` under its own name.
  public var assets: [String: String]
  /// The addresses of trips that no page shows or names.
  public var leftOut: Set<String> = []
  /// Whether the pages are a draft that search engines should leave alone.
  public var isDraft: Bool

  /// The addresses of the theme's style sheets, relative to the site's root.
  public struct StyleSheets: Sendable, Hashable {
    /// That of all pages on screens.
    public var screen: String
    /// That of the print pages.
    public var print: String

    /// Names the style sheets.
    public init(screen: String = "assets/style.css", print: String = "assets/print.css") {
      self.screen = screen
      self.print = print
    }
  }

  /// Describes a site.
  public init(
    title: String, language: String = "en", today: CalendarDay, generator: String,
    baseURL: String? = nil, author: String? = nil, units: WeightUnit = .grams,
    currency: String? = nil, styleSheets: StyleSheets = StyleSheets(),
    assets: [String: String] = [:], isDraft: Bool = false
  ) {
    self.title = title
    self.language = language
    self.today = today
    self.generator = generator
    self.baseURL = baseURL
    self.author = author
    self.units = units
    self.currency = currency
    self.styleSheets = styleSheets
    self.assets = assets
    self.isDraft = isDraft
  }

  /// The address of one of the theme's files under the site's root.
  public func asset(_ name: String) -> String { assets[name] ?? "assets/\(name)" }

  /// Which way the language is written: `ltr` or `rtl`.
  public var direction: String { isRightToLeft(language) ? "rtl" : "ltr" }
}
