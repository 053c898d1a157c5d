import Files
import PackingLists

/// One of the parts that a site's trips are divided into, each to be built by itself.
///
/// A trip's address alone decides which part it is in: adding a trip moves no other.
public struct Shard: Sendable, Hashable, CustomStringConvertible {
  /// Which one, from 1.
  public let number: Int
  /// How many there are.
  public let count: Int

  /// The most parts that a site may be divided into.
  public static let most = 10_000

  /// Names a part; nil where there is no such part.
  ///
  /// - Parameters:
  ///   - number: Which one, from 1.
  ///   - count: How many there are.
  public init?(_ number: Int, of count: Int) {
    guard (1...Self.most).contains(count), (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// Reads a part's name, such as `2/4`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(digits.contains) }),
      let number = Int(Substring(parts[0])), let count = Int(Substring(parts[1]))
    else { return nil }
    self.init(number, of: count)
  }

  /// `2/4`.
  public var description: String { "\(number)/\(count)" }

  /// Where it is built unless another place is named.
  public var folder: String { Path.join(Site.shards, "\(number)-of-\(count)") }

  /// Whether a trip is in it, by the trip's address.
  func owns(_ slug: String) -> Bool {
    // The hash as it is keeps too much of the last letter in its lowest bits.
    var mixed = StableHash(of: slug).value
    mixed = (mixed ^ (mixed >> 33)) &* 0xff51_afd7_ed55_8ccd
    mixed = (mixed ^ (mixed >> 33)) &* 0xc4ce_b9fe_1a85_ec53
    mixed ^= mixed >> 33
    return Int(mixed % UInt64(count)) == number - 1
  }
}

extension SourceScan {
  /// Leaves out all trips but those of a part.
  ///
  /// - Returns: Those that were left out.
  mutating func keep(_ shard: Shard) -> [SourceEntry] {
    let others = trips.filter { !shard.owns($0.name) }
    trips.removeAll { !shard.owns($0.name) }
    return others
  }
}
