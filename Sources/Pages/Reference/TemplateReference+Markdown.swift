extension TemplateReference {
  /// The reference as `docs/template-data.md` has it.
  public static var markdown: String {
    var text = """
      # What templates are given

      Templates are [Mustache](https://mustache.github.io/mustache.5.html): `{{name}}` shows a text, escaped; \
      `{{{name}}}` shows HTML that is known to be safe; `{{#name}} … {{/name}}` is shown for each \
      entry of a list, or once for a value that is not null, `false` or empty; `{{^name}} … \
      {{/name}}` where it is. `{{>part}}` puts another template in, and `{{<layout}} … {{/layout}}` \
      fills the blocks of one.

      Every name below is there on every page of its kind. Where there is nothing to show, it is \
      null, an empty list or an empty text; a name that is not in these tables is an error, and the \
      build says where. The theme's own templates are in `Templates/`; a file of the same name in a \
      site's `Templates/` folder takes its place.

      This page is made from the tables in `Sources/Pages/Reference`; a test holds both together.

      ## On every page

      """
    append(shared, under: "", to: &text)
    for page in pages {
      text += "\n## `\(page.template).mustache`\n\n\(page.summary)\n"
      guard page.template != "print" else {
        text += "It is given the same as `trip.mustache`.\n"
        continue
      }
      text += "\n"
      append(page.keys.filter { key in !shared.contains { $0.name == key.name } }, under: "", to: &text)
    }
    return text
  }

  private static func append(_ keys: [TemplateKey], under path: String, to text: inout String) {
    text += "| name | holds | meaning |\n|---|---|---|\n"
    appendRows(keys, under: path, to: &text)
  }

  private static func appendRows(
    _ keys: [TemplateKey], under path: String, to text: inout String
  ) {
    for key in keys {
      let name = path + key.name
      text += "| `\(name)` | \(key.shape.description) | \(key.meaning) |\n"
      if let members = key.shape.members {
        appendRows(members.keys, under: name + (members.isList ? "[]." : "."), to: &text)
      }
    }
  }
}

extension TemplateShape {
  fileprivate var description: String {
    switch self {
    case .text: "text"
    case .html: "HTML"
    case .integer: "number"
    case .flag: "yes or no"
    case .list(let element):
      if case .text = element { "list of texts" } else { "list" }
    case .object: "names"
    case .optional(let shape): shape.description + " or null"
    }
  }

  /// The names inside, if there are any, and whether they belong to each entry of a list.
  fileprivate var members: (keys: [TemplateKey], isList: Bool)? {
    switch self {
    case .object(let keys): (keys, false)
    case .optional(let shape): shape.members
    case .list(let element): element.members.map { ($0.keys, true) }
    default: nil
    }
  }
}
