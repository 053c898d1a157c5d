/// The name that a person most likely meant, for "did you mean".
///
/// Case, and how often two neighbouring letters are swapped, weigh little: the distance is that of
/// Damerau and Levenshtein (optimal string alignment) between the lower-case forms.
///
/// - Parameters:
///   - word: What was written.
///   - names: What exists, in any order.
/// - Returns: The closest name, the first of several in alphabetical order; nil where none is
///   nearer than a third of the word's length, at least one step.
public func nearest(to word: String, in names: some Sequence<String>) -> String? {
  let written = Array(word.lowercased())
  guard !written.isEmpty, written.count <= 64 else { return nil }
  var best: (name: String, distance: Int)?
  for name in names.sorted() {
    let candidate = Array(name.lowercased())
    let limit = max(1, max(written.count, candidate.count) / 3)
    guard abs(candidate.count - written.count) <= limit else { continue }
    let distance = editDistance(written, candidate)
    if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
  }
  return best?.name
}

private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for i in left.indices {
    var row = [i + 1]
    for j in right.indices {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[right.count]
}
