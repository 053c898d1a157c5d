public import PackingLists

/// What `valise.yml` says about a site.
public struct SiteConfiguration: Sendable, Hashable {
  /// The site's name.
  public var title = "Packing lists"
  /// Where the site will be published, without a slash at its end; empty for nowhere in
  /// particular.
  public var baseURL = ""
  /// The language of its pages, as in BCP 47.
  public var language = "en"
  /// The unit that weights are shown in.
  public var units = WeightUnit.grams
  /// The currency of its prices: three letters, as in ISO 4217; empty for bare numbers.
  public var currency = ""
  /// Who writes it; empty where it does not say.
  public var author = ""
  /// The city that trips start from; empty where it does not say.
  public var homeCity = ""
  /// Bags and their limits, for trips that name none of their own.
  public var bags: [BagDraft] = []
  /// Who travels, on trips that do not say.
  public var travellers: [String] = []
  /// How categories and items are ordered, on trips that do not say.
  public var order = ItemOrder.name
  /// What counts as a quantity, in files that do not say.
  public var quantities = QuantityReading.strict
  /// Headings whose lists are activities, besides Activities, To do and Things to do.
  public var activityHeadings: [String] = []
  /// Headers of table columns beyond those that are known anyway.
  public var columnNames: [TableColumn: [String]] = [:]
  /// Reports of the site's own.
  public var reports: [ReportQuery] = []
  /// Where it is published; nil where it does not say.
  public var publish: PublishSettings?
  /// Whether archived trips are published.
  public var publishesArchived = true
  /// How lists are printed, where the command line does not say.
  public var print = PrintSettings()

  /// Makes the configuration of a site that says nothing.
  public init() {}
}
