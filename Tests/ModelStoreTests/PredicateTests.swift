import Foundation
import ModelStore
import Testing

struct Captured: Codable { var n = 3 }

@Suite("Predicates in SQL agree with predicates in Swift")
struct PredicateTests {
  let context: ModelContext
  let rows: [Row]

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Row.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    rows = (0..<40).map { Row($0) }
    for row in rows { context.insert(row) }
    for (index, row) in rows.enumerated() where index > 3 && index % 3 != 0 {
      row.parent = rows[index % 4]
    }
    try context.save()
    // Some stay pending, changed or new: a query sees them as they are.
    for row in rows.prefix(10) { row.n += 1 }
    rows[12].parent = rows[13]
  }

  static func predicates() -> [(String, Predicate<Row>)] {
    let (n, limit, word, empty) = (4, 1.5, "a\u{301}b", "")
    let noNumber: Int? = nil
    let kind = Kind.soft
    let noKind: Kind? = nil
    let grams = Grams(rawValue: 2)
    let date = Date(timeIntervalSinceReferenceDate: 9004.5)
    let numbers = [1, 3, 9]
    let optionals: [Int?] = [1, nil]
    let kinds: Set<Kind> = [.hard]
    let range = 3..<9
    let captured = Captured()
    return [
      ("n == c", #Predicate { $0.n == n }), ("n != c", #Predicate { $0.n != n }),
      ("n < c", #Predicate { $0.n < n }), ("c <= n", #Predicate { n <= $0.n }),
      ("x > c", #Predicate { $0.x > limit }), ("date", #Predicate { $0.when >= date }),
      ("m == nil", #Predicate { $0.m == nil }), ("m != nil", #Predicate { $0.m != nil }),
      ("m == c", #Predicate { $0.m == n }), ("m != c", #Predicate { $0.m != 2 }),
      ("m == captured nil", #Predicate { $0.m == noNumber }),
      ("m ?? 0", #Predicate { ($0.m ?? 0) < 2 }),
      ("flag", #Predicate { $0.flag }), ("!flag", #Predicate { !$0.flag }),
      ("flag == false", #Predicate { $0.flag == false }),
      ("maybe == true", #Predicate { $0.maybe == true }),
      ("maybe != true", #Predicate { $0.maybe != true }),
      ("maybe ?? true", #Predicate { $0.maybe ?? true }),
      ("and or not", #Predicate { ($0.flag || $0.n > n) && !($0.x > limit) }),
      ("text == decomposed", #Predicate { $0.text == word || $0.text == "a\u{301}bc" }),
      ("text < c", #Predicate { $0.text < word }),
      ("contains", #Predicate { $0.text.contains(word) }),
      ("contains part of a cluster", #Predicate { $0.text.contains("a") }),
      ("contains newline", #Predicate { $0.text.contains("\n") }),
      ("contains nothing", #Predicate { $0.text.contains(empty) }),
      ("starts", #Predicate { $0.text.starts(with: "Ra") }),
      ("count", #Predicate { $0.text.count == 8 }), ("isEmpty", #Predicate { $0.text.isEmpty }),
      ("isEmpty == false", #Predicate { $0.text.isEmpty == false }),
      ("search", #Predicate { $0.text.localizedStandardContains("ABC") }),
      ("note contains", #Predicate { $0.note?.contains("a") == true }),
      ("note contains ?? true", #Predicate { $0.note?.contains("a") ?? true }),
      ("note flatMap", #Predicate { $0.note.flatMap { $0 == "Boots" } == nil }),
      ("note count", #Predicate { ($0.note?.count ?? 0) > 4 }),
      ("enum", #Predicate { $0.kind == kind }), ("enum !=", #Predicate { $0.kind != kind }),
      ("other", #Predicate { $0.other == kind }), ("other !=", #Predicate { $0.other != kind }),
      ("other nil", #Predicate { $0.other == noKind }),
      ("enums", #Predicate { kinds.contains($0.kind) }),
      ("raw <", #Predicate { $0.grams < grams }), ("raw ==", #Predicate { $0.grams == grams }),
      ("in", #Predicate { numbers.contains($0.n) }),
      ("not in", #Predicate { !numbers.contains($0.n) }),
      ("optional in", #Predicate { optionals.contains($0.m) }),
      ("optional not in", #Predicate { !optionals.contains($0.m) }),
      ("range", #Predicate { range.contains($0.n) }),
      ("own range", #Predicate { (2...n).contains($0.n) }),
      ("arithmetic", #Predicate { $0.n * 2 + 1 > 9 - $0.n }),
      ("division", #Predicate { $0.n / 3 == 2 }), ("remainder", #Predicate { $0.n % 4 == 3 }),
      ("half", #Predicate { $0.x / 2 > 1 }), ("minus", #Predicate { -$0.n < -30 }),
      ("ternary", #Predicate { ($0.flag ? $0.n : 0) > n }),
      ("if let", #Predicate { if let m = $0.m { m > 1 } else { false } }),
      ("struct", #Predicate { $0.n == captured.n }),
      ("parent", #Predicate { $0.parent != nil }),
      ("parent's", #Predicate { $0.parent?.n == 3 }),
      ("parent's parent's", #Predicate { $0.parent?.parent?.flag == nil }),
      ("not parent's", #Predicate { !($0.parent?.n == 3) }),
      ("parent's optional", #Predicate { $0.parent?.m == n }),
      ("not parent's optional", #Predicate { !($0.parent?.m == n) }),
      ("parent's in", #Predicate { row in row.parent.flatMap { numbers.contains($0.n) } ?? false }),
      (
        "not parent's in",
        #Predicate { row in !(row.parent.flatMap { numbers.contains($0.n) } ?? false) }
      ),
      (
        "parent's in, or no parent",
        #Predicate { row in row.parent.flatMap { numbers.contains($0.n) } ?? true }
      ),
      ("note flatMap ?? false", #Predicate { $0.note.flatMap { $0 == "Boots" } ?? false }),
      ("parent ?? ", #Predicate { ($0.parent?.n ?? 0) > 2 }),
      ("children", #Predicate { $0.children.isEmpty }),
      ("children count", #Predicate { $0.children.count > 5 }),
      ("children where", #Predicate { $0.children.contains { $0.flag && $0.n > 20 } }),
      ("children all", #Predicate { $0.children.allSatisfy { $0.n > 5 } }),
      ("children of outer", #Predicate { row in row.children.contains { $0.grams == row.grams } }),
      ("children filter", #Predicate { $0.children.filter { $0.flag }.count == 4 }),
      ("children's parent", #Predicate { $0.children.contains { $0.parent?.n == 3 } }),
      ("constants where", #Predicate { row in numbers.contains { $0 == row.n } }),
      ("constant", #Predicate { _ in true }), ("constant false", #Predicate { _ in n > 5 }),
    ]
  }

  @Test("each kind of expression", arguments: predicates())
  func agreement(name: String, predicate: Predicate<Row>) throws {
    let expected = try rows.filter { try predicate.evaluate($0) }.map(\.when)
    let found = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.when)
    #expect(found == expected)
    #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == expected.count)
  }

  @Test("any mixture of them, a thousand by chance", arguments: 0..<10)
  func mixtures(seed: UInt64) throws {
    var dice = Dice(state: seed)
    for _ in 0..<100 {
      let make = RandomPredicate.tree(depth: 3, &dice)
      let predicate = Predicate<Row> { row in make(row) }
      let expected = try rows.filter { try predicate.evaluate($0) }.map(\.when)
      let found = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.when)
      let isSame = found == expected
      let sql = try context.sql(for: FetchDescriptor(predicate: predicate))
      #expect(isSame, "\(sql.split(separator: " WHERE ", maxSplits: 1).last ?? "")")
    }
  }

  @Test("what has no column is refused by name")
  func refusals() throws {
    func message(_ predicate: Predicate<Row>) throws -> String {
      try #require(throws: StoreError.self) {
        try context.fetch(FetchDescriptor(predicate: predicate))
      }.description
    }
    #expect(
      try message(#Predicate { $0.double > 2 }).hasPrefix("Row.double is computed, and has no"))
    #expect(try message(#Predicate { $0.words.contains("a") }).contains("words"))
    let sort = FetchDescriptor<Row>(sortBy: [SortDescriptor(\.double)])
    let error = try #require(throws: StoreError.self) { try context.fetch(sort) }
    #expect(error.description.hasPrefix("Row.double is computed"))
    let chain = FetchDescriptor<Row>(sortBy: [SortDescriptor(\.parent?.double)])
    let far = try #require(throws: StoreError.self) { try context.fetch(chain) }
    #expect(far.description.contains("an order follows a stored property of the model, or"))
  }

  @Test("the SQL is the same for every value, and an index on a Bool column would serve")
  func shape() throws {
    func condition(_ predicate: Predicate<Row>) throws -> String {
      let sql = try context.sql(for: FetchDescriptor(predicate: predicate))
      return String(sql.split(separator: " WHERE ")[1].split(separator: " ORDER BY ")[0])
    }
    let n = 7
    #expect(
      try condition(#Predicate { $0.n == n && !$0.flag })
        == #"((t0."n" IS ?) AND (t0."flag" IS 0))"#)
    #expect(try condition(#Predicate { $0.flag }) == #"t0."flag" IS 1"#)
    #expect(
      try context.sql(for: FetchDescriptor<Row>(predicate: #Predicate { $0.parent?.n == n }))
        .contains(#"LEFT JOIN "Row" AS t1 ON t1._id = t0."parent""#))
    // A relationship that is used twice is joined once, and one only compared with nil not at all.
    let twice = try context.sql(
      for: FetchDescriptor<Row>(predicate: #Predicate { $0.parent?.n == n || $0.parent?.m == n }))
    #expect(twice.components(separatedBy: "JOIN").count == 2)
    #expect(try condition(#Predicate { $0.parent != nil }) == #"(t0."parent" IS NOT NULL)"#)
  }

  @Test("counts and sums are made in the database, and agree with Swift")
  func aggregates() throws {
    let kinds = Dictionary(grouping: rows, by: \.kind).mapValues(\.count)
    #expect(try context.fetchCounts(groupedBy: \Row.kind) == kinds)
    let numbers = Dictionary(grouping: rows.filter(\.flag), by: \.m).mapValues(\.count)
    #expect(try context.fetchCounts(groupedBy: \Row.m, where: #Predicate { $0.flag }) == numbers)
    let sums = Dictionary(grouping: rows, by: \.text).mapValues { $0.map(\.x).reduce(0, +) }
    #expect(try context.fetchSums(of: \Row.x, groupedBy: \.text) == sums)
    #expect(try context.fetchSum(of: \Row.n) == rows.map(\.n).reduce(0, +))
    #expect(try context.fetchSum(of: \Row.n, where: #Predicate { _ in false }) == 0)
    #expect(context.fetchCounters.rowsRead == 0)
  }

  @Test("objects are sorted by any column, nil first, and by several")
  func sorting() throws {
    func sorted(_ order: SortDescriptor<Row>...) throws -> [Row] {
      try context.fetch(FetchDescriptor(sortBy: order))
    }
    #expect(try sorted(SortDescriptor(\.n)).map(\.n) == rows.map(\.n).sorted())
    #expect(try sorted(SortDescriptor(\.grams)).map(\.grams) == rows.map(\.grams).sorted())
    #expect(try sorted(SortDescriptor(\.m)).first?.m == nil)
    let two = try sorted(SortDescriptor(\.text, order: .reverse), SortDescriptor(\.n))
    let expected = rows.sorted { ($1.text, $0.n) < ($0.text, $1.n) }
    #expect(two.map(\.n) == expected.map(\.n))
    let flags = try sorted(SortDescriptor(\.flag, order: .reverse)).map(\.flag)
    #expect(flags.first == true && flags.last == false)
  }
}
