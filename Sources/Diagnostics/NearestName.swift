/// The name that was probably meant by a misspelt one, or nil where none is near.
///
/// Near means at most a third of the letters wrong, missing, doubled or swapped with their
/// neighbour; of several equally near, the first.
public func nearest(to name: String, in names: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased().unicodeScalars)
  // Longer ones are pasted text, not misspelt names.
  guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
  var best: (distance: Int, name: String)?
  for candidate in names {
    let letters = Array(candidate.lowercased().unicodeScalars)
    let limit = min(max(1, max(wanted.count, letters.count) / 3), (best?.distance ?? .max) - 1)
    guard limit >= 0, abs(letters.count - wanted.count) <= limit else { continue }
    let distance = editDistance(wanted, letters)
    if distance <= limit, distance < letters.count { best = (distance, candidate) }
  }
  return best?.name
}

/// How many letters must be added, dropped, changed or swapped with their neighbour.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    current.reserveCapacity(right.count + 1)
    for column in right.indices {
      let change = last[column] + (left[row] == right[column] ? 0 : 1)
      var cost = min(change, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current.append(cost)
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}
