import Mustache

/// What one template shows, with the others it includes.
func render(
  _ template: String, _ data: MustacheValue, partials: [(name: String, text: String)] = [],
  missingNames: MissingNames = .report
) -> (text: String, problems: [TemplateProblem]) {
  let library = TemplateLibrary(sources: [(name: "page", text: template)] + partials)
  var output: [UInt8] = []
  let problems = library.render("page", with: data, missingNames: missingNames, into: &output)
  return (String(decoding: output, as: UTF8.self), library.problems + problems)
}

extension TemplateProblem {
  /// `line:column+length`.
  var summary: String { "\(line):\(column)+\(length)" }
}
