import SQLite

extension ContextCore {
  /// Writes all that is pending, in one transaction; nothing changes where it throws.
  func save() throws {
    try throwDeferred()
    guard hasChanges, !isInTransaction else { return }
    guard store.allowsSave else { throw StoreError.savingNotAllowed }
    context?.post(ModelContext.willSave)
    let flush = try session.run { connection in
      var flush = Flush(self, connection)
      do {
        try connection.transaction(.immediate) { try flush.run(isRehearsal: false) }
      } catch {
        flush.takeBack()
        throw error
      }
      return flush
    }
    try finish(flush)
  }

  /// What follows once the database has it.
  func finish(_ flush: Flush) throws {
    noteOwnSave()
    // A migration may still be taken back; what it leaves is swept at the next opening.
    if let files = flush.files, !store.isMigrating { files.files.remove(files.superfluous) }
    let (arrived, altered) = (inserted, changed)
    try ObservationBatch.run {
      try settle(flush)
      // A save may merge objects and follow rules among rows: what is shown is asked for anew.
      invalidate(nil)
    }
    context?.postDidSave(arrived, altered, flush)
  }

  /// Brings the objects at hand in step with what was written.
  private func settle(_ flush: Flush) throws {
    let version = version
    let (arrived, altered, gone) = (inserted, changed, deleted)
    inserted = []
    changed = []
    deleted = []
    for object in arrived + altered {
      let record = object._$record
      record.isInserted = false
      record.hiddenValues = nil
      record.markClean()
      record.version = version
    }
    for object in arrived + altered { object._$record.loosen(object) }
    for (table, next) in flush.nextIDs.enumerated() where next > 0 {
      store.noteUsed(next - 1, in: table)
    }
    for (entity, id) in flush.deletion.doomed {
      guard let object = identities.object(id, in: entity.tableIndex) as? any PersistentModel,
        !object._$record.isDeletePending
      else { continue }
      forget(object)
    }
    for object in gone { forget(object) }
    for (entity, id, place) in flush.deletion.cleared {
      guard let object = identities.object(id, in: entity.tableIndex) as? any PersistentModel,
        case .toOne(let shape) = type(of: object)._$description.stored[place].kind
      else { continue }
      shape.write(object, nil)
      object._$record.synced &= ~ModelRecord.bit(place)
    }
    if !flush.deletion.doomed.isEmpty { pruneArrays() }
    for object in flush.adopted + flush.merged + flush.superseded + flush.takeover.outvoted {
      try reload(object)
      object._$record.version = version
    }
  }

  /// Takes deleted objects out of the arrays that still hold them: not every object knows who has it.
  private func pruneArrays() {
    for case let owner as any PersistentModel in identities.all {
      guard let entity = owner._$record.entity, !entity.arrayTargets.isEmpty else { continue }
      for index in entity.description.relationships {
        guard case .toMany(let shape) = entity.description.stored[index].kind,
          shape.isLoaded(owner)
        else { continue }
        for target in shape.read(owner) ?? [] where target._$record.isDeleted {
          shape.remove(owner, target)
        }
      }
    }
  }

  private func forget(_ object: any PersistentModel) {
    let record = object._$record
    if let entity = record.entity {
      identities.remove(record.rowID, in: entity.tableIndex, record)
    }
    record.isDeleted = true
    record.isDeletePending = false
    record.markClean()
    // It keeps its core, so that it can still load what it leads to.
  }
}
