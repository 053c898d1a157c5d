import Files
import PackingLists
import SiteBuild

/// What a new site begins with.
enum StarterSite {
  /// The files, by path.
  ///
  /// - Parameters:
  ///   - today: The sample trip starts three weeks after it.
  ///   - withSampleTrip: Whether the sample trip is among them.
  /// - Returns: Paths relative to the site's root, with their texts.
  static func files(today: CalendarDay, withSampleTrip: Bool) -> [(path: String, text: String)] {
    var files = [
      (Site.configuration, configuration), (".gitignore", ignored),
      (Path.join(Site.lists, "carry-on.md"), carryOn),
    ]
    if withSampleTrip { files.append((Path.join(Site.trips, "lisbon.md"), sample(today))) }
    return files
  }

  private static let configuration = """
    # The site's settings. Everything has a default; what each key means stands in
    # docs/configuration.md.
    title: My packing lists
    language: en
    units: g

    """

  private static let ignored = """
    /Output/
    /.valise/

    """

  private static let carryOn = """
    # Carry-on

    A base list: every trip with "include: [carry-on]" takes these things along.

    ## Documents
    - [ ] Passport *
    - [ ] Wallet

    ## Electronics
    - [ ] Phone charger 80 g
    - [ ] Headphones 250 g

    """

  private static func sample(_ today: CalendarDay) -> String {
    let start = today.adding(days: 21)
    return """
      ---
      title: Lisbon
      destination: Lisbon, Portugal
      start: \(start)
      end: \(start.adding(days: 4))
      include: [carry-on]
      bags:
        carry-on: 8 kg
      ---

      Four days by the river. It may rain, and every street is a hill.

      ## Clothes
      - [x] Rain jacket 350 g #worn
      - [ ] T-shirts x{nights} 150 g
      - [ ] Socks x{nights+1} 45 g
      - [ ] Good shoes 900 g #worn — the ones with grip

      ## Washbag
      - [ ] Toothbrush 20 g
      - [ ] Sun cream 120 g #consumable

      ## Activities
      - [ ] Ride tram 28
      - [ ] Eat a custard tart, still warm

      """
  }
}
