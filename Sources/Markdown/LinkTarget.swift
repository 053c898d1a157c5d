/// What kind of place a link leads to; anything that is none of these must lose its target.
public enum LinkTarget: Sendable, Hashable {
  /// `http` or `https`, or a host without a scheme (`//example.org`).
  case web
  /// `mailto` or `tel`.
  case contact
  /// A place in the site, or on the same page.
  case relative

  /// Judges a link's target as a browser would, or gives nil where it must not be followed.
  ///
  /// Browsers skip tabs, line breaks and leading control characters, so they hide no scheme here. Nor do
  /// they make one: pages have them percent-encoded, and `https%1F:` is no scheme.
  /// - Parameter url: The target after Markdown's own entities and escapes are resolved.
  public init?(of url: String) {
    var scheme: [UInt8] = []
    var slashes = 0
    var hasControl = false
    for byte in url.utf8 {
      switch byte {
      case 0x00...0x20, 0x7F:
        hasControl = true
      case UInt8(ascii: "/"), UInt8(ascii: "\\"):
        guard scheme.isEmpty else {
          self = .relative
          return
        }
        slashes += 1
        if slashes == 2 {
          self = .web
          return
        }
      case UInt8(ascii: "?"), UInt8(ascii: "#"):
        self = .relative
        return
      case UInt8(ascii: ":"):
        guard slashes == 0, !hasControl, let target = Self.target(ofScheme: scheme) else {
          return nil
        }
        self = target
        return
      default:
        if slashes > 0 {
          self = .relative
          return
        }
        scheme.append(byte)
      }
    }
    self = .relative
  }

  private static func target(ofScheme scheme: [UInt8]) -> LinkTarget? {
    switch String(decoding: scheme, as: UTF8.self).lowercased() {
    case "http", "https": .web
    case "mailto", "tel": .contact
    default: nil
    }
  }
}
