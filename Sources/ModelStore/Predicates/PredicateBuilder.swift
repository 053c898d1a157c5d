import Foundation
import SQLite

/// Translates a predicate to SQL, walking its tree once.
struct PredicateBuilder {
  let schema: ResolvedSchema
  let root: Entity
  /// The tables that are read.
  private(set) var tables: Set<Int>
  var variables: [PredicateExpressions.VariableID: Term] = [:]
  /// The query and the subqueries that are open, with their joins.
  private var scopes: [Scope]
  private var aliasCount = 1

  private struct Scope {
    var aliases: Set<String>
    var joins: [String] = []
    /// The alias of each joined relationship, by the column that leads to it.
    var joined: [String: String] = [:]
  }

  init(_ schema: ResolvedSchema, _ root: Entity) {
    self.schema = schema
    self.root = root
    tables = [root.tableIndex]
    scopes = [Scope(aliases: ["t0"])]
  }

  /// The joins of the outer query.
  var joins: [String] { scopes[0].joins }

  /// The condition that a predicate lays on the rows of `t0`.
  mutating func condition<Model: PersistentModel>(
    _ predicate: Predicate<Model>
  ) throws -> SQLText {
    variables[predicate.variable.key] = .object(
      ObjectTerm(entity: root, key: "t0._id", alias: "t0", isOptional: false))
    return try condition(predicate.expression)
  }

  // MARK: Parts

  /// What a part stands for.
  mutating func term(_ expression: Any) throws -> Term {
    guard let expression = expression as? any SQLExpression else {
      throw unsupported(expression, "which has no form in SQL")
    }
    return try expression.term(&self)
  }

  /// A part as a condition that is 1 or 0.
  mutating func condition(_ expression: Any) throws -> SQLText {
    try condition(of: term(expression), expression)
  }

  func condition(of term: Term, _ expression: Any) throws -> SQLText {
    switch term {
    case .constant(let value as Bool): return value ? "1" : "0"
    case .scalar(let scalar) where scalar.isCondition: return scalar.sql
    // So that an index on the column serves.
    case .scalar(let scalar): return "\(scalar.sql) IS 1"
    case .constant, .object, .objects, .range:
      throw unsupported(expression, "which is no condition")
    }
  }

  /// A part as a value; a constant takes the form of the one it is compared with.
  mutating func scalar(_ expression: Any) throws -> Scalar {
    try scalar(of: term(expression), expression)
  }

  func scalar(of term: Term, _ expression: Any) throws -> Scalar {
    switch term {
    case .scalar(let scalar):
      if scalar.form == .external {
        throw StoreError.unsupportedProperty(
          model: root.name, property: scalar.name ?? "?",
          reason: "may lie in a file of its own, and can only be compared with nil",
          available: root.propertyNames)
      }
      guard scalar.form != .json else {
        throw StoreError.unsupportedProperty(
          model: root.name, property: scalar.name ?? "?",
          reason: "is kept as JSON, and can be neither filtered nor sorted",
          available: root.propertyNames)
      }
      return scalar
    case .object(let object):
      return Scalar(sql: SQLText(raw: object.key), isOptional: object.isOptional)
    case .constant(nil): return Scalar(sql: "NULL", isOptional: true)
    case .constant(let value?):
      guard let sqlValue = SQLValue(constant: value) else {
        throw unsupported(expression, "whose value of type \(type(of: value)) has no column form")
      }
      return Scalar(sql: "\(value: sqlValue)")
    case .objects, .range: throw unsupported(expression, "which is no single value")
    }
  }

  /// Runs a block with a variable standing for a term.
  mutating func with<Result>(
    _ variable: PredicateExpressions.VariableID, _ term: Term,
    _ body: (inout PredicateBuilder) throws -> Result
  ) rethrows -> Result {
    let before = variables[variable]
    variables[variable] = term
    defer { variables[variable] = before }
    return try body(&self)
  }

  func unsupported(_ expression: Any, _ reason: String) -> StoreError {
    // `PredicateExpressions.Filter<…>` is known to people as Filter.
    let name = "\(type(of: expression))".prefix { $0 != "<" }.split(separator: ".").last
    return .unsupportedPredicate(
      model: root.name, expression: name.map(String.init) ?? "an expression", reason: reason)
  }

  // MARK: Properties

  /// What a key path leads to from an object.
  mutating func property(_ keyPath: AnyKeyPath, of object: ObjectTerm) throws -> Term {
    let description = object.entity.description
    guard let index = description.index(of: keyPath) else {
      if description.isIdentifier(keyPath) {
        return .scalar(Scalar(sql: SQLText(raw: object.key), isOptional: object.isOptional))
      }
      throw missing(keyPath, in: object.entity)
    }
    let property = description.stored[index]
    switch property.kind {
    case .attribute(let shape):
      let alias = alias(of: object)
      return .scalar(
        Scalar(
          sql: SQLText(raw: "\(alias).\(quoted(property.name))"), form: shape.form,
          isOptional: shape.isOptional || object.isOptional,
          isJoined: object.isOptional && object.alias == nil, name: property.name, shape: shape))
    case .toOne(let shape):
      let alias = alias(of: object)
      let target = try schema.entity(of: shape.target)
      return .object(
        ObjectTerm(
          entity: target, key: "\(alias).\(quoted(property.name))", alias: nil,
          isOptional: !shape.isRequired || object.isOptional))
    case .toMany:
      guard let link = object.entity.links[index] else { throw missing(keyPath, in: object.entity) }
      return .objects(ObjectsTerm(link: link, owner: alias(of: object)))
    case .computed, .transient, .identifier: throw missing(keyPath, in: object.entity)
    }
  }

  private func missing(_ keyPath: AnyKeyPath, in entity: Entity) -> StoreError {
    let known = entity.description.properties.first { $0.keyPath == keyPath }
    let reason: String
    switch known?.kind {
    case .computed: reason = "is computed, and has no column to filter or sort by"
    case .transient: reason = "is @Transient, and has no column to filter or sort by"
    default: reason = "is not a stored property"
    }
    // A computed property prints as an address; without its root it reads no worse.
    let name = known?.name ?? "\(keyPath)".split(separator: ".", maxSplits: 1).last.map(String.init)
    return .unsupportedProperty(
      model: entity.name, property: name ?? "\(keyPath)", reason: reason,
      available: entity.propertyNames)
  }

  /// The alias of an object's table, which is joined the first time that it is asked for.
  mutating func alias(of object: ObjectTerm) -> String {
    if let alias = object.alias { return alias }
    let parent = String(object.key.prefix { $0 != "." })
    let place = scopes.lastIndex { $0.aliases.contains(parent) } ?? 0
    if let alias = scopes[place].joined[object.key] { return alias }
    let alias = newAlias(of: object.entity)
    scopes[place].aliases.insert(alias)
    scopes[place].joined[object.key] = alias
    scopes[place].joins.append(
      "LEFT JOIN \(object.entity.table) AS \(alias) ON \(alias)._id = \(object.key)")
    return alias
  }

  private mutating func newAlias(of entity: Entity) -> String {
    defer { aliasCount += 1 }
    tables.insert(entity.tableIndex)
    return "t\(aliasCount)"
  }

  // MARK: To-many relationships

  /// `SELECT what FROM …` over the objects of a relationship that pass its filters and one more test.
  mutating func subquery(
    _ what: String, _ objects: ObjectsTerm,
    _ test: (inout PredicateBuilder, Term) throws -> SQLText? = { _, _ in nil }
  ) throws -> SQLText {
    let target = objects.link.target
    let alias = newAlias(of: target)
    let element = Term.object(
      ObjectTerm(entity: target, key: "\(alias)._id", alias: alias, isOptional: false))
    scopes.append(Scope(aliases: [alias]))
    var conditions: [SQLText] = []
    for (variable, filter) in objects.filters {
      conditions.append(try with(variable, element) { try $0.condition(filter) })
    }
    if let condition = try test(&self, element) { conditions.append(condition) }
    let scope = scopes.removeLast()
    var source = "\(target.table) AS \(alias)"
    switch objects.link {
    case .toOne: throw unsupported(objects, "which is no collection")
    case .toMany(let column, _, _, _, _):
      conditions.insert("\(raw: alias).\(raw: quoted(column)) = \(raw: objects.owner)._id", at: 0)
    case .join(let table, let mine, let theirs, _, _):
      source = "\(quoted(table)) AS j\(alias) JOIN \(source) ON \(alias)._id = j\(alias).\(theirs)"
      conditions.insert("j\(raw: alias).\(raw: mine) = \(raw: objects.owner)._id", at: 0)
    }
    let joins = scope.joins.map { " \($0)" }.joined()
    return
      "(SELECT \(raw: what) FROM \(raw: source)\(raw: joins) WHERE \(conditions.joined(separator: " AND ")))"
  }

  // MARK: Order

  /// The column that a sort follows.
  mutating func sortColumn(_ keyPath: AnyKeyPath) throws -> String {
    let object = ObjectTerm(entity: root, key: "t0._id", alias: "t0", isOptional: false)
    let known = root.description.index(of: keyPath) ?? root.description.indexOfRank(keyPath)
    guard let known else {
      if let column = try sortColumn(throughRelationship: keyPath) { return column }
      if root.description.properties.contains(where: { $0.keyPath == keyPath }) {
        throw missing(keyPath, in: root)
      }
      throw StoreError.unsupportedSort(
        model: root.name,
        reason:
          "an order follows a stored property of the model, or of what its relationships to one lead to, and \(keyPath) is none",
        available: root.propertyNames)
    }
    let property = root.description.stored[known]
    guard case .scalar(let scalar) = try self.property(property.keyPath, of: object),
      scalar.form != .json, scalar.form != .external
    else {
      throw StoreError.unsupportedSort(
        model: root.name, reason: "\(property.name) has no order in the store",
        available: root.propertyNames)
    }
    return scalar.sql.text
  }

  /// The column of an object that relationships lead to, as in `\.trip?.city`.
  private mutating func sortColumn(throughRelationship keyPath: AnyKeyPath) throws -> String? {
    guard let steps = root.description.steps(of: keyPath) else { return nil }
    var object = ObjectTerm(entity: root, key: "t0._id", alias: "t0", isOptional: false)
    for step in steps {
      switch try property(object.entity.description.stored[step].keyPath, of: object) {
      case .object(let target): object = target
      case .scalar(let scalar) where scalar.form != .json && scalar.form != .external:
        return scalar.sql.text
      default: return nil
      }
    }
    return nil
  }
}
