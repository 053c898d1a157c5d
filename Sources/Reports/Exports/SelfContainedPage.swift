import Foundation

/// A page of the site as one file: its styles, scripts and pictures are in it, and nothing in it
/// leads to a file that does not come along.
struct SelfContainedPage {
  private let html: String
  private let folder: String
  private let baseURL: String?
  private let file: (String) throws -> [UInt8]?

  /// Takes a page.
  ///
  /// - Parameters:
  ///   - bytes: The page.
  ///   - path: Its path below the site's root; links in it go from there.
  ///   - baseURL: Where the site is on the web; nil where it is not.
  ///   - file: The bytes of a file of the site.
  init(
    _ bytes: [UInt8], at path: String, baseURL: String?,
    file: @escaping (String) throws -> [UInt8]?
  ) {
    html = String(decoding: bytes, as: UTF8.self)
    folder = path.split(separator: "/").dropLast().joined(separator: "/")
    self.baseURL = baseURL
    self.file = file
  }

  /// The file as UTF-8.
  var bytes: [UInt8] {
    get throws {
      var output = ""
      var scripts = ""
      var rest = html[...]
      while let open = rest.firstIndex(of: "<") {
        output += rest[..<open]
        rest = rest[open...]
        guard let tag = HTMLTag(at: rest) else {
          output.append("<")
          rest = rest.dropFirst()
          continue
        }
        rest = rest[tag.end...]
        switch tag.name {
        case "script":
          guard let end = rest.range(of: "</script>") else { break }
          if !tag.isCode {
            // Data for programs that read pages stays where it is.
            output += tag.text + rest[..<end.upperBound]
          } else if let text = try script(tag, String(rest[..<end.lowerBound])) {
            scripts += "<script>\n\(text)\n</script>\n"
          }
          rest = rest[end.upperBound...]
        case "nav":
          let inner = rest.range(of: "</nav>").map { rest[..<$0.lowerBound] } ?? rest
          output += leadsNowhere(inner) ? tag.adding("hidden") : tag.text
        case "/body":
          // They were deferred: they need what is above them.
          output += scripts + tag.text
        default: output += try rewritten(tag)
        }
      }
      return Array((output + rest).utf8)
    }
  }

  // MARK: Tags

  private func rewritten(_ tag: HTMLTag) throws -> String {
    switch tag.name {
    case "meta" where tag["http-equiv"]?.lowercased() == "content-security-policy":
      return tag.setting(
        "content",
        to: "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
          + "img-src data:; font-src data:; base-uri 'none'; form-action 'none'")
    case "link": return try link(tag)
    case "img":
      guard let source = tag["src"], let path = path(of: source) else { return tag.text }
      return tag.setting("src", to: try data(path) ?? "")
    case "a":
      guard let target = tag["href"], let path = path(of: target) else { return tag.text }
      guard let baseURL else { return tag.removing("href") }
      return tag.setting("href", to: (baseURL.hasSuffix("/") ? baseURL : baseURL + "/") + path)
    default: return tag.text
    }
  }

  /// A style sheet is written out; what else a page links to in its head is for browsers on the web.
  private func link(_ tag: HTMLTag) throws -> String {
    guard tag["rel"] == "stylesheet" else { return tag["rel"] == "canonical" ? tag.text : "" }
    guard let target = tag["href"], let path = path(of: target), let bytes = try file(path) else {
      return ""
    }
    let sheet = String(decoding: bytes, as: UTF8.self)
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    return "<style>\n\(try inlined(sheet, in: folder))\n</style>"
  }

  private func script(_ tag: HTMLTag, _ text: String) throws -> String? {
    guard let source = tag["src"] else { return text.isEmpty ? nil : text }
    guard let path = path(of: source), let bytes = try file(path) else { return nil }
    // The end of the element must not stand in it.
    return String(decoding: bytes, as: UTF8.self).replacing("</script", with: "<\\/script")
  }

  private func leadsNowhere(_ html: Substring) -> Bool {
    guard baseURL == nil else { return false }
    var hasLink = false
    var rest = html
    while let open = rest.firstIndex(of: "<") {
      guard let tag = HTMLTag(at: rest[open...]) else { return false }
      rest = rest[tag.end...]
      guard tag.name == "a", let target = tag["href"] else { continue }
      if path(of: target) == nil { return false }
      hasLink = true
    }
    return hasLink
  }

  // MARK: Files

  /// The file of the site that a link leads to; nil for one within the page or elsewhere.
  private func path(of link: String) -> String? {
    let target = link.prefix { $0 != "#" && $0 != "?" }
    guard !target.isEmpty, !target.hasPrefix("/"),
      !target.prefix(while: { $0 != "/" }).contains(":")
    else { return nil }
    return Self.joined(folder, String(target).removingPercentEncoding ?? String(target))
  }

  private static func joined(_ folder: String, _ path: String) -> String {
    var parts = folder.split(separator: "/")
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  /// A style sheet with the files in it that it names.
  private func inlined(_ sheet: String, in folder: String) throws -> String {
    var output = ""
    var rest = sheet[...]
    while let start = rest.firstRange(of: "url("),
      let end = rest[start.upperBound...].firstIndex(of: ")")
    {
      output += rest[..<start.upperBound]
      let name = rest[start.upperBound..<end].trimmingCharacters(
        in: CharacterSet(charactersIn: "\"' "))
      rest = rest[end...]
      if name.hasPrefix("data:") || name.hasPrefix("#") {
        output += "\"\(name)\""
      } else {
        output += "\"\(try data(Self.joined(folder, name)) ?? "")\""
      }
    }
    return output + rest
  }

  private func data(_ path: String) throws -> String? {
    guard let bytes = try file(path) else { return nil }
    let kinds = [
      "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "webp": "image/webp",
      "gif": "image/gif", "svg": "image/svg+xml", "avif": "image/avif", "woff2": "font/woff2",
    ]
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let kind = kinds[ending] ?? "application/octet-stream"
    return "data:\(kind);base64,\(Data(bytes).base64EncodedString())"
  }
}

/// A tag of HTML that was made from templates: its name and attributes.
struct HTMLTag {
  /// The name in small letters, with a slash before it where it ends an element.
  let name: String
  /// All of it, from `<` to `>`.
  let text: String
  /// What comes after it.
  let end: Substring.Index

  private let nameEnd: String.Index

  /// Read where they are asked for: most tags of a page are of no interest.
  private var attributes: [(name: String, value: String?, whole: Range<String.Index>)] {
    Self.attributes(of: text, after: nameEnd)
  }

  /// Reads the tag at the beginning of a text; nil where there is none.
  init?(at html: Substring) {
    let first = html.dropFirst().first
    guard let first, first.isLetter || first == "/" else { return nil }
    var index = html.index(after: html.startIndex)
    var quote: Character?
    while index < html.endIndex, quote != nil || html[index] != ">" {
      let character = html[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      }
      index = html.index(after: index)
    }
    guard index < html.endIndex else { return nil }
    end = html.index(after: index)
    text = String(html[..<end])
    let inner = text.dropFirst().dropLast()
    name = inner.prefix { !$0.isWhitespace }.lowercased()
    nameEnd = inner.prefix { !$0.isWhitespace }.endIndex
  }

  /// The value of an attribute without escapes; nil where there is none.
  subscript(name: String) -> String? {
    attributes.first { $0.name == name }?.value.map(Self.unescaped)
  }

  /// Whether a script is one that runs, and not data.
  var isCode: Bool {
    let kind = self["type"]?.lowercased() ?? ""
    return kind.isEmpty || kind == "module" || kind.hasSuffix("javascript")
  }

  /// The tag with another value of an attribute that it has.
  func setting(_ name: String, to value: String) -> String {
    guard let attribute = attributes.first(where: { $0.name == name }) else { return text }
    let escaped = value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    return text.replacingCharacters(in: attribute.whole, with: "\(name)=\"\(escaped)\"")
  }

  /// The tag without an attribute.
  func removing(_ name: String) -> String {
    guard let attribute = attributes.first(where: { $0.name == name }) else { return text }
    return text.replacingCharacters(in: attribute.whole, with: "")
  }

  /// The tag with one attribute more.
  func adding(_ name: String) -> String { "\(text.dropLast()) \(name)>" }

  private static func unescaped(_ value: String) -> String {
    guard value.contains("&") else { return value }
    return value.replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }

  private static func attributes(
    of text: String, after start: String.Index
  ) -> [(name: String, value: String?, whole: Range<String.Index>)] {
    var found: [(name: String, value: String?, whole: Range<String.Index>)] = []
    let end = text.index(before: text.endIndex)
    var index = start
    while index < end {
      while index < end, text[index].isWhitespace || text[index] == "/" {
        index = text.index(after: index)
      }
      let nameStart = index
      while index < end, !text[index].isWhitespace, text[index] != "=" {
        index = text.index(after: index)
      }
      guard nameStart < index else { break }
      let name = text[nameStart..<index].lowercased()
      guard index < end, text[index] == "=" else {
        found.append((name, nil, nameStart..<index))
        continue
      }
      index = text.index(after: index)
      let quote = index < end && (text[index] == "\"" || text[index] == "'") ? text[index] : nil
      if quote != nil { index = text.index(after: index) }
      let valueStart = index
      while index < end, quote.map({ text[index] != $0 }) ?? !text[index].isWhitespace {
        index = text.index(after: index)
      }
      let value = String(text[valueStart..<index])
      if quote != nil, index < end { index = text.index(after: index) }
      found.append((name, value, nameStart..<index))
    }
    return found
  }
}
