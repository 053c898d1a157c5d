import SQLite
import Synchronization

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
  fileprivate(set) var kinds: [Entity] = []
  /// How each stored property leads to another entity; nil for attributes.
  fileprivate(set) var links: [Link?] = []
  /// What leads to objects of this entity.
  fileprivate(set) var references: [Reference] = []
  /// Where the columns of each class begin in a row of the whole table.
  fileprivate(set) var firstColumns: [ObjectIdentifier: Int32] = [:]
  /// The columns of all classes in the table; filled in the root.
  fileprivate(set) var tableColumns: [Column] = []
  /// Columns that no property shows; filled in the root.
  fileprivate(set) var hidden: [HiddenColumn] = []
  /// The columns that are unique, each alone or some together.
  let uniqueColumns: [[Column]]
  /// Whether any of its columns is unique.
  var hasUnique: Bool { !uniqueColumns.isEmpty }
  /// The query for the row with the same values, for each of these.
  fileprivate(set) var twinQueries: [String] = []
  /// Whether a row with the same unique values has to be looked for before a new one is tried: large
  /// values would be written to files for nothing.
  var findsTwinFirst: Bool { hasUnique && hasExternal }
  /// Whether any of its relationships must lead somewhere.
  let hasRequiredTargets: Bool
  /// Whether any of its properties may lie in files.
  let hasExternal: Bool
  /// Whether the table holds more than one class.
  fileprivate(set) var isShared = false
  var type: any PersistentModel.Type { description.type }
  /// The table's name, quoted.
  var table: String { quoted(root.name) }
  fileprivate(set) var insertSQL = ""
  /// What most queries select; see ``selection(_:)``.
  fileprivate(set) var mainSelection = ""
  /// The tables of what its arrays lead to.
  fileprivate(set) var arrayTargets: [Int] = []
  /// The number of the table within its schema.
  fileprivate(set) var tableIndex = 0

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

  fileprivate init(_ description: ModelDescription) {
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

  fileprivate func setRoot(_ root: Entity) { ancestor = root }

  /// Lets go of the other entities, which lead back here.
  fileprivate func disconnect() {
    kinds = []
    links = []
    references = []
  }

  /// The columns that this class adds to those of its superclass.
  fileprivate var ownColumns: [Column] {
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

/// All entities of a container.
final class ResolvedSchema: Sendable {
  let entities: [Entity]
  /// The tables of many-to-many relationships, each with its two columns.
  let joins: [String]
  private let byType: [ObjectIdentifier: Entity]
  private let byName: [String: Entity]
  /// The relationships with a least or greatest number of objects, by the class that declares them.
  let limitedRelationships: [(entity: Entity, index: Int)]
  let tableCount: Int
  private let texts = Mutex<[String: String]?>(nil)

  /// Those made so far: a program that opens stores again and again lays out their tables once.
  private static let known = Mutex<[[ObjectIdentifier]: ResolvedSchema]>([:])

  /// The entities of some models, laid out the first time that they are asked for.
  static func of(_ types: [any PersistentModel.Type]) throws(StoreError) -> ResolvedSchema {
    let key = types.map { ObjectIdentifier($0) }
    if let schema = known.withLock({ $0[key] }) { return schema }
    let schema = try ResolvedSchema(types)
    known.withLock { $0[key] = schema }
    return schema
  }

  /// The SQL that makes each table and index, by name, worked out once.
  func createTexts(_ make: () -> [String: String]) -> [String: String] {
    if let known = texts.withLock({ $0 }) { return known }
    let made = make()
    texts.withLock { $0 = made }
    return made
  }

  private init(_ types: [any PersistentModel.Type]) throws(StoreError) {
    let all = Self.closure(of: types).map { Entity($0) }
    entities = all
    byType = Dictionary(
      all.map { (ObjectIdentifier($0.type), $0) }, uniquingKeysWith: { first, _ in first })
    let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.byName = byName
    if let twin = all.first(where: { byName[$0.name] !== $0 }) {
      throw .invalidSchema(model: twin.name, reason: "two models have this name")
    }
    let byType = byType
    func entity(_ type: any PersistentModel.Type) -> Entity? { byType[ObjectIdentifier(type)] }
    for one in all {
      let lineage = one.description.lineage.compactMap { entity($0.type) }
      if let root = lineage.last, root !== one { one.setRoot(root) }
      for ancestor in lineage { ancestor.kinds.append(one) }
    }
    let roots = all.filter { $0.root === $0 }
    tableCount = roots.count
    for (number, root) in roots.enumerated() {
      for kind in root.kinds {
        kind.tableIndex = number
        kind.isShared = root.kinds.count > 1
        root.firstColumns[ObjectIdentifier(kind.type)] = Int32(root.tableColumns.count)
        root.tableColumns += kind.ownColumns
      }
      for kind in root.kinds { kind.firstColumns = root.firstColumns }
      let names = root.tableColumns.map { $0.name.lowercased() }
      if let twin = names.first(where: { name in names.count(where: { $0 == name }) > 1 }) {
        throw .invalidSchema(model: root.name, reason: "two properties are named \(twin)")
      }
    }
    var joins: [String] = []
    for one in all {
      one.links = one.description.stored.indices.map { index in
        Self.link(index, of: one, entity: entity, joins: &joins)
      }
    }
    self.joins = joins
    limitedRelationships = all.flatMap { one in
      one.links.indices.compactMap { index in
        let inherited = one.description.superclass?._$description.storedCount ?? 0
        guard index >= inherited, let options = one.links[index]?.options,
          options.minimum > 0 || options.maximum > 0
        else { return nil }
        return (one, index)
      }
    }
    for one in all { try Self.checkIndexes(of: one) }
    for one in all { Self.collectReferences(to: one, in: all) }
    for one in all {
      one.insertSQL = one.insertSQL(rowCount: 1)
      one.twinQueries = one.uniqueColumns.map { columns in
        let condition = columns.map { "\($0.sql) = ?" }.joined(separator: " AND ")
        return "SELECT _id FROM \(one.table) WHERE \(condition)"
      }
      one.mainSelection = one.selection("t0")
      one.arrayTargets = one.links.compactMap { link in
        if case .toOne? = link { nil } else { link?.target.tableIndex }
      }
    }
  }

  deinit { for entity in entities { entity.disconnect() } }

  /// The entity of a class.
  func entity(of type: any PersistentModel.Type) throws(StoreError) -> Entity {
    guard let entity = byType[ObjectIdentifier(type)] else {
      throw .unknownModel(type._$description.name)
    }
    return entity
  }

  /// The entity of that name.
  func entity(named name: String) -> Entity? { byName[name] }

  private static func closure(of types: [any PersistentModel.Type]) -> [ModelDescription] {
    var found: [ModelDescription] = []
    var waiting = types.map { $0._$description }[...]
    while let next = waiting.popFirst() {
      guard !found.contains(where: { $0 === next }) else { continue }
      found.append(next)
      if let parent = next.superclass { waiting.append(parent._$description) }
      for property in next.stored {
        switch property.kind {
        case .toOne(let shape): waiting.append(shape.target._$description)
        case .toMany(let shape): waiting.append(shape.target._$description)
        case .attribute, .computed, .transient, .identifier: break
        }
      }
    }
    // A superclass comes before its subclasses, so that its columns do.
    return found.filter { $0.superclass == nil }
      + found.filter { $0.superclass != nil }.sorted { $0.lineage.count < $1.lineage.count }
  }

  private static func link(
    _ index: Int, of entity: Entity, entity find: (any PersistentModel.Type) -> Entity?,
    joins: inout [String]
  ) -> Link? {
    let property = entity.description.stored[index]
    switch property.kind {
    case .attribute, .computed, .transient, .identifier: return nil
    case .toOne(let shape):
      guard let target = find(shape.target) else { return nil }
      return .toOne(column: property.name, target: target, shape: shape)
    case .toMany(let shape):
      guard let target = find(shape.target) else { return nil }
      // A property that a superclass declares is one column, whichever subclass is looked at.
      let owner = entity.description.lineage.last { $0.stored.count > index } ?? entity.description
      let name = "_\(owner.name)_\(property.name)"
      let old = property.originalName.map { "_\(owner.name)_\($0)" }
      func addOrder() -> HiddenPlace {
        target.root.addHidden(
          "\(name)_order", isKey: false, originalName: old.map { "\($0)_order" })
      }
      switch entity.description.pairing(at: index) {
      case .manyToMany(let inverse):
        let other = target.description.stored[inverse]
        let otherName = "_\(target.name)_\(other.name)"
        let isFirst = name <= otherName
        let table = isFirst ? name + otherName : otherName + name
        if !joins.contains(table) { joins.append(table) }
        return .join(
          table: table, mine: isFirst ? "first" : "second", theirs: isFirst ? "second" : "first",
          target: target, shape: shape)
      case .manyToOne(let inverse):
        return .toMany(
          column: target.description.stored[inverse].name, order: addOrder(), key: nil,
          target: target, shape: shape)
      case .hidden, .none, .oneToMany, .oneToOne:
        let key = target.root.addHidden(name, isKey: true, originalName: old)
        return .toMany(column: name, order: addOrder(), key: key, target: target, shape: shape)
      }
    }
  }

  private static func checkIndexes(of one: Entity) throws(StoreError) {
    for places in one.description.indexed + one.description.uniqueTogether {
      let hasColumns = places.allSatisfy { place in
        place.map { one.description.stored[$0].columnType != nil } ?? false
      }
      guard hasColumns, !places.isEmpty else {
        throw .invalidSchema(
          model: one.name,
          reason: "an #Index or #Unique names a property that has no column of its own")
      }
    }
  }

  private static func collectReferences(to one: Entity, in all: [Entity]) {
    for other in all {
      let inherited = other.description.superclass?._$description.storedCount ?? 0
      for index in other.description.relationships where index >= inherited {
        guard let link = other.links[index], one.description.isKind(of: link.target.type),
          case .toOne(let column, _, let shape) = link
        else { continue }
        var rule = Schema.Relationship.DeleteRule.nullify
        var inverseName: String?
        switch other.description.pairing(at: index) {
        case .oneToMany(let place), .oneToOne(let place):
          let inverse = one.description.stored[place]
          inverseName = inverse.name
          if case .toMany(let shape) = inverse.kind { rule = shape.options.deleteRule }
          if case .toOne(let shape) = inverse.kind { rule = shape.options.deleteRule }
        default: break
        }
        one.references.append(
          Reference(
            entity: other, column: column, rule: rule, property: index,
            isRequired: shape.isRequired, inverseName: inverseName))
      }
    }
    // Arrays without an inverse: their key lies in the target.
    for index in one.description.relationships {
      guard case .toMany(let column, _, .some, let target, let shape) = one.links[index] else {
        continue
      }
      one.references.append(
        Reference(
          entity: target, column: column, rule: shape.options.deleteRule, property: nil,
          isRequired: false, inverseName: one.description.stored[index].name))
    }
  }

}

extension Entity {
  /// What inserts rows; the order of the parameters of each is id, class where it varies, columns,
  /// hidden columns.
  func insertSQL(rowCount: Int) -> String {
    var names = ["_id"]
    if isShared { names.append("_model") }
    names += columns.map(\.sql) + root.hidden.map(\.sql)
    let marks = Array(repeating: "?", count: names.count).joined(separator: ", ")
    let rows = Array(repeating: "(\(marks))", count: rowCount).joined(separator: ", ")
    let insert = "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES \(rows)"
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

  fileprivate func addHidden(
    _ name: String, isKey: Bool, originalName: String?
  ) -> HiddenPlace {
    if let index = hidden.firstIndex(where: { $0.name == name }) {
      return HiddenPlace(index: index, name: name)
    }
    hidden.append(HiddenColumn(name: name, isKey: isKey, originalName: originalName))
    return HiddenPlace(index: hidden.count - 1, name: name)
  }
}
