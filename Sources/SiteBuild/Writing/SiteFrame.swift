import ContentReading
import PackingLists
import Pages

/// What every page of a site shows and depends on besides its own.
///
/// A class, so that what was made for one frame can tell whether another one is the same.
final class SiteFrame: Sendable {
  /// What every page knows of the site.
  let info: SiteInfo
  /// The hash of what every page depends on: the program, the configuration, the theme, and what
  /// pages know of the site.
  private let shared: StableHash
  /// The same without the templates.
  private let sharedButTemplates: StableHash

  /// What a site has besides trips.
  struct Entries: Sendable {
    var hasGoals: Bool
    var hasReading: Bool
    var hasLists: Bool
  }

  /// What it is made from, whatever the trips are.
  struct Inputs: Sendable {
    let configuration: SiteConfiguration
    /// The hash of the configuration's bytes.
    let configurationHash: String
    /// Where the site will stand, in place of what the configuration says; nil for that.
    let baseURL: String?
    let theme: Theme
    let environment: BuildEnvironment
  }

  /// Makes the frame of a site.
  ///
  /// - Parameters:
  ///   - inputs: What does not depend on its trips.
  ///   - facts: Of which kinds it has any trip.
  ///   - entries: What it has besides.
  ///   - leftOut: The addresses of trips that no page shows or names.
  init(
    _ inputs: Inputs, _ facts: TripFacts, _ entries: Entries, leftOut: Set<String> = []
  ) {
    var info = Self.info(inputs.configuration, inputs.baseURL, inputs.theme, inputs.environment)
    info.hasCalendar = facts.contains(.dated)
    info.sections = Self.sections(facts, entries)
    info.leftOut = leftOut
    self.info = info
    var shared = StableHash()
    shared.add(inputs.environment.version)
    shared.add(inputs.environment.edition)
    shared.add(inputs.configurationHash)
    shared.add(info.baseURL ?? "")
    shared.add("\(info.sections) \(info.hasCalendar)")
    sharedButTemplates = shared
    shared.add(inputs.theme.hash)
    self.shared = shared
  }

  private static func info(
    _ configuration: SiteConfiguration, _ baseURL: String?, _ theme: Theme,
    _ environment: BuildEnvironment
  ) -> SiteInfo {
    func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }
    var info = SiteInfo(
      title: configuration.title, language: configuration.language, today: environment.today,
      generator: "Valise \(environment.version)",
      baseURL: nonEmpty(baseURL ?? configuration.baseURL),
      author: nonEmpty(configuration.author), units: configuration.units,
      currency: nonEmpty(configuration.currency),
      styleSheets: SiteInfo.StyleSheets(
        screen: theme.stylesheet("style"), print: theme.stylesheet("print")),
      assets: theme.assetPaths)
    info.homeCity = nonEmpty(configuration.homeCity)
    return info
  }

  private static func sections(_ facts: TripFacts, _ entries: Entries) -> [SiteSection] {
    SiteSection.allCases.filter { section in
      switch section {
      case .trips: true
      case .collections: facts.contains(.collected)
      case .activities: facts.contains(.active)
      case .goals: entries.hasGoals
      case .reading: entries.hasReading
      case .lists: entries.hasLists
      case .reports: facts.contains(.packed)
      case .archive: facts.contains(.archived)
      }
    }
  }

  /// The hash of what every page depends on and of what one page shows besides.
  ///
  /// - Parameters:
  ///   - shown: What it shows.
  ///   - templates: The templates that count, for a page of which there are very many; nil for all.
  /// - Returns: The hash.
  func hash(
    _ shown: some Sequence<String>, madeBy templates: TemplatesHash? = nil
  ) -> StableHash {
    var hash = shared
    if let templates {
      hash = sharedButTemplates
      hash.mix(templates.value)
    }
    for text in shown { hash.add(text) }
    return hash
  }
}
