import Diagnostics
import Files
import ModelStore
import PackingLists

/// A trip's picture as its pages show it.
struct ReadyPhoto: Sendable, Hashable {
  /// Where it goes in the output: `photos/seattle.jpg`.
  var outputPath: String
  /// Where it was made, relative to the site's root.
  var cachePath: String
  /// Its size in pixels.
  var width: Int
  var height: Int
  /// Tells one version of the source from another.
  var version: String
}

/// Makes the trips' pictures fit for the web, as far as they changed.
struct PhotoStage {
  let site: Site
  let container: ModelContainer
  /// Nil where libvips is not installed.
  let tool: PhotoTool?

  static let cache = ".valise/photos"

  /// The pictures by the address of their trips, and what is wrong with others.
  ///
  /// - Parameter trips: The trips that have current pages.
  func run(_ trips: [LoadedTrip]) throws -> (photos: [String: ReadyPhoto], [Diagnostic]) {
    let wanted = trips.compactMap { trip in trip.photoPath.map { (trip, $0) } }
    guard !wanted.isEmpty else { return ([:], []) }
    let context = ModelContext(container)
    var known: [String: StoredPhoto] = [:]
    for photo in try context.fetch(FetchDescriptor<StoredPhoto>()) { known[photo.source] = photo }
    try makeFolder(site.path(Self.cache))
    let root = try Path.resolved(site.root.isEmpty ? "." : site.root)
    let content = try Path.resolved(site.path(Site.content))
    // vipsthumbnail takes a relative target to be beside the picture.
    let folder = try Path.resolved(site.path(Self.cache))
    var photos: [String: ReadyPhoto] = [:]
    var diagnostics: [Diagnostic] = []
    var isToolMissed = false
    for (trip, source) in wanted {
      do throws(FileError) {
        let status = try FileStatus(of: site.path(source))
        let real = try Path.resolved(site.path(source))
        guard Path.isInside(real, folder: root) || Path.isInside(real, folder: content) else {
          diagnostics.append(
            problem(.error, trip, "the photo \"\(source)\" is a link that leads out of the site"))
          continue
        }
        guard status.kind == .file else {
          diagnostics.append(problem(.warning, trip, "the photo \"\(source)\" is no file"))
          continue
        }
        guard let ending = PhotoTool.outputExtensions[Path.fileExtension(of: source)] else {
          diagnostics.append(
            problem(.warning, trip, "the photo \"\(source)\" is of a kind that is not known"))
          continue
        }
        if let photo = known[source], isUnchanged(photo, status),
          try FileStatus.ifPresent(site.path(cachePath(photo.name))) != nil
        {
          photos[trip.slug] = ready(photo, trip)
          continue
        }
        guard let tool else {
          if !isToolMissed { diagnostics.append(Self.toolMissing) }
          isToolMissed = true
          continue
        }
        let name = StableHash(of: source).text + "." + ending
        do {
          let size = try tool.shrink(site.path(source), to: Path.join(folder, name))
          let photo = StoredPhoto(
            source: source, size: status.size, modified: status.modified, inode: status.inode,
            name: name, width: size.width, height: size.height)
          if let old = known[source] { context.delete(old) }
          context.insert(photo)
          photos[trip.slug] = ready(photo, trip)
        } catch let failure as PhotoTool.Failure {
          diagnostics.append(
            problem(
              .warning, trip, "the photo \"\(source)\" could not be used: \(failure.reason)"))
        } catch {
          diagnostics.append(problem(.warning, trip, "the photo \"\(source)\": \(error)"))
        }
      } catch {
        diagnostics.append(
          problem(.warning, trip, "the photo \"\(source)\" cannot be read: \(error.reason)"))
      }
    }
    try context.save()
    return (photos, diagnostics)
  }

  private func isUnchanged(_ photo: StoredPhoto, _ status: FileStatus) -> Bool {
    photo.size == status.size && photo.modified == status.modified && photo.inode == status.inode
  }

  private func cachePath(_ name: String) -> String { Path.join(Self.cache, name) }

  private func ready(_ photo: StoredPhoto, _ trip: LoadedTrip) -> ReadyPhoto {
    ReadyPhoto(
      outputPath: "photos/\(trip.slug).\(Path.fileExtension(of: photo.name))",
      cachePath: cachePath(photo.name), width: photo.width, height: photo.height,
      version: "\(photo.size) \(photo.modified) \(photo.inode)")
  }

  private func problem(
    _ severity: Diagnostic.Severity, _ trip: LoadedTrip, _ message: String
  ) -> Diagnostic {
    Diagnostic(
      severity, .tripPhoto, message, at: FilePosition(path: trip.path),
      hint: "name a picture that lies beside the trip's file, such as \"photo: harbour.jpg\"")
  }

  private static let toolMissing = Diagnostic(
    .warning, .photoTool, "photos are left out: the program vipsthumbnail is not installed",
    hint: "install Debian's package libvips-tools, then build again")
}
