import SQLite

/// How an array lies in the tables, as an import needs it for each of its objects.
final class ArrayLink {
  /// The column of the target that leads to the owner; nil where a table of its own does.
  let key: String?
  /// The hidden column of the target that has its place in the array.
  let order: String?
  /// What writes an object's place into the table of a many-to-many array; nil where there is none.
  let join: String?

  init(_ link: Link) {
    switch link {
    case .toMany(let column, let order, _, _, _):
      key = column
      self.order = order.name
      join = nil
    case .join(let table, let mine, let theirs, _, _):
      (key, order) = (nil, nil)
      join = Link.joinSQL(table, mine, theirs)
    case .toOne: (key, order, join) = (nil, nil, nil)
    }
  }
}

/// Writes the rows of one model for an import.
///
/// Several rows are one statement: to begin and end a statement costs SQLite a third of a row.
final class RowInserter {
  /// The numbers of a table's new rows.
  final class Numbers {
    var next: Int64
    init(next: Int64) { self.next = next }
  }

  /// A place in an array that an object is written into.
  struct Membership {
    let link: ArrayLink
    let owner: Int64
    let place: Int
  }

  let entity: Entity
  let numbers: Numbers
  /// Whether other objects may lead to its objects.
  let isLedTo: Bool
  /// Whether its objects have arrays.
  let hasArrays: Bool
  /// The relationships to one.
  let references: [Reference]

  /// A relationship to one object; a class, since a shape is copied at some cost.
  final class Reference {
    let column: String
    let shape: ToOneShape

    init(_ column: String, _ shape: ToOneShape) {
      self.column = column
      self.shape = shape
    }
  }

  private let connection: Connection
  private let external: RowWriter.External
  /// The names of a row's parameters, in order.
  private let names: [String]
  private var waiting: [(object: any PersistentModel, id: Int64, membership: Membership?)] = []
  /// The statement for that many rows, and where a membership of the link used last is written.
  private var statements: [Int: Statement] = [:]
  private var latest: (link: ArrayLink, columns: ArrayColumns)?

  /// The numbers of a row's parameters that say where in an array it belongs, from 1; nil for none.
  private struct ArrayColumns {
    let key: Int32?
    let order: Int32?
  }

  /// A place in an array, as a row has it.
  private struct Place {
    let columns: ArrayColumns
    let owner: Int64
    let place: Int
  }

  /// How many rows one statement writes; more gain nothing.
  private static let rowsAtOnce = 8

  init(
    _ entity: Entity, _ connection: Connection, _ numbers: Numbers, external: RowWriter.External
  ) {
    self.entity = entity
    self.connection = connection
    self.numbers = numbers
    self.external = external
    isLedTo = entity.isLedTo
    let kinds = entity.description.relationships.map { entity.description.stored[$0] }
    hasArrays = kinds.contains { if case .toMany = $0.kind { true } else { false } }
    references = kinds.compactMap { property in
      if case .toOne(let shape) = property.kind { Reference(property.name, shape) } else { nil }
    }
    names = entity.insertedNames
  }

  /// Takes an object to be written.
  ///
  /// - Returns: The number of its row.
  /// - Throws: What writing it, or those before it, threw.
  func add(_ object: any PersistentModel, _ membership: Membership?) throws -> Int64 {
    let id = numbers.next
    numbers.next += 1
    waiting.append((object, id, membership))
    // What a unique value is refused for is said of the one object.
    if waiting.count == Self.rowsAtOnce || entity.hasUnique { try flush() }
    return id
  }

  /// Whether objects of an array can be written as they come: nothing leads to them but their owner,
  /// they lead to nothing else, and none is refused for a value that another has.
  func takesMany(of link: ArrayLink) -> Bool {
    link.join == nil && !isLedTo && !hasArrays && !entity.hasUnique
      && references.allSatisfy { $0.column == link.key }
  }

  /// Writes the objects of an array.
  ///
  /// - Parameters:
  ///   - objects: Objects for which ``takesMany(of:)`` holds; one or more.
  ///   - link: The array.
  ///   - owner: The number of its owner's row.
  /// - Returns: The numbers of their rows.
  /// - Throws: What writing them throws.
  func add<Model: PersistentModel>(
    _ objects: [Model], _ link: ArrayLink, owner: Int64
  ) throws -> ClosedRange<Int64> {
    try flush()
    let first = numbers.next
    numbers.next += Int64(objects.count)
    let columns = columns(of: link)
    var place = 0
    while place < objects.count {
      let count = min(Self.rowsAtOnce, objects.count - place)
      let statement = try statement(for: count)
      statement.beginKeepingTexts()
      var writer = RowWriter(statement, first: 1, external: external)
      for row in 0..<count {
        try bind(
          objects[place + row], first + Int64(place + row),
          Place(columns: columns, owner: owner, place: place + row), to: statement, &writer, row)
      }
      try run(statement)
      place += count
    }
    return first...first + Int64(objects.count - 1)
  }

  /// Writes what waits.
  func flush() throws {
    guard !waiting.isEmpty else { return }
    let statement = try statement(for: waiting.count)
    statement.beginKeepingTexts()
    var writer = RowWriter(statement, first: 1, external: external)
    for (row, (object, id, membership)) in waiting.enumerated() {
      let place = membership.map {
        Place(columns: columns(of: $0.link), owner: $0.owner, place: $0.place)
      }
      try bind(object, id, place, to: statement, &writer, row)
    }
    try run(statement)
    if entity.hasUnique, connection.changes == 0 {
      throw StoreError.notUnique(model: entity.name, properties: entity.uniqueNames)
    }
    waiting.removeAll(keepingCapacity: true)
  }

  /// Gives the statements back to the connection, for the next import.
  func end() {
    for statement in statements.values { connection.giveBack(statement) }
    statements = [:]
  }

  private func run(_ statement: Statement) throws {
    do {
      try statement.run()
    } catch {
      throw entity.explain(error)
    }
  }

  private func statement(for count: Int) throws -> Statement {
    if let known = statements[count] { return known }
    let statement = try connection.borrow(entity.insertSQL(rowCount: count))
    statements[count] = statement
    return statement
  }

  /// Sets the parameters of one of a statement's rows.
  private func bind(
    _ object: some PersistentModel, _ id: Int64, _ array: Place?, to statement: Statement,
    _ writer: inout RowWriter, _ row: Int
  ) throws {
    let before = Int32(row * names.count)
    statement.bind(id, at: before + 1)
    if entity.isShared { statement.bind(entity.name, at: before + 2) }
    writer.index = before + (entity.isShared ? 3 : 2)
    object._$bind(into: &writer)
    if let failure = writer.failure { throw failure }
    for place in entity.root.hidden.indices {
      let index = writer.index + Int32(place)
      if index - before != array?.columns.order { statement.bindNull(at: index) }
    }
    guard let array else { return }
    if let order = array.columns.order { statement.bind(Int64(array.place), at: before + order) }
    if let key = array.columns.key { statement.bind(array.owner, at: before + key) }
  }

  /// Where a row has the owner of an array, and its place in it.
  private func columns(of link: ArrayLink) -> ArrayColumns {
    if let latest, latest.link === link { return latest.columns }
    func place(_ name: String?) -> Int32? { name.flatMap(names.firstIndex).map { Int32($0 + 1) } }
    let columns = ArrayColumns(key: place(link.key), order: place(link.order))
    latest = (link, columns)
    return columns
  }
}
