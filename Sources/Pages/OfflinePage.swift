public import Mustache

/// The page that stands in, without a network, for those that were never opened on this device.
public struct OfflinePage: Page {
  /// Names the page.
  public init() {}

  /// `offline.html`.
  public var address: PageAddress { .offline }
  /// `offline.mustache`.
  public var template: String { "offline" }

  /// What `offline.mustache` is given: the names of every page.
  public func viewData(in context: PageContext) -> MustacheValue {
    data(title: context.words[.offline], in: context, [])
  }
}
