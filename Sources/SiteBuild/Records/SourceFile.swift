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
  /// The base lists it includes, directly or through others.
  var includes: [String] = []
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
