import Diagnostics

/// A hint that names what may have been meant and what there is.
///
/// - Parameters:
///   - name: The name that was not found.
///   - candidates: The names that exist.
///   - kind: What they are, in the plural, to begin a sentence.
/// - Returns: The hint, with at most 20 of the names; a longer list is left out where one was meant.
func hint(for name: String, among candidates: [String], kind: String) -> String {
  let limit = 20
  var words: [String] = []
  if let meant = nearest(to: name, in: candidates) { words.append("did you mean \"\(meant)\"?") }
  if !words.isEmpty, candidates.count > limit { return words[0] }
  if candidates.isEmpty {
    words.append("\(kind): none")
  } else {
    let more = candidates.count > limit ? " and \(candidates.count - limit) more" : ""
    words.append("\(kind): \(candidates.prefix(limit).joined(separator: ", "))\(more)")
  }
  return words.joined(separator: " ")
}
