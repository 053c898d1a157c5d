/// The difference of two texts, as `diff -u` and `git apply` have it.
public enum LineDiff {
  /// A unified diff with three lines around each change.
  ///
  /// - Parameters:
  ///   - old: The bytes before; nil where there was no such file.
  ///   - new: The bytes after; nil where it is gone.
  ///   - path: The file, as it is named in the head.
  /// - Returns: Empty for equal texts.
  public static func unified(_ old: [UInt8]?, _ new: [UInt8]?, path: String) -> String {
    guard old != new else { return "" }
    let before = lines(old ?? [])
    let after = lines(new ?? [])
    let (oldName, newName) = (old == nil ? nil : "a/\(path)", new == nil ? nil : "b/\(path)")
    var text = "--- \(oldName ?? "/dev/null")\n+++ \(newName ?? "/dev/null")\n"
    for hunk in hunks(before, after) { text += hunk }
    return text
  }

  private enum Change {
    case same(Int, Int)
    case removed(Int)
    case added(Int)
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for index in bytes.indices where bytes[index] == 0x0A {
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  private static func changes(
    _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]
  ) -> [Change] {
    let difference = new.difference(from: old) { $0.elementsEqual($1) }
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var changes: [Change] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if left < old.count, removed.contains(left) {
        changes.append(.removed(left))
        left += 1
      } else if right < new.count, added.contains(right) {
        changes.append(.added(right))
        right += 1
      } else {
        changes.append(.same(left, right))
        left += 1
        right += 1
      }
    }
    return changes
  }

  private static func hunks(
    _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]
  ) -> [String] {
    let context = 3
    let changes = changes(old, new)
    let changed = changes.indices.filter { index in
      if case .same = changes[index] { false } else { true }
    }
    var ranges: [Range<Int>] = []
    for index in changed {
      let range = max(0, index - context)..<min(changes.count, index + context + 1)
      if let last = ranges.last, last.upperBound >= range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ranges.map { hunk(changes, $0, old, new) }
  }

  private static func hunk(
    _ changes: [Change], _ range: Range<Int>, _ old: [ArraySlice<UInt8>],
    _ new: [ArraySlice<UInt8>]
  ) -> String {
    var body = ""
    var (oldCount, newCount) = (0, 0)
    for change in changes[range] {
      switch change {
      case .same(let index, _):
        body += line(" ", old[index])
        oldCount += 1
        newCount += 1
      case .removed(let index):
        body += line("-", old[index])
        oldCount += 1
      case .added(let index):
        body += line("+", new[index])
        newCount += 1
      }
    }
    var (oldStart, newStart) = (0, 0)
    for change in changes[..<range.lowerBound] {
      switch change {
      case .same:
        oldStart += 1
        newStart += 1
      case .removed: oldStart += 1
      case .added: newStart += 1
      }
    }
    // An empty side is numbered by the line before it.
    let left = "\(oldCount == 0 ? oldStart : oldStart + 1),\(oldCount)"
    let right = "\(newCount == 0 ? newStart : newStart + 1),\(newCount)"
    return "@@ -\(left) +\(right) @@\n" + body
  }

  private static func line(_ sign: String, _ bytes: ArraySlice<UInt8>) -> String {
    let text = sign + String(decoding: bytes, as: UTF8.self)
    return bytes.last == 0x0A ? text : text + "\n\\ No newline at end of file\n"
  }
}
