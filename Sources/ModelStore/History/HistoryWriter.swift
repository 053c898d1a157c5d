import Foundation
import SQLite

/// Notes what a save changes, within its transaction.
struct HistoryWriter {
  private let connection: Connection
  private let author: String?

  init(_ connection: Connection, author: String?) {
    self.connection = connection
    self.author = author
  }

  static func prepare(_ connection: Connection) throws {
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS _history (
        save INTEGER NOT NULL, author TEXT, time REAL NOT NULL, kind INTEGER NOT NULL,
        model TEXT NOT NULL, row INTEGER NOT NULL, properties TEXT);
      CREATE INDEX IF NOT EXISTS "_history.save" ON _history (save);
      CREATE TABLE IF NOT EXISTS _history_last (save INTEGER NOT NULL);
      """)
  }

  func write(_ flush: Flush) throws {
    let adopted = Set(flush.adopted.map { ObjectIdentifier($0) })
    let merged = Set(flush.merged.map { ObjectIdentifier($0) })
    try writeSave { note in
      for object in flush.core.inserted where !merged.contains(ObjectIdentifier(object)) {
        guard let entity = object._$record.entity else { continue }
        let isUpdate = adopted.contains(ObjectIdentifier(object))
        try note(
          isUpdate ? 1 : 0, entity, object._$record.rowID,
          isUpdate ? entity.propertyNames : nil)
      }
      for object in flush.core.changed {
        guard let entity = object._$record.entity else { continue }
        let names = entity.description.stored.indices.filter { object._$record.isDirty($0) }
          .map { entity.description.stored[$0].name }
        if !names.isEmpty { try note(1, entity, object._$record.rowID, names) }
      }
      for (entity, id) in flush.deletion.doomed { try note(2, entity, id, nil) }
    }
  }

  /// Notes rows that an import made.
  func write(imported rows: [ImportedRows]) throws {
    try writeSave { note in
      for row in rows {
        for id in row.ids { try note(0, row.entity, id, nil) }
      }
    }
  }

  private typealias Note = (Int64, Entity, Int64, [String]?) throws -> Void

  private func writeSave(_ body: (Note) throws -> Void) throws {
    let save = try nextSave()
    let time = Date.now.timeIntervalSinceReferenceDate
    try connection.withStatement("INSERT INTO _history VALUES (?, ?, ?, ?, ?, ?, ?)") { statement in
      try body { kind, entity, id, properties in
        statement.bind(save, at: 1)
        statement.bind(author._sqlValue, at: 2)
        statement.bind(time, at: 3)
        statement.bind(kind, at: 4)
        statement.bind(entity.name, at: 5)
        statement.bind(id, at: 6)
        statement.bind((properties?.joined(separator: ","))._sqlValue, at: 7)
        try statement.run()
      }
    }
  }

  /// Numbers go on though the history is forgotten.
  private func nextSave() throws -> Int64 {
    var last: Int64 = 0
    if case .integer(let number)? = try connection.rows("SELECT save FROM _history_last").first?
      .first
    {
      last = number
    }
    try connection.execute(
      "DELETE FROM _history_last; INSERT INTO _history_last VALUES (\(last + 1))")
    return last + 1
  }
}
