import Diagnostics
import Files
import Foundation
import PackingLists

/// The last edits of a site, so that they can be taken back.
///
/// A record is written before its edit. One whose edit never came to be, since it was killed, is
/// known by its files: they are as before.
struct UndoLog {
  /// How many edits can be taken back.
  private static let limit = 100

  let site: Site

  /// A file that was edited.
  struct Entry: Codable {
    var path: String
    /// Nil where the edit made the file.
    var before: Data?
    /// The hash of the bytes after the edit.
    var after: String
  }

  private struct Content: Codable {
    var command: String
    var files: [Entry]
  }

  /// An edit that can be taken back.
  struct Record {
    let command: String
    let files: [Entry]
    fileprivate let file: String

    /// Forgets it.
    func remove() throws(FileError) { try removeFile(file) }
  }

  private var folder: String { site.path(Site.undo) }

  /// Writes down an edit that is about to be made.
  ///
  /// - Throws: `FileError` where there is no room; then the edit must not be made.
  func add(_ changes: [FileChange], as command: String) throws -> Record {
    try makeFolder(folder)
    let content = Content(
      command: command,
      files: changes.map { change in
        Entry(
          path: change.path, before: change.before.map { Data($0) },
          after: StableHash(of: change.after ?? []).text)
      })
    let bytes = Array(try JSONEncoder().encode(content))
    while true {
      let numbers = try self.numbers()
      let number = (numbers.last ?? 0) + 1
      do throws(FileError) {
        try createFile(with: bytes, at: path(of: number))
      } catch {
        // Another edit took the number.
        guard error.isThereAlready else { throw error }
        continue
      }
      for old in numbers.dropLast(Self.limit - 1) { try removeFile(path(of: old)) }
      return Record(command: command, files: content.files, file: path(of: number))
    }
  }

  /// The last edit; nil where there is none.
  ///
  /// - Throws: `FileError` where the records cannot be read.
  func last() throws -> Record? {
    guard try FileStatus.ifPresent(folder) != nil else { return nil }
    for number in try numbers().reversed() {
      let bytes = try readFile(path(of: number))
      do {
        let content = try JSONDecoder().decode(Content.self, from: Data(bytes))
        return Record(command: content.command, files: content.files, file: path(of: number))
      } catch {
        // Cut short by a kill: its edit was not made, for the record comes first.
        try removeFile(path(of: number))
      }
    }
    return nil
  }

  private func numbers() throws -> [Int] {
    try namesInFolder(folder).compactMap { name in
      name.hasSuffix(".json") ? Int(name.dropLast(5)) : nil
    }.sorted()
  }

  private func path(of number: Int) -> String { Path.join(folder, "\(number).json") }
}

extension SiteEditor {
  /// Takes the last edit back.
  ///
  /// - Parameter isDryRun: Whether nothing is written.
  /// - Returns: What was taken back, and the files that differ.
  /// - Throws: `Diagnostic` where there is no edit, or a file was changed since.
  public func undo(isDryRun: Bool = false) throws -> (command: String, changes: [FileChange]) {
    let log = UndoLog(site: site)
    while let record = try log.last() {
      let changes = try undo(record, isDryRun: isDryRun)
      if !isDryRun { try record.remove() }
      if !changes.isEmpty { return (record.command, changes) }
      // Its edit was never made: the one before is meant.
      if isDryRun { try record.remove() }
    }
    throw Diagnostic(
      .error, .editUndo, "there is no edit to take back",
      hint: "only edits made by valise can be taken back; for others there is git")
  }

  private func undo(_ record: UndoLog.Record, isDryRun: Bool) throws -> [FileChange] {
    var entries: [(entry: UndoLog.Entry, file: EditedFile)] = []
    for entry in record.files {
      if let file = try file(of: entry, record) { entries.append((entry, file)) }
    }
    let locks = isDryRun ? [] : try self.locks(for: entries.map(\.file))
    defer { withExtendedLifetime(locks) {} }
    var changed: [EditedFile] = []
    for (entry, file) in entries {
      var file = file
      let bytes = try file.read()
      let before = entry.before.map { Array($0) }
      if bytes == before { continue }
      guard StableHash(of: bytes).text == entry.after else { throw changedSince(entry, record) }
      file.after = before
      changed.append(file)
    }
    guard !isDryRun else { return changed.map(\.change) }
    for file in changed {
      try checkWritable(file.realPath)
      guard try file.isAsRead() else {
        throw Diagnostic(
          .error, .editUndo, "this file was changed just now", at: FilePosition(path: file.path),
          hint: "try again")
      }
    }
    // What was added elsewhere goes last, so that nothing is nowhere in between.
    for file in changed.reversed() { try file.write() }
    return changed.map(\.change)
  }

  /// The file that an edit changed; nil where it is gone that an edit made, and so is as before.
  private func file(
    of entry: UndoLog.Entry, _ record: UndoLog.Record
  ) throws -> EditedFile? {
    do throws(FileError) {
      return try EditedFile(entry.path, of: site)
    } catch {
      guard error.isMissing else { throw error }
      guard entry.before != nil else { return nil }
      throw changedSince(entry, record)
    }
  }

  private func changedSince(_ entry: UndoLog.Entry, _ record: UndoLog.Record) -> Diagnostic {
    Diagnostic(
      .error, .editUndo, "\"\(record.command)\" cannot be taken back: this file was changed since",
      at: FilePosition(path: entry.path),
      hint: entry.before == nil
        ? "it is kept as it is: remove it yourself if it is not wanted"
        : "change the line in the file, or use git")
  }
}
