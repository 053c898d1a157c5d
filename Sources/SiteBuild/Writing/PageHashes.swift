import PackingLists

/// What files of an output folder were made from, by their paths.
///
/// Both are kept as hashes of 64 bits: a large site has hundreds of thousands of files.
struct PageHashes: Sendable {
  /// The hash of a file's path; the hash of its inputs' hash, or ``unmade``.
  private var inputs: [UInt64: UInt64] = [:]

  /// Stands for a file that is not there any more, or may not be whole.
  private static let unmade: UInt64 = 0

  /// How many files there are.
  var count: Int { inputs.count }
  var isEmpty: Bool { inputs.isEmpty }

  /// Makes room for so many files.
  mutating func reserveCapacity(_ count: Int) { inputs.reserveCapacity(count) }

  /// Takes note of a file.
  ///
  /// - Parameters:
  ///   - path: Its path in the output folder.
  ///   - inputsHash: The hash of what it was made from; empty where it has to be made anew.
  mutating func note(_ path: String, madeFrom inputsHash: String) {
    inputs[Self.key(path)] = Self.value(inputsHash)
  }

  /// Whether a file is known.
  func has(_ path: String) -> Bool { inputs[Self.key(path)] != nil }

  /// Whether a file is there and was made from what belongs in it; nil where it is not known.
  ///
  /// - Parameters:
  ///   - path: Its path in the output folder.
  ///   - inputsHash: The hash of what belongs in it; nil where that cannot be made now.
  /// - Returns: Nil where the file is not known.
  func isCurrent(_ path: String, madeFrom inputsHash: String?) -> Bool? {
    inputs[Self.key(path)].map { known in inputsHash.map { Self.value($0) == known } ?? false }
  }

  private static func key(_ path: String) -> UInt64 { StableHash(of: path).value }

  private static func value(_ inputsHash: String) -> UInt64 {
    inputsHash.isEmpty ? unmade : StableHash(of: inputsHash).value
  }
}
