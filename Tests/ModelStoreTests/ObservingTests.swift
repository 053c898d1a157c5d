import Foundation
import ModelStore
import SQLite
import Synchronization
import TestSupport
import Testing

@Model class Task1 {
  var name: String
  var isComplete = false
  var dateEdited = Date(timeIntervalSinceReferenceDate: 0)
  var plan: Plan?
  @Transient var token: ObservationTracking.Token?
  init(_ name: String) { self.name = name }
}

@Model final class Chore: Task1 {
  var room: String
  init(_ name: String, room: String) {
    self.room = room
    super.init(name)
  }
}

@Model final class Plan {
  var name = ""
  var isComplete = false
  var tasks: [Task1] = []
  init() {}
}

@Suite("Following models and results")
struct ObservingTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Task1.self, Chore.self, Plan.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
  }

  /// What a program does when it shows a task.
  private func follow(_ task: Task1) {
    task.token = withContinuousObservation(options: .didSet) { [unowned task] event in
      _ = task.name
      _ = task.isComplete
      if event.matches(\Task1.name) || event.matches(\Task1.isComplete) {
        task.dateEdited = Date(timeIntervalSinceReferenceDate: 1)
      }
      if event.matches(\Task1.isComplete) {
        task.plan?.isComplete =
          task.plan?.tasks.isEmpty == false
          && task.plan?.tasks.allSatisfy { $0.isComplete } == true
      }
    }
  }

  @Test("side effects follow changes, until the token is cancelled")
  func sideEffects() throws {
    let plan = Plan()
    plan.tasks = [Task1("pack"), Chore("clean", room: "hall")]
    context.insert(plan)
    for task in plan.tasks { follow(task) }
    let unedited = Date(timeIntervalSinceReferenceDate: 0)
    #expect(plan.tasks.allSatisfy { $0.dateEdited == unedited })
    plan.tasks[0].isComplete = true
    #expect(!plan.isComplete && plan.tasks[0].dateEdited != unedited)
    #expect(plan.tasks[1].dateEdited == unedited)
    plan.tasks[1].isComplete = true
    #expect(plan.isComplete)
    plan.tasks[1].isComplete = false
    #expect(!plan.isComplete)
    let first = plan.tasks[0]
    first.dateEdited = unedited
    #expect(first.dateEdited == unedited)
    first.name = "pack"
    #expect(first.dateEdited == unedited, "the same value is no change")
    first.token?.cancel()
    first.name = "pack all"
    #expect(first.dateEdited == unedited)
    try context.save()
    #expect(!context.hasChanges)
  }

  @Test("before, after, and the end of an object")
  func options() {
    var seen: [String] = []
    var task: Task1? = Chore("a", room: "hall")
    let token = withContinuousObservation(options: [.willSet, .didSet, .deinit]) {
      [weak task] event in
      seen.append("\(event.kind) \(task?.name ?? "-") \(event.matches(\Chore.name))")
    }
    task?.name = "b"
    (task as? Chore)?.room = "attic"
    task = nil
    #expect(
      seen == ["initial a false", "willSet a true", "didSet b true", "deinit - false"], "\(seen)")
    withExtendedLifetime(token) {}
  }

  @Test("who follows one end of a relationship runs once both are set")
  func bothEnds() {
    let (one, other, task) = (Plan(), Plan(), Task1("a"))
    one.tasks = [task]
    var seen: [[Int]] = []
    let token = withContinuousObservation { _ in
      seen.append([one.tasks.count, other.tasks.count, task.plan === other ? 2 : 1])
    }
    task.plan = other
    #expect(seen.first == [1, 0, 1])
    #expect(seen.dropFirst().allSatisfy { $0 == [0, 1, 2] } && seen.count > 1, "\(seen)")
    withExtendedLifetime(token) {}
  }

  @Test("an event can end its observation, and a token let go of ends it too")
  func ends() {
    let task = Task1("a")
    var runs = 0
    let token = withContinuousObservation { event in
      _ = task.name
      runs += 1
      if runs == 2 { event.cancel() }
    }
    for name in ["b", "c", "d"] { task.name = name }
    #expect(runs == 2)
    withExtendedLifetime(token) {}
    _ = withContinuousObservation { _ in
      _ = task.name
      runs += 10
    }
    task.name = "e"
    #expect(runs == 12)
  }

  @Test("results follow inserts, edits, deletions and rollbacks of their own context")
  func ownContext() throws {
    let observer = try ResultsObserver<Task1, Never>(
      filterBy: #Predicate { !$0.isComplete }, sortBy: [SortDescriptor(\.name)],
      modelContext: context)
    func names() -> [String] { observer.results.map(\.name) }
    #expect(names() == [])
    let boots = Task1("Boots")
    context.insert(boots)
    context.insert(Task1("Awning"))
    #expect(names() == ["Awning", "Boots"])
    boots.name = "A boot"
    #expect(names() == ["A boot", "Awning"])
    try context.save()
    boots.isComplete = true
    #expect(names() == ["Awning"])
    context.rollback()
    #expect(names() == ["A boot", "Awning"])
    context.delete(boots)
    #expect(names() == ["Awning"] && observer.fetchError == nil)
  }

  @Test("reading the results is observable, and many changes are one piece of news")
  func observable() throws {
    let observer = try ResultsObserver<Task1, Never>(modelContext: context)
    let news = Mutex(0)
    withObservationTracking {
      _ = observer.results
    } onChange: {
      news.withLock { $0 += 1 }
    }
    var counts: [Int] = []
    let token = withContinuousObservation { _ in counts.append(observer.results.count) }
    context.insert(Task1("a"))
    context.insert(Task1("b"))
    #expect(news.withLock { $0 } == 1)
    #expect(counts == [0, 1, 2])
    withExtendedLifetime(token) {}
  }

  @Test("sections follow too")
  func sections() throws {
    let observer = try ResultsObserver<Chore, String>(
      sortBy: [SortDescriptor(\.name)], sectionBy: \.room, modelContext: context)
    context.insert(Chore("sweep", room: "hall"))
    context.insert(Chore("dust", room: "attic"))
    #expect(observer.sections.map(\.title) == ["attic", "hall"])
    #expect(observer.results.map(\.name) == ["dust", "sweep"])
  }

  @Test("what another context saves arrives on the observer's actor") @MainActor
  func otherContext() async throws {
    let observer = try ResultsObserver<Task1, Never>(
      fetchDescriptor: FetchDescriptor(), modelContext: container.mainContext)
    #expect(observer.results.isEmpty)
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    withObservationTracking {
      _ = observer.results
    } onChange: {
      continuation.yield()
    }
    let container = container
    try await Task.detached {
      let other = ModelContext(container)
      other.insert(Task1("elsewhere"))
      try other.save()
    }.value
    for await _ in stream { break }
    #expect(observer.results.map(\.name) == ["elsewhere"])
  }

  @Test("what another process writes shows when the results are read, in objects at hand too")
  func otherProcess() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("a.store")
    let container = try ModelContainer(
      for: Task1.self, configurations: ModelConfiguration(url: file))
    let context = ModelContext(container)
    let task = Task1("mine")
    context.insert(task)
    try context.save()
    let observer = try ResultsObserver<Task1, Never>(modelContext: context)
    #expect(observer.results.count == 1)
    let stranger = try Connection(.file(file.path))
    try stranger.execute("UPDATE Task1 SET name = 'theirs'")
    var runs = 0
    let token = withContinuousObservation { _ in
      _ = observer.results
      runs += 1
    }
    #expect(task.name == "theirs")
    try stranger.execute("UPDATE Task1 SET name = 'again'")
    try context.processPendingChanges()
    #expect(runs == 2 && task.name == "again")
    withExtendedLifetime(token) {}
  }

  @Test("an observer's actor hears of what another process saves, whoever noticed it first")
  @MainActor
  func otherProgram() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("a.store")
    let container = try ModelContainer(
      for: Mark.self, configurations: ModelConfiguration(url: file))
    let observer = try ResultsObserver<Mark, Never>(
      sortBy: [SortDescriptor(\.number)], modelContext: container.mainContext)
    #expect(observer.results.isEmpty)
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let token = withContinuousObservation { _ in continuation.yield(observer.results.count) }
    var news = stream.makeAsyncIterator()
    #expect(await news.next() == 0)
    let program = try ValiseProgram.start(
      ["save", file.path, "mark", "0", "2"], in: folder.url, program: SafetyTests.writer)
    var count = 0
    while count < 2, let next = await news.next() { count = next }
    let outcome = try program.outcome()
    #expect(outcome.status == 0 && observer.results.map(\.number) == [0, 1])
    // A fetch that meets the news must not keep them from the observer.
    let stranger = try Connection(.file(file.path))
    try stranger.execute("UPDATE Mark SET number = 7 WHERE number = 0")
    _ = try container.mainContext.fetch(FetchDescriptor<Mark>())
    #expect(observer.results.map(\.number) == [1, 7])
    withExtendedLifetime(token) {}
  }

  @Test("a context that is not observed tells nobody, and its results' observers all the same")
  func unobserved() throws {
    let task = Task1("a")
    context.insert(task)
    context.observationEnabled = false
    let observer = try ResultsObserver<Task1, Never>(modelContext: context)
    var (reads, results) = (0, 0)
    let tokens = [
      withContinuousObservation { _ in
        _ = task.name
        reads += 1
      },
      withContinuousObservation { _ in
        _ = observer.results
        results += 1
      },
    ]
    task.name = "b"
    #expect(reads == 1 && results == 2 && task.name == "b" && context.hasChanges)
    context.observationEnabled = true
    withExtendedLifetime(tokens) {}
  }

  @Test("a save says which rows it wrote")
  func notifications() throws {
    let plan = Plan()
    let (kept, gone) = (Task1("kept"), Task1("gone"))
    for task in [kept, gone] { context.insert(task) }
    try context.save()
    let goneID = gone.persistentModelID
    context.insert(plan)
    kept.name = "changed"
    context.delete(gone)
    var posts: [(name: Notification.Name, changes: [String: [PersistentIdentifier]])] = []
    let seen = Mutex(posts)
    let names = [ModelContext.willSave, ModelContext.didSave]
    let center = NotificationCenter.default
    let tokens = names.map { name in
      center.addObserver(forName: name, object: context, queue: nil) { notification in
        let changes = notification.userInfo as? [String: [PersistentIdentifier]] ?? [:]
        seen.withLock { $0.append((notification.name, changes)) }
      }
    }
    defer { tokens.forEach(center.removeObserver) }
    try context.save()
    try context.save()
    posts = seen.withLock { $0 }
    #expect(posts.map(\.name) == names)
    let changes = try #require(posts.last?.changes)
    #expect(changes["insertedIdentifiers"] == [plan.persistentModelID])
    #expect(changes["updatedIdentifiers"] == [kept.persistentModelID])
    #expect(changes["deletedIdentifiers"] == [goneID])
  }
}
