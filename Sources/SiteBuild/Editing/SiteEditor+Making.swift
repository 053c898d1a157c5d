import Files

extension SiteEditor {
  /// Makes a file that is not there yet, so that it can be taken back.
  ///
  /// - Parameters:
  ///   - path: The file, relative to the site's root; folders on the way to it are made.
  ///   - bytes: What it holds.
  ///   - command: What is done, as `valise undo` names it.
  /// - Returns: The change.
  /// - Throws: `FileError`; `isThereAlready` where something is there. Then nothing is changed.
  public func make(_ path: String, _ bytes: [UInt8], as command: String) throws -> FileChange {
    let change = FileChange(path: path, before: nil, after: bytes)
    let file = site.path(path)
    try makeFolder(Path.folder(of: file))
    let record = try UndoLog(site: site).add([change], as: command)
    do throws(FileError) {
      try createFile(with: bytes, at: file)
    } catch {
      try record.remove()
      throw error
    }
    return change
  }
}
