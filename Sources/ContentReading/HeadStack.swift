/// A heading, or a line that serves as one.
struct Head {
  enum Rank: Equatable {
    case heading(level: Int)
    /// A paragraph or a line of its own, one level below the headings.
    case line
    /// A list item that heads its children.
    case item
  }

  var rank: Rank
  var name: String
  /// Whether what stands under it are activities.
  var isActivities: Bool
  /// The node whose words it has.
  var block: Int
  /// How much had been read when it began.
  var readBefore: Int
}

/// The heads above a place in a file.
struct HeadStack {
  private(set) var heads: [Head] = []
  /// The names joined by ` › `; nil without any.
  private(set) var path: String?
  private(set) var isActivities = false

  /// The names of the heads that do not just say that activities follow; nil without any.
  var activityGroup: String? {
    let names = heads.filter { !$0.isActivities }.map(\.name)
    return names.isEmpty ? nil : names.joined(separator: " › ")
  }

  /// Adds a head below the others.
  mutating func push(_ head: Head) {
    heads.append(head)
    path = path.map { $0 + " › " + head.name } ?? head.name
    isActivities = isActivities || head.isActivities
  }

  /// Takes the last head off.
  mutating func pop() -> Head? {
    guard let last = heads.popLast() else { return nil }
    path = heads.isEmpty ? nil : heads.map(\.name).joined(separator: " › ")
    isActivities = heads.contains(where: \.isActivities)
    return last
  }

  /// Whether the last head ends where one of a rank begins.
  func lastEnds(before rank: Head.Rank) -> Bool {
    guard let last = heads.last else { return false }
    switch (last.rank, rank) {
    case (.heading(let above), .heading(let level)): return above >= level
    case (.line, .heading), (.line, .line): return true
    case (.heading, _), (.line, .item), (.item, _): return false
    }
  }
}
