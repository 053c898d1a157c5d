import ContentReading
import Diagnostics
import ModelStore

/// What the last build knew of a trip's file: whether it has to be read again is told from here.
@Model
final class SourceFile {
  /// The file, relative to the site's root.
  @Attribute(.unique) var path: String
  /// The address of its trip.
  var slug: String
  /// Its size in bytes when it was read.
  var size: Int
  /// Its times and number when it was read, as `FileStatus` has them.
  var modified: Int
  var changed: Int
  var inode: Int
  /// When it was read, in nanoseconds since 1970: a file that changed in that same moment is not
  /// trusted by its time.
  var readAt: Int
  /// The hash of its bytes.
  var contentHash: String
  /// The hash of all that its reading depends on: its bytes, its base lists, the configuration.
  var readingHash: String
  /// The base lists it includes, directly or through others (JSON).
  var includes = ""
  /// Whether reading failed: then it is read again by every build.
  var isFailed = false
  /// Its booking code, and where it stands, to tell duplicates without reading.
  var booking: String?
  var bookingLine = 0
  var bookingColumn = 0
  /// How many items it has.
  var itemCount = 0
  /// The warnings of its reading, to be repeated while they hold (JSON).
  var diagnostics = ""
  /// The links to other trips and files, to be checked against what there is now (JSON).
  var links = ""
  /// The picture, relative to the site's root, and where the file names it.
  var photoPath: String?
  var photoLine = 0
  var photoColumn = 0
  var photoLength = 0

  init(
    path: String, slug: String, size: Int, modified: Int, changed: Int, inode: Int, readAt: Int,
    contentHash: String, readingHash: String
  ) {
    self.path = path
    self.slug = slug
    self.size = size
    self.modified = modified
    self.changed = changed
    self.inode = inode
    self.readAt = readAt
    self.contentHash = contentHash
    self.readingHash = readingHash
  }
}

/// What the store says of a file, as plain values: every build asks it of all files.
struct SourceFacts: Sendable {
  let path: String
  let slug: String
  let size: Int
  let modified: Int
  let changed: Int
  let inode: Int
  let readAt: Int
  let contentHash: String
  let readingHash: String
  /// The base lists it includes, directly or through others.
  let includes: [String]
  let isFailed: Bool
  /// Its booking code, and where it stands.
  let booking: Located<String>?
  let itemCount: Int
  /// The warnings of its reading.
  let diagnostics: [Diagnostic]
  /// The links to other trips and files.
  let links: [Located<String>]
  /// The picture, relative to the site's root, and where the file names it.
  let photo: Located<String>?

  /// What the store says of all files, in no order.
  ///
  /// - Throws: What the store throws.
  static func all(in context: ModelContext) throws -> [SourceFacts] {
    try context.fetchRows(
      FetchDescriptor<SourceFile>(),
      [
        \.path, \.slug, \.size, \.modified, \.changed, \.inode, \.readAt, \.contentHash,
        \.readingHash, \.includes, \.isFailed, \.booking, \.bookingLine, \.bookingColumn,
        \.itemCount, \.diagnostics, \.links, \.photoPath, \.photoLine, \.photoColumn, \.photoLength,
      ]
    ) { row in try SourceFacts(&row) }
  }

  private init(_ row: inout ValueReader) throws {
    path = try row.next()
    slug = try row.next()
    size = try row.next()
    modified = try row.next()
    changed = try row.next()
    inode = try row.next()
    readAt = try row.next()
    contentHash = try row.next()
    readingHash = try row.next()
    includes = StoredNames.decode(try row.next())
    isFailed = try row.next()
    let code: String? = try row.next()
    let codeAt = FilePosition(path: path, line: try row.next(), column: try row.next())
    booking = code.map { Located($0, at: codeAt) }
    itemCount = try row.next()
    diagnostics = StoredDiagnostics.decode(try row.next())
    links = StoredLinks.decode(try row.next(), path: path)
    let picture: String? = try row.next()
    let pictureAt = FilePosition(path: path, line: try row.next(), column: try row.next())
    let length: Int = try row.next()
    photo = picture.map { Located($0, at: pictureAt, length: length) }
  }
}
