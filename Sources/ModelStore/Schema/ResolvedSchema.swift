import Synchronization

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
