import FuzzSupport
import Mustache

// Templates that may include each other, divided by a byte that no text needs, shown with data of
// every kind.
Fuzzer.run { bytes in
  let texts = bytes.split(separator: 0x01, maxSplits: 3, omittingEmptySubsequences: false)
  let sources = zip(["a", "b", "c", "d"], texts).map {
    (name: $0, text: String(decoding: $1, as: UTF8.self))
  }
  // Loops in loops are the author's to answer for; here they would only take time.
  guard sources.reduce(0, { $0 + $1.text.count { $0 == "#" } }) <= 8 else { return }
  let library = TemplateLibrary(sources: sources)
  check(library.problems, sources)
  for missing in [MissingNames.report, .empty] {
    var output = Array("before".utf8)
    check(library.render("a", with: data, missingNames: missing, into: &output), sources)
    require(output.starts(with: "before".utf8), "what was there is gone")
    require(String(validating: output, as: UTF8.self) != nil, "no UTF-8 any more")
    checkEscaping(output, sources)
  }
  _ = library.isComplete("a")
}

@Sendable func check(
  _ problems: [TemplateProblem], _ sources: [(name: String, text: String)]
) {
  for problem in problems {
    guard let source = sources.first(where: { $0.name == problem.template }) else { continue }
    let count = source.text.utf8.count
    require(
      problem.line >= 1 && problem.column >= 1 && problem.line <= count + 1
        && problem.column <= count + 1 && problem.length >= 0, "\(problem)")
  }
}

/// Where no template asks for a value as it is, no markup of a value comes out.
@Sendable func checkEscaping(_ output: [UInt8], _ sources: [(name: String, text: String)]) {
  let isPlain = sources.allSatisfy { !$0.text.contains("&") && !$0.text.contains("{{{") }
  // With delimiters of its own, a template may write "{" as one.
  guard isPlain, sources.allSatisfy({ !$0.text.contains("=") }),
    sources.allSatisfy({ !$0.text.contains("<b a") && !$0.text.contains("<i>") })
  else { return }
  let text = String(decoding: output, as: UTF8.self)
  // A template may hold the pieces of it around its tags: then nothing can be said.
  guard sources.allSatisfy({ !$0.text.contains("<") }) else { return }
  require(!text.contains("<b a") && !text.contains("<i>"), text)
}
