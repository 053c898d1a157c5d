import PackingLists

/// Finds things by the words that a person types: case, accents and plural do not matter.
public enum NameSearch {
  /// The names that are meant by some words, as indices.
  ///
  /// A name that is the same counts before one that is the same but for plural, and that before
  /// one that holds all the words, or begins with them.
  /// - Parameters:
  ///   - words: What was typed.
  ///   - names: What there is.
  /// - Returns: All that match equally well, in order; empty for none.
  public static func matches(_ words: String, in names: [String]) -> [Int] {
    let folded = foldedName(words)
    let wanted = self.words(of: folded)
    guard !wanted.isEmpty else { return [] }
    let all = names.map { self.words(of: foldedName($0)) }
    let same = names.indices.filter { foldedName(names[$0]) == folded }
    if !same.isEmpty { return same }
    let plural = all.indices.filter { index in
      all[index].count == wanted.count
        && zip(all[index], wanted).allSatisfy { isSameWord($0, $1) }
    }
    if !plural.isEmpty { return plural }
    let holding = all.indices.filter { index in
      wanted.allSatisfy { word in all[index].contains { isSameWord($0, word) } }
    }
    if !holding.isEmpty { return holding }
    return all.indices.filter { index in
      wanted.allSatisfy { word in
        all[index].contains { $0.hasPrefix(word) }
      }
    }
  }

  /// Whether a name holds words that begin with each of those that are looked for.
  public static func holds(_ words: String, in name: String) -> Bool {
    let wanted = self.words(of: foldedName(words))
    let found = self.words(of: foldedName(name))
    return wanted.allSatisfy { word in
      found.contains { $0.hasPrefix(word) || isSameWord($0, word) }
    }
  }

  private static func words(of folded: String) -> [String] {
    folded.unicodeScalars
      .split { scalar in
        let properties = scalar.properties
        return
          !(properties.isAlphabetic || properties.numericType != nil
          || properties.generalCategory == .nonspacingMark)
      }
      .map { String(Substring($0)) }
  }

  private static func isSameWord(_ left: String, _ right: String) -> Bool {
    left == right || !stems(of: left).isDisjoint(with: stems(of: right))
  }

  /// What a word may be the plural of, itself included; short words have no plural.
  private static func stems(of word: String) -> Set<String> {
    var stems: Set<String> = [word]
    guard word.count > 3 else { return stems }
    if word.hasSuffix("ies") { stems.insert(word.dropLast(3) + "y") }
    if word.hasSuffix("ves") { stems.formUnion([word.dropLast(3) + "f", word.dropLast(3) + "fe"]) }
    for ending in ["s", "es", "e", "n", "en"] where word.hasSuffix(ending) {
      let stem = String(word.dropLast(ending.count))
      // "glass" is no plural, and two letters are no word.
      if ending == "s", stem.hasSuffix("s") { continue }
      // German plurals: Lampen, Gabeln, Messern.
      if ending == "n", !["e", "l", "r"].contains(where: stem.hasSuffix) { continue }
      if stem.count > 2 { stems.insert(stem) }
    }
    return stems
  }
}
