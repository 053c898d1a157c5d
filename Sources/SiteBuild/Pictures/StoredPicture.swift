import Files
import ModelStore

/// A picture that was made fit for the web, kept in `.valise/photos/` until its source changes.
@Model
final class StoredPicture {
  /// The picture a person gave, relative to the site's root.
  @Attribute(.unique) var source: String
  /// Its size, time and number when it was taken.
  var size: Int
  var modified: Int
  var inode: Int
  /// The hash of its bytes, by which another machine knows it; empty where they could not be read.
  var contentHash = ""
  /// The name of what was made of it, in `.valise/photos/`.
  var name: String
  /// Its size in pixels.
  var width: Int
  var height: Int
  /// The size of the thumbnail beside it, in pixels; 0 where there is none.
  var thumbnailWidth = 0
  var thumbnailHeight = 0

  /// The name of its thumbnail, in `.valise/photos/`.
  var thumbnailName: String { name + ".webp" }

  init(
    source: String, size: Int, modified: Int, inode: Int, name: String, width: Int, height: Int
  ) {
    self.source = source
    self.size = size
    self.modified = modified
    self.inode = inode
    self.name = name
    self.width = width
    self.height = height
  }

  /// Whether it was made from the file that is there now.
  func isMade(from status: FileStatus) -> Bool {
    status.isSurely(size: size, modified: modified, inode: inode)
  }
}
