import SQLite

/// A model as one schema lays it out in tables.
///
/// A class and its subclasses share one table, named after the root class, so that a fetch of the
/// base class is one query.
final class Entity: @unchecked Sendable {
  // Unchecked because ResolvedSchema fills it in before anyone else sees it; it is not changed after.
  let description: ModelDescription
  let name: String
  /// The entity of the root class: itself where there is no superclass.
  var root: Entity { ancestor ?? self }
  private unowned var ancestor: Entity?
  /// Which column each stored property has; nil for to-many relationships.
  let columns: [Column]
  /// This class and its subclasses in the schema.
  var kinds: [Entity] = []
  /// How each stored property leads to another entity; nil for attributes.
  var links: [Link?] = []
  /// What leads to objects of this entity.
  var references: [Reference] = []
  /// Where the columns of each class begin in a row of the whole table.
  var firstColumns: [ObjectIdentifier: Int32] = [:]
  /// The columns of all classes in the table; filled in the root.
  var tableColumns: [Column] = []
  /// Columns that no property shows; filled in the root.
  var hidden: [HiddenColumn] = []
  /// The columns that are unique, each alone or some together.
  let uniqueColumns: [[Column]]
  /// Whether any of its columns is unique.
  var hasUnique: Bool { !uniqueColumns.isEmpty }
  /// The query for the row with the same values, for each of these.
  var twinQueries: [String] = []
  /// Whether a row with the same unique values has to be looked for before a new one is tried: large
  /// values would be written to files for nothing.
  var findsTwinFirst: Bool { hasUnique && hasExternal }
  /// Whether any of its relationships must lead somewhere.
  let hasRequiredTargets: Bool
  /// Whether any of its properties may lie in files.
  let hasExternal: Bool
  /// Whether the table holds more than one class.
  var isShared = false
  var type: any PersistentModel.Type { description.type }
  /// The table's name, quoted.
  var table: String { quoted(root.name) }
  var insertSQL = ""
  /// What most queries select; see ``selection(_:)``.
  var mainSelection = ""
  /// The tables of what its arrays lead to.
  var arrayTargets: [Int] = []
  /// The number of the table within its schema.
  var tableIndex = 0

  /// A column that shows a property.
  struct Column {
    let index: Int
    let name: String
    let property: ModelProperty
    var isUnique: Bool { property.isUnique }
    var sql: String { quoted(name) }
  }

  /// A column that no property shows.
  struct HiddenColumn {
    let name: String
    let isKey: Bool
    /// Its name before the property that it serves was renamed.
    let originalName: String?
    var sql: String { quoted(name) }
  }

  init(_ description: ModelDescription) {
    self.description = description
    name = description.name
    columns = description.stored.enumerated().compactMap { index, property in
      property.columnType == nil
        ? nil : Column(index: index, name: property.name, property: property)
    }
    let columns = columns
    hasExternal = columns.contains { $0.property.isExternal }
    uniqueColumns =
      columns.filter(\.isUnique).map { [$0] }
      + description.uniqueTogether.map { places in
        places.compactMap { place in columns.first { $0.index == place } }
      }
    hasRequiredTargets = description.stored.contains { property in
      if case .toOne(let shape) = property.kind { shape.isRequired } else { false }
    }
  }

  func setRoot(_ root: Entity) { ancestor = root }

  /// Lets go of the other entities, which lead back here.
  func disconnect() {
    kinds = []
    links = []
    references = []
  }

  /// The columns that this class adds to those of its superclass.
  var ownColumns: [Column] {
    let inherited = description.superclass?._$description.storedCount ?? 0
    return columns.filter { $0.index >= inherited }
  }

  /// The name of a column of the table by its place.
  func columnName(at place: Int) -> String {
    root.tableColumns.indices.contains(place) ? root.tableColumns[place].name : "?"
  }

  /// What a query selects, so that `RowReader` finds it: id, class where it varies, columns.
  func selection(_ alias: String) -> String {
    if alias == "t0", !mainSelection.isEmpty { return mainSelection }
    var names = ["\(alias)._id"]
    if isShared { names.append("\(alias)._model") }
    names += root.tableColumns.map { "\(alias).\($0.sql)" }
    return names.joined(separator: ", ")
  }

  /// Where the properties begin in such a selection.
  var firstSelected: Int32 { isShared ? 2 : 1 }

  /// A condition that leaves only rows of this class and its subclasses; nil where all are.
  func kindCondition(_ alias: String, includesSubclasses: Bool = true) -> String? {
    if isShared, !includesSubclasses { return "\(alias)._model = '\(name)'" }
    guard isShared, kinds.count < root.kinds.count else { return nil }
    return "\(alias)._model IN (\(kinds.map { "'\($0.name)'" }.joined(separator: ", ")))"
  }

  /// The columns of each index that the class asks for.
  var indexedColumns: [[String]] {
    description.indexed.map { places in
      places.compactMap { place in place.map { description.stored[$0].name } }
    }
  }

  /// The names of the stored properties, for messages.
  var propertyNames: [String] { description.stored.map(\.name) }
}

/// How a relationship lies in the tables.
enum Link {
  /// In a column of the entity itself.
  case toOne(column: String, target: Entity, shape: ToOneShape)
  /// In a column of the target, with another for the order.
  case toMany(
    column: String, order: HiddenPlace, key: HiddenPlace?, target: Entity, shape: ToManyShape)
  /// In a table of its own.
  case join(table: String, mine: String, theirs: String, target: Entity, shape: ToManyShape)

  var target: Entity {
    switch self {
    case .toOne(_, let target, _), .toMany(_, _, _, let target, _), .join(_, _, _, let target, _):
      target
    }
  }
}

extension Link {
  var options: RelationshipOptions {
    switch self {
    case .toOne(_, _, let shape): shape.options
    case .toMany(_, _, _, _, let shape), .join(_, _, _, _, let shape): shape.options
    }
  }
}

extension Link {
  /// What writes into the table of a many-to-many array: the owner, the object, and its place.
  static func joinSQL(_ table: String, _ mine: String, _ theirs: String) -> String {
    """
    INSERT INTO \(quoted(table)) (\(mine), \(theirs), \(mine)_order) VALUES (?, ?, ?) \
    ON CONFLICT (first, second) DO UPDATE SET \(mine)_order = excluded.\(mine)_order
    """
  }
}

/// A hidden column of a target, by its place among them.
struct HiddenPlace: Hashable {
  let index: Int
  let name: String
}

/// A column that leads to objects of an entity, and what happens to its row when one is deleted.
struct Reference {
  unowned let entity: Entity
  let column: String
  let rule: Schema.Relationship.DeleteRule
  /// The property that shows the column.
  let property: Int?
  let isRequired: Bool
  /// The property at the deleted side, for messages.
  let inverseName: String?
}

func quoted(_ name: String) -> String {
  // Hardly a name holds a quote, and to replace none costs more than the rest of a short query.
  guard name.utf8.contains(UInt8(ascii: "\"")) else { return "\"\(name)\"" }
  return "\"" + doubled("\"", in: name) + "\""
}

/// A text with one of its signs written twice, as SQL wants it in quotes; a sign with an accent
/// behind it is one too.
func doubled(_ sign: Unicode.Scalar, in text: String) -> String {
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if scalar == sign { result.append(scalar) }
    result.append(scalar)
  }
  return String(result)
}

extension Entity {
  /// The columns that a new row sets: id, class where it varies, columns, hidden columns.
  var insertedNames: [String] {
    ["_id"] + (isShared ? ["_model"] : []) + columns.map(\.name) + root.hidden.map(\.name)
  }

  /// What inserts rows; the parameters of each are in the order of ``insertedNames``.
  func insertSQL(rowCount: Int) -> String {
    let names = insertedNames.map(quoted)
    let marks = Array(repeating: "?", count: names.count).joined(separator: ", ")
    let rows = Array(repeating: "(\(marks))", count: rowCount).joined(separator: ", ")
    // Where several rows are written and one is refused, SQLite would take the others back, and keeps a copy
    // of every page for it: a fifth of an import. Who writes several takes all of them back anyway.
    let verb = rowCount > 1 ? "INSERT OR FAIL" : "INSERT"
    let insert = "\(verb) INTO \(table) (\(names.joined(separator: ", "))) VALUES \(rows)"
    return findsTwinFirst || !hasUnique ? insert : insert + " ON CONFLICT DO NOTHING"
  }

  /// Whether objects of other arrays or references may lead to its objects.
  var isLedTo: Bool {
    !references.isEmpty
      || links.contains { link in
        if case .join? = link { true } else { false }
      }
  }

  /// The names of the unique properties.
  var uniqueNames: [String] { uniqueColumns.joined().map(\.name) }

  /// Makes sure that relationships of an object that must lead somewhere do.
  func checkTargets(of object: any PersistentModel) throws {
    guard hasRequiredTargets else { return }
    for index in description.relationships {
      guard case .toOne(_, _, let shape) = links[index], shape.isRequired else { continue }
      switch shape.read(object) {
      case .reference: continue
      case .object(let target) where target._$record.core != nil && !target._$record.isDeleted:
        continue
      case .object, .none:
        throw StoreError.missingTarget(model: name, property: description.stored[index].name)
      }
    }
  }

  /// Names the property whose value a table refuses.
  func explain(_ error: SQLiteError) -> any Error {
    guard error.isUniqueViolation || error.isNullViolation else { return error }
    // SQLite says "UNIQUE constraint failed: Item.trip, Item.name".
    let properties = (error.message.split(separator: ": ").last ?? "").split(separator: ", ")
      .map { $0.split(separator: ".").last.map(String.init) ?? "" }
    return error.isUniqueViolation
      ? StoreError.notUnique(model: name, properties: properties)
      : StoreError.missingValue(model: name, property: properties.first ?? "")
  }

  func addHidden(
    _ name: String, isKey: Bool, originalName: String?
  ) -> HiddenPlace {
    if let index = hidden.firstIndex(where: { $0.name == name }) {
      return HiddenPlace(index: index, name: name)
    }
    hidden.append(HiddenColumn(name: name, isKey: isKey, originalName: originalName))
    return HiddenPlace(index: hidden.count - 1, name: name)
  }
}
