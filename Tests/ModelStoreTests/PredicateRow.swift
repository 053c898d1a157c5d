import Foundation
import ModelStore

enum Kind: String, Codable, CaseIterable { case soft, hard }

struct Grams: RawRepresentable, Codable, Hashable, Comparable {
  var rawValue: Int
  static func < (left: Grams, right: Grams) -> Bool { left.rawValue < right.rawValue }
}

/// A row with a column of each kind.
@Model
final class Row {
  var n: Int
  var m: Int?
  var x: Double
  var text: String
  var note: String?
  var flag: Bool
  var maybe: Bool?
  var kind: Kind
  var other: Kind?
  var grams: Grams
  var when: Date
  var words: [String] = []
  var parent: Row?
  @Relationship(inverse: \Row.parent) var children: [Row] = []

  init(_ n: Int) {
    self.n = n
    x = Double(n % 7) / 2
    text = ["Boots", "ábc", "a\u{301}bc", "", "Rain jacket", "👨‍👩‍👧 family", "\r\n"][n % 7]
    flag = n % 2 == 0
    kind = n % 3 == 0 ? .soft : .hard
    grams = Grams(rawValue: n % 5)
    when = Date(timeIntervalSinceReferenceDate: Double(n) * 1000.5)
    m = n % 4 == 0 ? nil : n % 4
    note = n % 3 == 0 ? nil : text
    maybe = n % 5 == 0 ? nil : n % 5 < 3
    other = n % 4 == 1 ? nil : (n % 4 == 2 ? .soft : .hard)
  }

  var double: Int { n * 2 }
}
