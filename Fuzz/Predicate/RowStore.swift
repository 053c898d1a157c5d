import Foundation
import FuzzSupport
import ModelStore

/// A store of a few rows, which each input writes anew.
///
/// `@unchecked`: libFuzzer calls from one thread only.
final class RowStore: @unchecked Sendable {
  private let context: ModelContext
  private let rows: [Row]

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Row.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    rows = (0..<12).map { Row($0) }
    for row in rows { context.insert(row) }
    try context.save()
  }

  func check(_ bytes: [UInt8]) {
    var numbers = ChosenNumbers(bytes)
    let pending = Int.random(in: 0...rows.count, using: &numbers)
    do {
      for row in rows.dropFirst(pending) { fill(row, &numbers) }
      try context.save()
      // The others stay pending: a query sees them as they are.
      for row in rows.prefix(pending) { fill(row, &numbers) }
      let make = RandomPredicate.tree(depth: 4, &numbers)
      try compare(Predicate<Row> { row in make(row) })
    } catch {
      require(false, "\(error)")
    }
  }

  private func compare(_ predicate: Predicate<Row>) throws {
    let descriptor = FetchDescriptor(predicate: predicate)
    let expected = try rows.filter { try predicate.evaluate($0) }.map(\.when)
    let found = try context.fetch(descriptor).map(\.when)
    let sql = try context.sql(for: descriptor)
    require(found.sorted() == expected.sorted(), "\(found) and not \(expected) for \(sql)")
    require(try context.fetchCount(descriptor) == expected.count, sql)
  }

  private func fill(_ row: Row, _ numbers: inout ChosenNumbers) {
    let texts = [
      "Boots", "ábc", "a\u{301}bc", "", "Rain jacket", "👨‍👩‍👧", "\r\n", "a", "\u{0}b", "%_",
    ]
    row.n = Int.random(in: -2...13, using: &numbers)
    row.m = Bool.random(using: &numbers) ? nil : Int.random(in: 0...5, using: &numbers)
    row.x = Double(Int.random(in: -2...13, using: &numbers)) / 4
    row.text = texts.randomElement(using: &numbers) ?? ""
    row.note = Bool.random(using: &numbers) ? nil : texts.randomElement(using: &numbers)
    row.flag = Bool.random(using: &numbers)
    row.maybe = [nil, true, false].randomElement(using: &numbers) ?? nil
    row.kind = Bool.random(using: &numbers) ? .soft : .hard
    row.other = [nil, .soft, .hard].randomElement(using: &numbers) ?? nil
    row.grams = Grams(rawValue: Int.random(in: 0...4, using: &numbers))
    row.parent = Bool.random(using: &numbers) ? nil : rows.randomElement(using: &numbers)
  }
}
