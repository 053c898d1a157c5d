/// The name a person may have meant: the one with the fewest slips between, if they are few.
///
/// A slip is a character too many, too few, wrong, or swapped with its neighbour. Up to a third of
/// the characters may be slips. Of equals the first wins.
func nearest(to name: String, among candidates: [String]) -> String? {
  let wanted = Array(name.lowercased().unicodeScalars)
  var best: String?
  var fewest = max(1, wanted.count / 3) + 1
  for candidate in candidates where candidate != name {
    let scalars = Array(candidate.lowercased().unicodeScalars)
    guard abs(scalars.count - wanted.count) < fewest else { continue }
    let slips = countSlips(wanted, scalars)
    if slips < fewest {
      fewest = slips
      best = candidate
    }
  }
  return best
}

private func countSlips(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      let isSame = left[row] == right[column]
      var slips = min(previous[column + 1] + 1, current[column] + 1)
      slips = min(slips, previous[column] + (isSame ? 0 : 1))
      let isSwap =
        row > 0 && column > 0 && left[row] == right[column - 1] && left[row - 1] == right[column]
      if isSwap { slips = min(slips, beforePrevious[column - 1] + 1) }
      current.append(slips)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[right.count]
}

/// A hint that names what may have been meant and what there is.
///
/// - Parameters:
///   - name: The name that was not found.
///   - candidates: The names that exist.
///   - kind: What they are, in the plural, to begin a sentence.
/// - Returns: The hint, with at most 20 of the names.
func hint(for name: String, among candidates: [String], kind: String) -> String {
  let limit = 20
  var words: [String] = []
  if let meant = nearest(to: name, among: candidates) { words.append("did you mean \"\(meant)\"?") }
  if candidates.isEmpty {
    words.append("\(kind): none")
  } else {
    let more = candidates.count > limit ? " and \(candidates.count - limit) more" : ""
    words.append("\(kind): \(candidates.prefix(limit).joined(separator: ", "))\(more)")
  }
  return words.joined(separator: " ")
}
