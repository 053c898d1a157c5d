import ModelStore

/// The work that is timed, each the same as in `store_bench.c`.
struct Measures {
  static let count = 100_000

  let folder: URL
  /// The only kind of work to time; nil for all.
  var only: String?

  private func openStore(_ name: String) throws -> ModelContainer {
    let configuration = ModelConfiguration(url: folder.appendingPathComponent(name))
    return try ModelContainer(for: Plain.self, Indexed.self, configurations: configuration)
  }

  /// Makes the store that both programs read.
  func fill(count: Int = Self.count) throws {
    let container = try openStore("shared.store")
    for start in stride(from: 0, to: count, by: 50_000) {
      let context = ModelContext(container)
      for number in start..<min(start + 50_000, count) {
        context.insert(Plain(number: number))
        if number < Self.count { context.insert(Indexed(number: number)) }
      }
      try context.save()
    }
  }

  /// Times each kind of work and prints `NAME SECONDS`, the best of several rounds.
  func run() throws {
    let files = FileManager.default
    try time("insert", rounds: 7) {
      for suffix in ["", "-wal", "-shm"] {
        let path = folder.appendingPathComponent("swift.store\(suffix)").path
        if files.fileExists(atPath: path) { try files.removeItem(atPath: path) }
      }
      let context = ModelContext(try openStore("swift.store"))
      return {
        for number in 0..<Self.count { context.insert(Plain(number: number)) }
        try context.save()
      }
    }
    let container = try openStore("shared.store")
    try time("fetch", rounds: 7) {
      let context = ModelContext(container)
      return {
        let all = try context.fetch(FetchDescriptor<Plain>())
        try require(all.count == Self.count, "\(all.count) objects were fetched")
      }
    }
    try time("predicate", rounds: 7) {
      let context = ModelContext(container)
      return { for _ in 0..<500 { try fetchOpen(context) } }
    }
    try checkEconomy(container)
    try time("sections", rounds: 7) {
      let context = ModelContext(container)
      return { for trip in 0..<500 { try fetchSections(of: trip, context) } }
    }
    try time("open", rounds: 7) {
      {
        for trip in 0..<100 {
          try fetchSections(of: trip, ModelContext(try openStore("shared.store")))
        }
      }
    }
  }

  private func fetchOpen(_ context: ModelContext) throws {
    let open = FetchDescriptor<Indexed>(predicate: #Predicate { !$0.isArchived })
    let count = try context.fetch(open).count
    try require(count == 40, "\(count) objects were fetched")
  }

  private func fetchSections(of trip: Int, _ context: ModelContext) throws {
    let ofTrip = FetchDescriptor<Indexed>(
      predicate: #Predicate { $0.tripID == trip }, sortBy: [SortDescriptor(\.name)])
    let sections = try context.fetch(ofTrip, sectionBy: \.category)
    let count = sections.reduce(0) { $0 + $1.count }
    try require(sections.count == 8 && count == 50, "\(count) objects in \(sections.count)")
  }

  /// A predicate reads the rows it picks, and makes as many objects.
  private func checkEconomy(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    try fetchOpen(context)
    let (rows, objects) = (context.fetchCounters.rowsRead, context.fetchCounters.objectsMade)
    try require(rows == 40 && objects == 40, "\(rows) rows read, \(objects) objects made")
  }

  /// Walks over all objects, a batch at a time; how much memory that takes is measured from outside.
  func enumerate(expecting count: Int) throws {
    var (seen, packed) = (0, 0)
    try ModelContext(try openStore("shared.store")).enumerate(FetchDescriptor<Plain>()) { object in
      seen += 1
      if object.isPacked { packed += 1 }
    }
    try require(seen == count && packed == (count + 2) / 3, "\(seen) objects, \(packed) packed")
  }

  /// Times what `prepare` returns, not `prepare` itself.
  private func time(
    _ name: String, rounds: Int, _ prepare: () throws -> () throws -> Void
  ) throws {
    guard only == nil || only == name else { return }
    var times: [Duration] = []
    for _ in 0..<rounds {
      let work = try prepare()
      times.append(try ContinuousClock().measure(work))
    }
    print(name, (times.min() ?? .zero) / .seconds(1))
  }

  private func require(_ condition: Bool, _ found: String) throws {
    if !condition { throw WrongResult(description: found) }
  }
}

/// The work was not the work that was asked for.
struct WrongResult: Error, CustomStringConvertible {
  let description: String
}
