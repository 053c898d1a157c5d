import Diagnostics
import Files
import PackingLists

/// A Markdown file of the site, as the file system shows it.
struct SourceEntry: Sendable {
  /// Its path relative to the site's root.
  var path: String
  /// The address of its page, or the name by which it is included.
  var name: String
  /// What the file system knows of it.
  var status: FileStatus
}

/// The files that make up a site's content, found without opening one.
struct SourceScan: Sendable {
  /// The trips, in the order of their paths; no two have one address.
  var trips: [SourceEntry] = []
  /// The base lists by name.
  var lists: [String: SourceEntry] = [:]
  /// The goals and the reading list, by path, as far as they are there.
  var entryFiles: [String: SourceEntry] = [:]
  /// What is wrong with names and places.
  var diagnostics: [Diagnostic] = []
  /// Trips that cannot be looked at now, and so must not lose their pages.
  var unreadable: [String] = []

  private let site: Site
  /// The real folders that were walked: a link may lead back to one, and would do so for ever.
  private var walked: Set<String> = []
  /// Where a file may really lie: the site, and the folder that `Content` may be a link to.
  private let roots: [String]

  /// Looks through `Content/`.
  ///
  /// - Parameter site: The site.
  /// - Throws: ``FileError`` where `Content/` itself is missing or cannot be read.
  init(of site: Site) throws(FileError) {
    self.site = site
    let content = site.path(Site.content)
    guard try FileStatus(of: content).kind == .folder else {
      throw FileError("list", content, code: FileError.notAFolder)
    }
    roots = [try Path.resolved(site.root.isEmpty ? "." : site.root), try Path.resolved(content)]
    var found: [SourceEntry] = []
    walked = [try Path.resolved(content)]
    for folder in [Site.trips, Site.lists] {
      // Missing ones are fine: a site may begin without a trip.
      if try FileStatus.ifPresent(site.path(folder)) != nil {
        walked.insert(try Path.resolved(site.path(folder)))
      }
    }
    for name in try namesInFolder(content) {
      let path = Path.join(Site.content, name)
      switch path {
      case Site.trips: walk(path, into: &found)
      case Site.lists:
        var entries: [SourceEntry] = []
        walk(path, into: &entries)
        takeLists(entries)
      case Site.goals, Site.reading:
        var entries: [SourceEntry] = []
        look(at: path, inFolderInside: true, Site.content, into: &entries)
        entryFiles[path] = entries.first
      default: if !name.hasPrefix(".") { noteIgnored(path) }
      }
    }
    takeTrips(found)
  }

  // MARK: Names

  private mutating func takeTrips(_ entries: [SourceEntry]) {
    var owners: [String: String] = [:]
    for entry in entries {
      guard !entry.name.isEmpty else {
        diagnostics.append(
          Diagnostic(
            .error, .tripAddress,
            "the name of this file has no letter or digit to make an address of",
            at: FilePosition(path: entry.path), hint: "rename it, for example to \"my-trip.md\""))
        continue
      }
      if let owner = owners[entry.name] {
        diagnostics.append(
          Diagnostic(
            .error, .tripDuplicateAddress,
            "this trip has the address \"trips/\(entry.name).html\", and so has another",
            at: FilePosition(path: entry.path), hint: "rename one of the two files",
            notes: [.init("the other one", at: FilePosition(path: owner))]))
        continue
      }
      owners[entry.name] = entry.path
      trips.append(entry)
    }
  }

  private mutating func takeLists(_ entries: [SourceEntry]) {
    for entry in entries {
      if let owner = lists[entry.name] {
        diagnostics.append(
          Diagnostic(
            .error, .listDuplicateName,
            "two base lists have the name \"\(entry.name)\"", at: FilePosition(path: entry.path),
            hint: "rename one of the two files",
            notes: [.init("the other one", at: FilePosition(path: owner.path))]))
        continue
      }
      lists[entry.name] = entry
    }
  }

  /// `lisbon.md` and `lisbon/index.md` are both called lisbon; folders above count too.
  static func name(of path: String, in folder: String) -> String {
    var inner = String(path.dropFirst(folder.count + 1))
    inner = Path.join(Path.folder(of: inner), Path.stem(of: inner))
    if Path.name(of: inner) == "index", inner.contains("/") { inner = Path.folder(of: inner) }
    return slug(of: inner)
  }

  /// Says of each list outside the folders that are read that it is not.
  private mutating func noteIgnored(_ path: String) {
    guard Self.isMarkdown(path) else {
      noteIgnoredFolder(path)
      return
    }
    diagnostics.append(
      Diagnostic(
        .warning, .contentIgnored, "this file is not read: trips are read from \(Site.trips)/",
        at: FilePosition(path: path), hint: "move it there, or to \(Site.lists)/ for a base list"))
  }

  private mutating func noteIgnoredFolder(_ path: String) {
    do throws(FileError) {
      guard try FileStatus.ifPresent(site.path(path))?.kind == .folder,
        walked.insert(try Path.resolved(site.path(path))).inserted
      else { return }
      for name in try namesInFolder(site.path(path)) where !name.hasPrefix(".") {
        noteIgnored(Path.join(path, name))
      }
    } catch {
      diagnostics.append(.unreadable(path, error))
    }
  }

  // MARK: Folders

  /// Takes every Markdown file in a folder and the folders in it, in the order of their paths.
  private mutating func walk(_ folder: String, into entries: inout [SourceEntry]) {
    let section = folder.hasPrefix(Site.trips) ? Site.trips : Site.lists
    do throws(FileError) {
      let names = try namesInFolder(site.path(folder))
      // Nothing but a link leads from a folder that lies inside to something outside.
      let isInside = isInside(try Path.resolved(site.path(folder)))
      let statuses = statuses(of: names, in: folder)
      for (index, name) in names.enumerated() where !name.hasPrefix(".") {
        look(
          at: Path.join(folder, name), known: statuses?[index], inFolderInside: isInside, section,
          into: &entries)
      }
    } catch {
      diagnostics.append(.unreadable(folder, error))
      unreadable.append(folder)
    }
  }

  /// The statuses of the names in a folder of very many, looked at on all cores; nil for other folders.
  private func statuses(of names: [String], in folder: String) -> [FileStatus?]? {
    guard names.count > 1000 else { return nil }
    let path = site.path(folder)
    // What cannot be looked at is looked at once more by itself, and then reported.
    return try? concurrentMap(names.chunks(of: 500)[...], makeState: {}) { some, _ in
      try FileStatus.each(of: some, in: path)
    }.flatMap(\.self)
  }

  private mutating func look(
    at path: String, known: FileStatus? = nil, inFolderInside isFolderInside: Bool,
    _ section: String,
    into entries: inout [SourceEntry]
  ) {
    do throws(FileError) {
      var status: FileStatus
      if let known { status = known } else { status = try FileStatus(ofItself: site.path(path)) }
      let isLink = status.kind == .link
      if isLink { status = try FileStatus(of: site.path(path)) }
      if status.kind == .folder {
        guard try isInsideSite(path) else { return }
        guard walked.insert(try Path.resolved(site.path(path))).inserted else {
          diagnostics.append(
            Diagnostic(
              .warning, .contentIgnored, "this link leads to a folder that is read anyway",
              at: FilePosition(path: path), hint: "remove the link"))
          return
        }
        if Self.isMarkdown(path) {
          diagnostics.append(
            Diagnostic(
              .warning, .contentIgnored, "this is a folder with the name of a list",
              at: FilePosition(path: path),
              hint: "a trip in a folder is written in \"index.md\" inside it"))
        }
        walk(path, into: &entries)
      } else if Self.isMarkdown(path) {
        if isLink || !isFolderInside {
          guard try isInsideSite(path) else { return }
        }
        entries.append(
          SourceEntry(path: path, name: Self.name(of: path, in: section), status: status))
      }
    } catch {
      guard Self.isMarkdown(path) || !error.isMissing else { return }
      diagnostics.append(error.isMissing ? .deadLink(path) : .unreadable(path, error))
      unreadable.append(path)
    }
  }

  private mutating func isInsideSite(_ path: String) throws(FileError) -> Bool {
    let real = try Path.resolved(site.path(path))
    if isInside(real) { return true }
    diagnostics.append(
      Diagnostic(
        .error, .fileOutside, "this link leads out of the site, to \(real)",
        at: FilePosition(path: path), hint: "copy the file into the site"))
    unreadable.append(path)
    return false
  }

  private func isInside(_ real: String) -> Bool {
    roots.contains { Path.isInside(real, folder: $0) }
  }

  /// Whether a file is taken for a list, by its name.
  static func isMarkdown(_ path: String) -> Bool {
    ["md", "markdown", "mdown", "mkd"].contains(Path.fileExtension(of: path))
  }
}

extension Diagnostic {
  /// A name in a folder behind which nothing is.
  fileprivate static func deadLink(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, .fileUnreadable, "this cannot be read: it is a link to a file that is not there",
      at: FilePosition(path: path), hint: "correct the link, or put the file itself in its place")
  }

  /// A file that the machine does not let us read.
  static func unreadable(_ path: String, _ error: FileError) -> Diagnostic {
    Diagnostic(
      .error, .fileUnreadable, "this cannot be read: \(error.reason)",
      at: FilePosition(path: path), hint: error.hint)
  }
}
