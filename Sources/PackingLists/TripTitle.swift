/// The title of a trip that has none.
public enum TripTitle {
  /// A title made from the name of the trip's file: `autumn-in_bergen.md` is `Autumn in bergen`.
  ///
  /// - Parameter path: The file; for `NAME/index.md` the folder's name serves.
  /// - Returns: Never empty, unless the path is.
  public static func fromPath(_ path: String) -> String {
    var parts = path.split(separator: "/")
    guard let last = parts.popLast() else { return path }
    var name = last
    if let dot = last.lastIndex(of: "."), dot != last.startIndex { name = last[..<dot] }
    if name == "index", let folder = parts.last { name = folder }
    let words = name.split(whereSeparator: { "-_ ".contains($0) }).joined(separator: " ")
    guard let first = words.first else { return String(name) }
    return first.uppercased() + words.dropFirst()
  }
}
