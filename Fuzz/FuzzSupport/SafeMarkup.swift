/// HTML as Valise may write it for anybody's words: a look that knows nothing of the renderer.
public enum SafeMarkup {
  private static let tags: Set<String> = [
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "ul", "ol", "li", "pre", "code", "hr",
    "table", "thead", "tbody", "tr", "th", "td", "br", "em", "strong", "del", "a", "img",
  ]
  private static let attributes: Set<String> = ["href", "rel", "src", "alt", "start", "scope"]

  /// What is unsafe in some HTML; nil where nothing is.
  public static func flaw(in html: String) -> String? {
    let bytes = Array(html.utf8)
    var index = 0
    while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      guard let close = bytes[open...].firstIndex(of: UInt8(ascii: ">")) else {
        return "a tag that nothing ends"
      }
      let tag = String(decoding: bytes[(open + 1)..<close], as: UTF8.self)
      if let flaw = flaw(inTag: tag) { return "\(flaw) in <\(tag)>" }
      index = close + 1
    }
    return nil
  }

  private static func flaw(inTag tag: String) -> String? {
    var rest = tag.hasPrefix("/") ? tag.dropFirst() : tag[...]
    let name = rest.prefix { $0.isLetter || $0.isNumber }
    guard tags.contains(String(name)) else { return "an unknown element" }
    rest = rest.dropFirst(name.count)
    while !rest.isEmpty {
      guard rest.first == " " else { return "no space before an attribute" }
      rest = rest.dropFirst()
      let attribute = rest.prefix { $0 != "=" }
      guard attributes.contains(String(attribute)) else { return "an unknown attribute" }
      rest = rest.dropFirst(attribute.count)
      guard rest.hasPrefix("=\"") else { return "an attribute without quotes" }
      rest = rest.dropFirst(2)
      let value = rest.prefix { $0 != "\"" }
      rest = rest.dropFirst(value.count)
      guard rest.first == "\"" else { return "an attribute that nothing ends" }
      rest = rest.dropFirst()
      if attribute == "href" || attribute == "src", let flaw = flaw(inAddress: String(value)) {
        return flaw
      }
    }
    return nil
  }

  /// An address may have one of four schemes, or none: no colon before the first slash,
  /// question mark or number sign.
  ///
  /// A backslash is a slash to browsers, and written as `%5C`.
  private static func flaw(inAddress address: String) -> String? {
    // A character reference counts as what it stands for: only these two are written.
    let plain = address.replacing("&amp;", with: "&").replacing("&#39;", with: "'")
    guard plain.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      return "a byte that no address holds"
    }
    guard let colon = plain.firstIndex(of: ":") else { return nil }
    let scheme = plain[..<colon]
    if scheme.contains(where: { "/?#".contains($0) }) || scheme.contains("%5C") { return nil }
    let isAllowed = ["http", "https", "mailto", "tel"].contains(scheme.lowercased())
    return isAllowed ? nil : "the scheme \(scheme)"
  }
}
