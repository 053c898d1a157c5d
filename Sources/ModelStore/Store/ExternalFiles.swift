import Foundation
import SQLite

/// Large values that lie in files beside the store, each named by a number that its row holds.
///
/// A file is written, and on the disk, before its row; it is never changed. It goes after the row that
/// named it is gone. What a crash leaves in between is swept when the store is opened.
struct ExternalFiles: Sendable {
  /// Values of more bytes than these lie in a file.
  static let threshold = 100_000

  let folder: String

  init?(_ location: Connection.Location) {
    guard case .file(let path) = location else { return nil }
    folder = path + "-files"
  }

  private func path(_ number: Int64) -> String {
    folder + "/" + String(UInt64(bitPattern: number), radix: 16)
  }

  func read(_ number: Int64) throws -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path(number)))
    } catch {
      throw StoreError.externalFile(path: path(number), reason: "\(error)")
    }
  }

  func write(_ data: Data) throws -> Int64 {
    // Of 63 bits two are never the same, and a number is never 0, which stands for a pending value.
    let number = Int64.random(in: 1...Int64.max)
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      let url = URL(fileURLWithPath: path(number))
      try data.write(to: url, options: .withoutOverwriting)
      let handle = try FileHandle(forUpdating: url)
      try handle.synchronize()
      try handle.close()
      return number
    } catch {
      remove([number])
      throw StoreError.externalFile(path: path(number), reason: "\(error)")
    }
  }

  func remove(_ numbers: [Int64]) {
    // One that cannot be removed now is swept later.
    for number in numbers { unlink(path(number)) }
  }

  /// Gives a copy of the store the same files; they are never changed, so links will do.
  func link(to path: String) throws {
    guard FileManager.default.fileExists(atPath: folder) else { return }
    let copy = path + "-files"
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      try FileManager.default.linkItem(
        atPath: "\(folder)/\(name)", toPath: "\(copy)/\(name)")
    }
  }

  /// Removes all files, and the folder.
  func removeAll() {
    // What stays does no harm.
    do { try FileManager.default.removeItem(atPath: folder) } catch {}
  }

  /// Removes the files that no row names.
  func sweep(_ connection: Connection) throws {
    guard FileManager.default.fileExists(atPath: folder), try !orphans(connection).isEmpty else {
      return
    }
    // Who writes a file holds the write lock until its row is there.
    try connection.transaction(.immediate) { remove(try orphans(connection)) }
  }

  private func orphans(_ connection: Connection) throws -> [Int64] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let present = names.compactMap { UInt64($0, radix: 16).map(Int64.init(bitPattern:)) }
    guard !present.isEmpty else { return [] }
    let named = try numbers(connection)
    return present.filter { !named.contains($0) }
  }

  /// The numbers in all rows: bytes of any other property are never a number.
  private func numbers(_ connection: Connection) throws -> Set<Int64> {
    var found: Set<Int64> = []
    let columns = try connection.rows(
      """
      SELECT t.name, c.name FROM sqlite_master AS t, pragma_table_info(t.name) AS c
      WHERE t.type = 'table' AND c.type = 'BLOB'
      """)
    for row in columns {
      guard case .text(let table) = row[0], case .text(let column) = row[1] else { continue }
      let rows = try connection.rows(
        """
        SELECT \(quoted(column)) FROM \(quoted(table)) WHERE typeof(\(quoted(column))) = 'integer'
        """)
      for case .integer(let number)? in rows.map(\.first) { found.insert(number) }
    }
    return found
  }
}

/// The files that one save writes, and those it makes superfluous.
final class ExternalChanges {
  let files: ExternalFiles
  private(set) var written: [Int64] = []
  var superfluous: [Int64] = []

  init(_ files: ExternalFiles) { self.files = files }

  func write(_ data: Data) throws -> Int64 {
    let number = try files.write(data)
    written.append(number)
    return number
  }

  /// Notes the files that a row names in some columns, before it is changed or deleted.
  func note(
    _ columns: [Entity.Column], of id: Int64, in entity: Entity, _ connection: Connection
  ) throws {
    let names = columns.filter(\.property.isExternal).map(\.sql)
    guard !names.isEmpty else { return }
    let sql = "SELECT \(names.joined(separator: ", ")) FROM \(entity.table) WHERE _id = ?"
    try connection.withStatement(sql) { statement in
      statement.bind(id, at: 1)
      guard try statement.step() else { return }
      for column in 0..<Int32(names.count) where statement.isInteger(at: column) {
        superfluous.append(statement.integer(at: column))
      }
    }
  }
}
