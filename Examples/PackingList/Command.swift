import ModelStore

/// One line of what a person asks for.
enum Command {
  case add(PackingList, category: String, name: String)
  case pack(PackingList, name: String)
  case delete(PackingList, name: String)
  case list(PackingList)
  case count
  case save
  /// The program comes to rest, as an app does that goes to the background.
  case background

  static let usage = """
    usage: PackingListExample STORE COMMAND…
      add TRIP CATEGORY NAME   pack TRIP NAME   delete TRIP NAME   list TRIP   count
    Without a command, commands are read from standard input, one a line. Nothing is saved before
    the line "save", or "background", when the context saves by itself.
    """

  init(_ words: [String]) throws {
    func rest(from index: Int) throws -> String {
      guard words.count > index else { throw UsageError(Self.usage) }
      return words[index...].joined(separator: " ")
    }
    func list() throws -> PackingList {
      guard words.count > 1, let trip = Int(words[1]) else { throw UsageError(Self.usage) }
      return PackingList(tripID: trip)
    }
    switch words.first {
    case "add":
      let name = try rest(from: 3)
      self = .add(try list(), category: words[2], name: name)
    case "pack": self = .pack(try list(), name: try rest(from: 2))
    case "delete": self = .delete(try list(), name: try rest(from: 2))
    case "list": self = .list(try list())
    case "count": self = .count
    case "save": self = .save
    case "background": self = .background
    default: throw UsageError(Self.usage)
    }
  }

  /// Does it, and gives the lines to print.
  func run(in context: ModelContext) throws -> [String] {
    switch self {
    case .add(let list, let category, let name):
      context.insert(PackingItem(name: name, category: category, tripID: list.tripID))
      return try list.lines(in: context)
    case .pack(let list, let name):
      try list.item(named: name, in: context).isPacked.toggle()
      return try list.lines(in: context)
    case .delete(let list, let name):
      context.delete(try list.item(named: name, in: context))
      return try list.lines(in: context)
    case .list(let list): return try list.lines(in: context)
    case .count: return ["\(try context.fetchCount(FetchDescriptor<PackingItem>())) items"]
    case .save:
      try context.save()
      return ["saved"]
    case .background:
      try context.autosave()
      return ["in the background"]
    }
  }
}

/// What the person asked for cannot be done as it was said.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
