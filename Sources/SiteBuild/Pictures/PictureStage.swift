import ContentReading
import Diagnostics
import Files
import ModelStore
import PackingLists

/// A small picture for lists.
struct Thumbnail: Sendable, Hashable {
  /// Where it goes in the output: `photos/seattle.small.webp`.
  var outputPath: String
  /// Where it was made, relative to the site's root.
  var cachePath: String
  /// Its size in pixels.
  var width: Int
  var height: Int
}

/// A picture that is fit for the web.
struct ReadyPicture: Sendable, Hashable {
  /// Where it goes in the output: `photos/seattle.jpg`.
  var outputPath: String
  /// Where it was made, relative to the site's root.
  var cachePath: String
  /// Its size in pixels.
  var width: Int
  var height: Int
  /// The small picture for lists; nil where there is none.
  var thumbnail: Thumbnail?
  /// Tells one version of the source from another.
  var version: String
}

/// The pictures of a site.
struct ReadyPictures: Sendable {
  /// The trips' photos by the address of their trips.
  var photos: [String: ReadyPicture] = [:]
  /// The pictures that texts link to or show, by their path relative to the site's root.
  var linked: [String: ReadyPicture] = [:]
  /// What is wrong with others.
  var diagnostics: [Diagnostic] = []
}

/// Makes pictures fit for the web, as far as they changed: turned upright, shrunk, without metadata.
struct PictureStage {
  let site: Site
  let container: ModelContainer
  /// Nil where libvips is not installed.
  let tool: PictureTool?

  /// What was made of pictures, in the folder of this build.
  private var cache: String { Path.join(site.derived, Self.folder) }
  static let folder = "photos"

  /// A picture that cannot be used, and why.
  private struct Refusal: Error {
    var severity = Diagnostic.Severity.warning
    var reason: String
  }

  /// The pictures that trips show.
  ///
  /// - Parameters:
  ///   - trips: All trips.
  ///   - linked: The files that texts link to; those that are no pictures are passed over.
  /// - Returns: What is ready, and what is wrong with others.
  /// - Throws: What the store throws, and `FileError` where the cache cannot be written.
  func run(trips: [LoadedTrip], linked: [String]) throws -> ReadyPictures {
    let photos = trips.compactMap { trip in trip.photo.map { (trip: trip, photo: $0) } }
    let linked = linked.filter(Self.isPicture)
    var ready = ReadyPictures()
    guard !photos.isEmpty || !linked.isEmpty else { return ready }
    guard tool != nil else {
      ready.diagnostics.append(Self.toolMissing)
      return ready
    }
    let context = SiteStore.context(of: container)
    var known: [String: StoredPicture] = [:]
    for stored in try context.fetch(FetchDescriptor<StoredPicture>()) {
      known[stored.source] = stored
    }
    try makeFolder(site.path(cache))
    for (trip, photo) in photos {
      let source = photo.value
      do {
        let ending = try Self.ending(of: source)
        var picture = try picture(
          source, as: "photos/\(trip.slug).\(ending)", &known, context)
        // No other picture has such a name: addresses have no dot.
        picture.thumbnail = try thumbnail(
          of: source, as: "photos/\(trip.slug).small.webp", known)
        ready.photos[trip.slug] = picture
      } catch let refusal as Refusal {
        ready.diagnostics.append(
          Diagnostic(
            refusal.severity, .tripPhoto, "the photo \(source) \(refusal.reason)",
            at: photo.position, length: photo.length, hint: hint(for: source)))
      }
    }
    for source in linked {
      do {
        ready.linked[source] = try picture(
          source, as: SiteLink.outputPath(of: source), &known, context)
      } catch let refusal as Refusal {
        ready.diagnostics.append(
          Diagnostic(
            refusal.severity, .tripPhoto, "the picture \(refusal.reason)",
            at: FilePosition(path: source), hint: "replace it by a picture that can be opened"))
      }
    }
    try forget(known, besides: Set(photos.map(\.photo.value) + linked), context)
    try context.save()
    return ready
  }

  /// Removes what was made of pictures that no page shows any more.
  private func forget(
    _ known: [String: StoredPicture], besides wanted: Set<String>, _ context: ModelContext
  ) throws {
    for stored in known.values where !wanted.contains(stored.source) {
      try removeFile(site.path(Path.join(cache, stored.name)))
      try removeFile(site.path(Path.join(cache, stored.thumbnailName)))
      context.delete(stored)
    }
  }

  private static func ending(of source: String) throws(Refusal) -> String {
    guard let ending = PictureTool.outputExtensions[Path.fileExtension(of: source)] else {
      let kinds = PictureTool.outputExtensions.keys.sorted().joined(separator: ", ")
      throw Refusal(reason: "is of a kind that is not known: it may be one of \(kinds)")
    }
    return ending
  }

  /// The picture beside it that was probably meant.
  private func hint(for source: String) -> String {
    // Only the hint is less good where the folder cannot be listed.
    let names = (try? namesInFolder(site.path(Path.folder(of: source)))) ?? []
    let meant = nearest(to: Path.name(of: source), in: names.filter(Self.isPicture))
    return meant.map { "did you mean \"\($0)\"?" }
      ?? "name a picture by its path from this file, such as \"photo: harbour.jpg\""
  }

  /// Whether a file is taken for a picture, by its name.
  static func isPicture(_ path: String) -> Bool {
    PictureTool.outputExtensions[Path.fileExtension(of: path)] != nil
  }

  /// A picture, made anew where its source changed.
  private func picture(
    _ source: String, as outputPath: String, _ known: inout [String: StoredPicture],
    _ context: ModelContext
  ) throws -> ReadyPicture {
    let status = try status(of: source)
    let name = StableHash(of: source).text + "." + (try Self.ending(of: source))
    let cachePath = Path.join(cache, name)
    var stored = known[source]
    let isCurrent =
      try stored.map { $0.isMade(from: status) } ?? false
      && FileStatus.ifPresent(site.path(cachePath)) != nil
    if !isCurrent {
      // Before it is shrunk: a picture that changes meanwhile is not taken for the new one.
      let contentHash = Self.contentHash(of: site.path(source))
      let size = try shrink(source, to: name)
      if let old = stored { context.delete(old) }
      let new = StoredPicture(
        source: source, size: status.size, modified: status.modified, inode: status.inode,
        name: name, width: size.width, height: size.height)
      new.contentHash = contentHash
      context.insert(new)
      known[source] = new
      stored = new
    }
    guard let stored else { preconditionFailure("a current picture has a record") }
    // A record of an older version, which took no note of it.
    if stored.contentHash.isEmpty { stored.contentHash = Self.contentHash(of: site.path(source)) }
    return ReadyPicture(
      outputPath: outputPath, cachePath: cachePath, width: stored.width,
      height: stored.height, version: stored.contentHash)
  }

  /// The thumbnail of a picture, made anew where the picture was.
  private func thumbnail(
    of source: String, as outputPath: String, _ known: [String: StoredPicture]
  ) throws -> Thumbnail? {
    guard let stored = known[source], let tool else { return nil }
    let cachePath = Path.join(cache, stored.thumbnailName)
    if try stored.thumbnailWidth == 0 || FileStatus.ifPresent(site.path(cachePath)) == nil {
      let folder = try Path.resolved(site.path(cache))
      do {
        (stored.thumbnailWidth, stored.thumbnailHeight) = try tool.cut(
          Path.join(folder, stored.name), to: Path.join(folder, stored.thumbnailName))
      } catch let failure as PictureTool.Failure {
        throw Refusal(reason: "could not be used: \(failure.reason)")
      }
    }
    return Thumbnail(
      outputPath: outputPath, cachePath: cachePath, width: stored.thumbnailWidth,
      height: stored.thumbnailHeight)
  }

  private func status(of source: String) throws(Refusal) -> FileStatus {
    let status: FileStatus
    let isInside: Bool
    do throws(FileError) {
      status = try FileStatus(of: site.path(source))
      let real = try Path.resolved(site.path(source))
      let content = try Path.resolved(site.path(Site.content))
      let root = try Path.resolved(site.root.isEmpty ? "." : site.root)
      isInside = Path.isInside(real, folder: content) || Path.isInside(real, folder: root)
    } catch {
      throw Refusal(reason: error.isMissing ? "is not there" : "cannot be read: \(error.reason)")
    }
    guard isInside else {
      throw Refusal(severity: .error, reason: "is a link that leads out of the site")
    }
    guard status.kind == .file else { throw Refusal(reason: "is no file") }
    return status
  }

  private func shrink(_ source: String, to name: String) throws -> (width: Int, height: Int) {
    guard let tool else { throw Refusal(reason: "needs vipsthumbnail") }
    // vipsthumbnail takes a relative target to be beside the picture.
    let folder = try Path.resolved(site.path(cache))
    do {
      return try tool.shrink(site.path(source), to: Path.join(folder, name))
    } catch let failure as PictureTool.Failure {
      throw Refusal(reason: "could not be used: \(failure.reason)")
    }
  }

  /// The hash of a picture's bytes.
  ///
  /// - Returns: Empty where it cannot be read, which whoever makes it smaller will tell.
  static func contentHash(of path: String) -> String {
    do throws(FileError) {
      return StableHash(of: try readFile(path)).text
    } catch {
      return ""
    }
  }

  private static let toolMissing = Diagnostic(
    .warning, .photoTool, "pictures are left out: the program vipsthumbnail is not installed",
    hint: "install Debian's package libvips-tools, then build again")
}
