import Files
import PackingLists

extension FileStatus {
  /// A text that is another one when the file is another one, or was written to.
  var stamp: String { stampNumbers.map(String.init).joined(separator: " ") }

  /// Takes the same into a hash, for very many files without a text.
  func addStamp(to hash: inout StableHash) {
    for number in stampNumbers { hash.add(number) }
  }

  private var stampNumbers: [Int] { [size, modified, changed, inode] }

  /// Whether it is of a file as it was, as far as can be told without opening it.
  ///
  /// A file that changed in the moment it was read is not trusted by its times.
  /// - Parameters:
  ///   - size: Its size in bytes then.
  ///   - modified: When its bytes had changed.
  ///   - inode: Its number.
  ///   - change: When anything about it had changed, and when it was read; nil where nobody took note.
  /// - Returns: False where it may be another.
  func isSurely(
    size: Int, modified: Int, inode: Int, change: (time: Int, readAt: Int)? = nil
  ) -> Bool {
    guard self.size == size, self.modified == modified, self.inode == inode else { return false }
    guard let change else { return true }
    return changed == change.time && changed + Self.clockGrain < change.readAt
  }

  /// A file system's clock may tick only every 10 ms: an edit within a tick leaves no trace in it.
  static let clockGrain = 20_000_000
}
