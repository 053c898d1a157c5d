import SQLite

/// Which properties a fetch reads; the rest of an object is read when it is asked for.
@usableFromInline final class PartialRead: Sendable {
  /// The names of the properties that are read.
  let names: Set<String>
  /// Which columns of the table are read, in their order.
  let columns: [Bool]

  /// Takes key paths to properties of an entity.
  ///
  /// What relationships to one lead to is always known, and arrays are always read when they are asked for.
  ///
  /// - Throws: ``StoreError`` where one leads to no stored property.
  init(_ keyPaths: [AnyKeyPath], of entity: Entity) throws {
    names = Set(
      try keyPaths.map { keyPath in
        if let index = entity.description.index(of: keyPath) {
          return entity.description.stored[index].name
        }
        let known = entity.description.properties.first { $0.keyPath == keyPath }
        throw StoreError.unsupportedProperty(
          model: entity.name, property: known?.name ?? "\(keyPath)",
          reason: "is no stored property to be fetched", available: entity.propertyNames)
      })
    let names = names
    columns = entity.root.tableColumns.map { column in
      if case .toOne = column.property.kind { true } else { names.contains(column.name) }
    }
  }

  /// What a query selects: the columns that are read, and NULL for the others.
  func selection(of entity: Entity, _ alias: String) -> String {
    var parts = ["\(alias)._id"]
    if entity.isShared { parts.append("\(alias)._model") }
    for (column, isRead) in zip(entity.root.tableColumns, columns) {
      parts.append(isRead ? "\(alias).\(column.sql)" : "NULL")
    }
    return parts.joined(separator: ", ")
  }

  /// Whether a property of an object is there without reading the rest.
  func has(_ index: Int, of model: ModelDescription) -> Bool {
    guard case .attribute = model.stored[index].kind else { return true }
    return names.contains(model.stored[index].name)
  }
}

extension ModelRecord {
  /// Reads what a fetch left out, if it left out anything.
  public func complete(_ owner: some PersistentModel) {
    if partial != nil { completeNow(owner) }
  }

  /// Reads what a fetch left out, if that property is part of it.
  func complete(_ owner: some PersistentModel, for keyPath: AnyKeyPath) {
    guard let partial else { return }
    let model = type(of: owner)._$description
    if let index = model.index(of: keyPath), !partial.has(index, of: model) { completeNow(owner) }
  }

  /// Reads what a fetch left out; what a relationship was just set to stays.
  func completeNow(_ owner: any PersistentModel, keeping index: Int? = nil) {
    partial = nil
    let model = type(of: owner)._$description
    guard let index, model.stored.indices.contains(index) else {
      core?.complete(owner)
      return
    }
    switch model.stored[index].kind {
    case .toOne(let shape):
      let state = shape.read(owner)
      core?.complete(owner)
      switch state {
      case .object(let target): shape.write(owner, target)
      case .reference(let id): shape.refer(owner, id)
      case .none: shape.write(owner, nil)
      }
    case .toMany(let shape):
      let targets = shape.read(owner)
      core?.complete(owner)
      if let targets { shape.fill(owner, targets) }
    case .attribute, .computed, .transient, .identifier: core?.complete(owner)
    }
  }
}

extension ContextCore {
  /// Reads the whole row of an object; where it is gone, empty values.
  func complete(_ object: any PersistentModel) {
    guard let entity = object._$record.entity else { return }
    _ = attempt {
      counters.rowsRead += 1
      if try read(object, entity) { return }
      func blank<Model: PersistentModel>(_ type: Model.Type) throws {
        try withBlankRow(type) { row in try object._$reload(from: &row) }
      }
      try blank(entity.type)
    }
  }
}
