import Foundation
import ModelStore
import Testing

private enum Binding: String, Codable { case paper, cloth }

@Model private class Work {
  var title: String
  var text: String
  var binding = Binding.paper
  var tags: [String] = []
  var author: Writer?
  init(_ title: String, text: String) {
    self.title = title
    self.text = text
  }
}

@Model private final class Novel: Work {
  var chapters: Int
  init(_ title: String, text: String, chapters: Int) {
    self.chapters = chapters
    super.init(title, text: text)
  }
}

@Model private final class Writer {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Work.author) var works: [Work] = []
  init(_ name: String) { self.name = name }
}

@Suite("Fetching some properties")
struct PartialFetchTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Work.self, Novel.self, Writer.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let filler = ModelContext(container)
    let writer = Writer("Ann")
    let essay = Work("Essay", text: "short")
    let novel = Novel("Novel", text: "long", chapters: 12)
    (essay.binding, essay.tags) = (.cloth, ["a", "b"])
    writer.works = [essay, novel]
    filler.insert(writer)
    try filler.save()
    context = ModelContext(container)
  }

  private var titles: FetchDescriptor<Work> {
    var descriptor = FetchDescriptor<Work>(sortBy: [SortDescriptor(\.title)])
    descriptor.propertiesToFetch = [\.title]
    return descriptor
  }

  @Test("only those columns are in the query, and the rest comes with one more when asked for")
  func reading() throws {
    #expect(
      try context.sql(for: titles).hasPrefix(
        #"SELECT t0._id, t0._model, t0."title", NULL, NULL, NULL, t0."author", NULL FROM"#))
    let works = try context.fetch(titles)
    let rows = context.fetchCounters.rowsRead
    #expect(works.map(\.title) == ["Essay", "Novel"])
    #expect(works[0].author === works[1].author)
    #expect(context.fetchCounters.rowsRead == rows + 1, "the author's row, and no other")
    #expect(works[0].text == "short" && works[0].binding == .cloth && works[0].tags == ["a", "b"])
    #expect((works[1] as? Novel)?.chapters == 12)
    #expect(context.fetchCounters.rowsRead == rows + 3)
    #expect(!context.hasChanges)
  }

  @Test("setting a property that was not read is a change where it differs, and loses nothing")
  func setting() throws {
    let works = try context.fetch(titles)
    works[0].text = ""
    works[1].binding = .paper
    #expect(works[0].hasChanges && !works[1].hasChanges)
    works[1].title = "Story"
    try context.save()
    let again = try ModelContext(container).fetch(titles)
    #expect(again.map(\.title) == ["Essay", "Story"] && again.map(\.text) == ["", "long"])
    #expect(again[0].binding == .cloth && (again[1] as? Novel)?.chapters == 12)
  }

  @Test("relationships are set, and the object read later keeps what was set")
  func relationships() throws {
    let works = try context.fetch(titles)
    let other = Writer("Bob")
    works[0].author = other
    #expect(works[0].text == "short" && works[0].author === other)
    #expect(try context.fetch(titles).map { $0.author?.name } == ["Bob", "Ann"])
    try context.save()
    #expect(try ModelContext(container).fetch(titles).map { $0.author?.name } == ["Bob", "Ann"])
  }

  @Test("a whole fetch fills an object, and a later one of some properties takes nothing away")
  func both() throws {
    let works = try context.fetch(titles)
    let whole = try context.fetch(FetchDescriptor<Work>(sortBy: [SortDescriptor(\.title)]))
    let rows = context.fetchCounters.rowsRead
    _ = try context.fetch(titles)
    #expect(whole[0] === works[0] && works.map(\.text) == ["short", "long"])
    #expect(context.fetchCounters.rowsRead == rows + 2)
  }

  @Test("what others saved is seen, in what was read and in what was not")
  func others() throws {
    let works = try context.fetch(titles)
    let other = ModelContext(container)
    for work in try other.fetch(FetchDescriptor<Work>()) {
      (work.title, work.text) = (work.title + "!", "new")
    }
    try other.save()
    #expect(try context.fetch(titles).map(\.title) == ["Essay!", "Novel!"])
    #expect(works.map(\.text) == ["new", "new"])
  }

  @Test("a deleted object answers with all its last values", arguments: [true, false])
  func deletion(byRule: Bool) throws {
    let works = try context.fetch(titles)
    if byRule {
      try context.delete(model: Writer.self)
    } else {
      for work in works { context.delete(work) }
    }
    try context.save()
    #expect(works.allSatisfy(\.isDeleted) && works.map(\.text) == ["short", "long"])
    #expect(works[0].tags == ["a", "b"])
  }

  @Test("the row of another's deletion reads as empty")
  func gone() throws {
    let works = try context.fetch(titles)
    let other = ModelContext(container)
    try other.delete(model: Work.self)
    try other.save()
    #expect(works.map(\.text) == ["", ""] && works[0].binding == .paper && works[0].tags == [])
  }

  @Test("batches read them too, all properties make a whole fetch, and others are refused")
  func batches() throws {
    var seen: [String] = []
    var some = FetchDescriptor<Work>()
    some.propertiesToFetch = [\.title, \.binding]
    try context.enumerate(some) { seen.append("\($0.title) \($0.binding)") }
    #expect(seen == ["Essay cloth", "Novel paper"] && context.fetchCounters.rowsRead == 2)
    var all = FetchDescriptor<Writer>()
    all.propertiesToFetch = [\.name]
    #expect(try context.sql(for: all) == context.sql(for: FetchDescriptor<Writer>()))
    var wrong = FetchDescriptor<Writer>()
    wrong.propertiesToFetch = [\.persistentModelID]
    let error = #expect(throws: StoreError.self) { try context.fetch(wrong) }
    #expect(error?.description.contains("Writer.persistentModelID") == true)
  }
}
