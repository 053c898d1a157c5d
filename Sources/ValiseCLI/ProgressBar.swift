/// How much is packed, as a bar of ten signs.
enum ProgressBar {
  private static let width = 10

  /// A bar such as `███████░░░`; it is full only when all is packed, and empty only when nothing is.
  static func text(_ done: Int, of total: Int) -> String {
    guard total > 0 else { return String(repeating: "░", count: width) }
    var filled = done * width / total
    if done > 0 { filled = max(1, filled) }
    filled = min(filled, width)
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }

  /// The colour that goes with it: green when all is packed, yellow on the way, none at the start.
  static func color(_ done: Int, of total: Int) -> String {
    done == 0 ? "2" : done >= total ? "32" : "33"
  }
}
