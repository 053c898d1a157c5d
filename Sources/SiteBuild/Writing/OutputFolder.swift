import Files

/// The folder that pages are written into, one file at a time, each whole or not at all.
struct OutputFolder: Sendable {
  /// The folder, absolute, symbolic links followed.
  let path: String

  /// New files stand here until they are renamed into place.
  private static let staging = ".valise-new"

  /// Makes the folder if it is not there, and clears what a killed build left in it.
  ///
  /// - Parameter path: The folder, absolute or relative to the current one.
  /// - Throws: ``FileError``
  init(_ path: String) throws(FileError) {
    try makeFolder(path)
    self.path = try Path.resolved(path)
    let staging = Path.join(self.path, Self.staging)
    guard try FileStatus.ifPresent(staging) != nil else { return }
    for name in try namesInFolder(staging) { try removeFile(Path.join(staging, name)) }
  }

  /// Whether nothing is there.
  func isEmpty() throws(FileError) -> Bool { try !hasEntries(path, besides: Self.staging) }

  /// Whether a file is there.
  func has(_ file: String) throws(FileError) -> Bool {
    try FileStatus.ifPresent(Path.join(path, file))?.kind == .file
  }

  /// The files that are there, as long as nothing is written: answers for many at once.
  struct Listing: Sendable {
    private let root: String
    /// The names in each folder that was asked for; its path ends with a slash, or is empty.
    private var known: [(folder: String, names: Set<String>)] = []

    /// Looks at nothing yet.
    init(of root: String) { self.root = root }

    /// Looks at the folders with the most files.
    ///
    /// - Throws: ``FileError``
    init(ofTripsIn root: String) throws(FileError) {
      self.init(of: root)
      for folder in Set(TripFile.allCases.map(\.folder)).sorted() { try look(at: folder + "/") }
    }

    /// The folders that were asked for, absolute.
    var folders: Set<String> {
      Set(known.map { $0.folder.isEmpty ? root : Path.join(root, String($0.folder.dropLast())) })
    }

    /// Whether a file is there.
    mutating func has(_ file: String) throws(FileError) -> Bool {
      let slash = file.utf8.lastIndex(of: UInt8(ascii: "/"))
      let start = slash.map { file.utf8.index(after: $0) } ?? file.startIndex
      let folder = file[..<start]
      let name = String(file[start...])
      // There are a handful of folders, however many files.
      if let place = known.firstIndex(where: { $0.folder.utf8.elementsEqual(folder.utf8) }) {
        return known[place].names.contains(name)
      }
      return try look(at: String(folder)).contains(name)
    }

    @discardableResult
    private mutating func look(at folder: String) throws(FileError) -> Set<String> {
      let found = try fileNamesInFolder(
        folder.isEmpty ? root : Path.join(root, String(folder.dropLast())))
      known.append((folder, found))
      return found
    }
  }

  /// Puts a file in place unless the same bytes are there already.
  ///
  /// - Parameters:
  ///   - bytes: What belongs there.
  ///   - file: Its path in the folder.
  ///   - slot: A number that no other thread uses at the same time.
  ///   - isNew: Whether nothing is there for sure: of each of many new files a look would wait for whoever
  ///     writes another into the same folder.
  /// - Returns: Whether anything was written.
  /// - Throws: ``FileError``; then what was there is as it was.
  func write(
    _ bytes: [UInt8], to file: String, slot: Int, isNew: Bool = false
  ) throws(FileError) -> Bool {
    let target = Path.join(path, file)
    let staging = Path.join(path, Self.staging)
    let temporary = Path.join(staging, String(slot))
    func put() throws(FileError) -> Bool {
      guard isNew else {
        return try updateFile(
          with: bytes, at: target, temporary: temporary, durability: .generated)
      }
      try replaceFile(
        with: bytes, at: target, there: nil, temporary: temporary, durability: .generated)
      return true
    }
    do throws(FileError) {
      return try put()
    } catch {
      guard error.isMissing else { throw error }
      // The first page of a folder: the folders are not there yet.
      try makeFolder(staging)
      try makeFolder(Path.folder(of: target))
      return try put()
    }
  }

  /// Removes a file, and the folders in which nothing is left.
  func remove(_ file: String) throws(FileError) {
    try removeFile(Path.join(path, file))
    var folder = Path.folder(of: file)
    while folder != ".", removeFolderIfEmpty(Path.join(path, folder)) {
      folder = Path.folder(of: folder)
    }
  }

  /// Makes durable what was written.
  func finish() throws(FileError) {
    removeFolderIfEmpty(Path.join(path, Self.staging))
    try syncFileSystem(of: path)
  }
}
