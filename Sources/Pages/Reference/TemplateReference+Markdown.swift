extension TemplateReference {
  /// The reference as `docs/template-data.md` has it.
  public static var markdown: String {
    var text = introduction + "\n## On every page\n\n" + table(of: shared)
    for page in pages {
      text += "\n## `\(page.template).mustache`\n\n\(page.summary)\n\n"
      text += table(of: page.keys.filter { key in !shared.contains { $0.name == key.name } })
    }
    for object in objects {
      text += "\n## \(object.title)\n\n"
      if let base = object.baseTitle {
        text += "All of [\(lowercased(base))](#\(anchor(base))), and:\n\n"
      }
      text += table(of: object.ownKeys)
    }
    return text
  }

  private static let introduction = """
    # What templates are given

    Templates are [Mustache](https://mustache.github.io/mustache.5.html). `{{name}}` shows a text,
    escaped; `{{{name}}}` shows HTML that is known to be safe. `{{#name}} … {{/name}}` is shown for
    each entry of a list, and once for any other value that is not null, `false` or empty; `{{^name}}
    … {{/name}}` is shown where it is. `{{>part}}` puts another template in; `{{<layout}} …
    {{/layout}}` fills the blocks of one.

    The theme is in `Templates/`. A file of the same name in a site's own `Templates/` folder takes
    the place of the theme's: `valise theme eject trip.mustache` copies one there to begin with. An
    empty one says that there are to be no such pages: `print.mustache` for no sheets, `search.mustache`
    for no search. Calendars are made where a template leads to them.

    Every name below is there on every page of its kind. Where there is nothing to show it is null,
    an empty list or an empty text. A name that is in no table is an error, and the build says where.

    This page is made from the tables in `Sources/Pages/Reference`, and a test holds the two together.

    """

  /// Every object with names of its own, once, in the order in which the tables lead to it.
  private static var objects: [TemplateObject] {
    var objects: [TemplateObject] = []
    func visit(_ shape: TemplateShape) {
      switch shape {
      case .object(let object):
        guard !objects.contains(where: { $0.title == object.title }) else { return }
        objects.append(object)
        for key in object.keys { visit(key.shape) }
      case .list(let shape), .optional(let shape): visit(shape)
      case .text, .html, .integer, .flag: break
      }
    }
    for page in pages {
      for key in page.keys { visit(key.shape) }
    }
    return objects
  }

  private static func table(of keys: [TemplateKey]) -> String {
    "| name | holds | meaning |\n|---|---|---|\n"
      + keys.map { "| `\($0.name)` | \(holds($0.shape)) | \($0.meaning) |\n" }.joined()
  }

  private static func holds(_ shape: TemplateShape) -> String {
    switch shape {
    case .text: "text"
    case .html: "HTML"
    case .integer: "number"
    case .flag: "yes or no"
    case .object(let object): "[\(lowercased(object.title))](#\(anchor(object.title)))"
    case .list(let shape): "list: " + holds(shape)
    case .optional(let shape): holds(shape) + ", or null"
    }
  }

  private static func lowercased(_ title: String) -> String {
    title.prefix(1).lowercased() + title.dropFirst()
  }

  private static func anchor(_ title: String) -> String {
    title.lowercased().filter { $0 != "," }.replacing(" ", with: "-")
  }
}
