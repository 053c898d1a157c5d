public import Foundation
import SQLite

// What the code that `@Model` writes calls for a property with `.externalStorage`.

extension RowReader {
  /// Reads bytes, or the number of the file that has them.
  public mutating func externalSlot() throws -> Slot<Data> {
    defer { column += 1 }
    return statement.isInteger(at: column)
      ? .reference(statement.integer(at: column)) : .value(Data._read(statement, at: column))
  }

  /// Reads bytes, or the number of the file that has them; NULL as nil.
  public mutating func externalSlot() throws -> Slot<Data?> {
    defer { column += 1 }
    return statement.isInteger(at: column)
      ? .reference(statement.integer(at: column)) : .value(Data?._read(statement, at: column))
  }
}

extension RowWriter {
  /// Writes bytes, many of them to a file.
  public mutating func writeExternal(_ slot: Slot<Data>) {
    switch slot {
    case .value(let data): write(external: data)
    case .reference(let number): write(number)
    case .unloaded: writeNull()
    }
  }

  /// Writes bytes, many of them to a file; nil as NULL.
  public mutating func writeExternal(_ slot: Slot<Data?>) {
    switch slot {
    case .value(let data?): write(external: data)
    case .value(nil), .unloaded: writeNull()
    case .reference(let number): write(number)
    }
  }

  private mutating func write(external data: Data) {
    guard data.count > ExternalFiles.threshold else { return write(data) }
    switch external {
    case .row: write(data)
    case .pending: write(0 as Int64)
    case .files(let changes):
      do {
        write(try changes.write(data))
      } catch {
        failure = error
        writeNull()
      }
    }
  }

  /// Where large values go.
  enum External {
    /// To the row: the store is in memory.
    case row
    /// Nowhere: the row is taken back, and nobody reads it.
    case pending
    /// To files.
    case files(ExternalChanges)
  }
}

extension ModelRecord {
  /// The bytes of a property, read from their file if need be.
  public func load<Owner: PersistentModel>(
    _ owner: Owner, _ storage: ReferenceWritableKeyPath<Owner, Slot<Data>>, _ index: Int
  ) -> Data {
    switch owner[keyPath: storage] {
    case .value(let data): return data
    case .unloaded: return Data()
    case .reference(let number):
      let data = core?.externalData(of: self, index, number) ?? Data()
      owner[keyPath: storage] = .value(data)
      return data
    }
  }

  /// The bytes of a property, read from their file if need be.
  public func load<Owner: PersistentModel>(
    _ owner: Owner, _ storage: ReferenceWritableKeyPath<Owner, Slot<Data?>>, _ index: Int
  ) -> Data? {
    switch owner[keyPath: storage] {
    case .value(let data): return data
    case .unloaded: return nil
    case .reference(let number):
      let data = core?.externalData(of: self, index, number)
      owner[keyPath: storage] = .value(data)
      return data
    }
  }
}

extension ContextCore {
  /// The bytes that a row names by a number; nil where it has none any more, or they cannot be read,
  /// which the next save or fetch throws.
  func externalData(of record: ModelRecord, _ index: Int, _ number: Int64) -> Data? {
    guard let entity = record.entity, let files = store.files else { return nil }
    // Not there most likely means that someone else gave the row another value since it was read; the
    // second try, by the row's present number, reports what fails.
    if let data = try? files.read(number) { return data }
    return attempt { () -> Data? in
      let column = quoted(entity.description.stored[index].name)
      return try session.run { connection in
        let sql = "SELECT \(column) FROM \(entity.table) WHERE _id = ?"
        switch try connection.rows(sql, [.integer(record.rowID)]).first?.first {
        case .integer(let number)?: return try files.read(number)
        case .blob(let bytes)?: return Data(bytes)
        default: return nil
        }
      }
    } ?? nil
  }
}
