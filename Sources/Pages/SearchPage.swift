public import Mustache

/// The page that finds trips, things and activities by a script, and lists some trips without one.
public struct SearchPage: Page {
  private let latest: [TripCard]
  private let indexVersion: String

  /// Names the page.
  ///
  /// - Parameters:
  ///   - latest: The trips to list, in their order.
  ///   - indexVersion: Changes with the files of the index, so that no browser takes old ones.
  public init(latest: [TripCard], indexVersion: String) {
    self.latest = latest
    self.indexVersion = indexVersion
  }

  /// `search.html`.
  public var address: PageAddress { .search }
  /// `search.mustache`.
  public var template: String { "search" }

  /// What `search.mustache` is given.
  public func viewData(in context: PageContext) -> MustacheValue {
    data(
      PageHead(
        title: "\(context.words[.search]) · \(context.site.title)", scripts: ["search.js"]),
      in: context,
      [
        ("indexVersion", .text(indexVersion)),
        (
          "latest",
          .list(
            latest.map {
              .object(MustacheObject(TripSummary($0).members(on: address, in: context)))
            })
        ),
        ("hasLatest", .bool(!latest.isEmpty)),
      ])
  }
}
