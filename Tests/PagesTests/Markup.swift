import Foundation

/// The first line of a page that has a text in it.
func line(of html: String, with text: String) -> Substring? {
  html.split(separator: "\n").first { $0.contains(text) }
}

/// The texts of all elements of a kind, tags inside them taken out.
func texts(of html: String, in element: String) -> [String] {
  texts(of: html, from: "<\(element)", to: "</\(element)>")
}

/// The texts of all `span` elements of a class.
func texts(of html: String, withClass name: String) -> [String] {
  texts(of: html, from: "<span class=\"\(name)\"", to: "</span>")
}

/// The names of the items that have a box, in the page's order.
func itemNames(_ html: String) -> [String] { texts(of: html, withClass: "item-name") }

/// The figures at the top of a page.
func facts(_ html: String) -> [String: String] {
  Dictionary(
    zip(texts(of: html, in: "dt"), texts(of: html, in: "dd")), uniquingKeysWith: { $1 })
}

private func texts(of html: String, from start: String, to end: String) -> [String] {
  html.components(separatedBy: start).dropFirst().compactMap { part in
    guard let open = part.firstIndex(of: ">"), let close = part.range(of: end),
      open < close.lowerBound
    else { return nil }
    return withoutTags(part[part.index(after: open)..<close.lowerBound])
  }
}

private func withoutTags(_ html: Substring) -> String {
  var text = ""
  var isInTag = false
  for character in html {
    switch character {
    case "<": isInTag = true
    case ">": isInTag = false
    default: if !isInTag { text.append(character) }
    }
  }
  return text
}
