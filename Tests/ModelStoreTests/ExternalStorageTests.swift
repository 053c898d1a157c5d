import Foundation
import ModelStore
import SQLite
import TestSupport
import Testing

@Model final class Picture {
  var name: String
  @Attribute(.externalStorage) var image: Data
  @Attribute(.externalStorage) var thumbnail: Data?
  init(_ name: String, _ image: Data, _ thumbnail: Data? = nil) {
    self.name = name
    self.image = image
    self.thumbnail = thumbnail
  }
}

@Suite("Large data in files")
struct ExternalStorageTests {
  let folder: TemporaryFolder
  let file: URL
  let large = Data((0..<300_000).map { UInt8($0 % 251) })
  let small = Data([1, 2, 3])

  init() throws {
    folder = try TemporaryFolder()
    file = folder.url.appendingPathComponent("a.store")
  }

  private func open() throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Picture.self, configurations: ModelConfiguration(url: file)))
  }

  private var files: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: file.path + "-files").count) ?? 0
  }

  @Test("large values lie in files, small ones in the row, and all come back")
  func roundTrip() throws {
    let context = try open()
    context.insert(Picture("a", large, small))
    context.insert(Picture("b", small, large))
    context.insert(Picture("c", Data()))
    #expect(try context.fetchCount(FetchDescriptor<Picture>()) == 3)
    #expect(files == 0, "what is pending has no files")
    try context.save()
    #expect(files == 2)
    let reader = try open()
    let pictures = try reader.fetch(
      FetchDescriptor<Picture>(sortBy: [SortDescriptor(\.name)]))
    #expect(pictures.map(\.image) == [large, small, Data()])
    #expect(pictures.map(\.thumbnail) == [small, large, nil])
    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
    #expect(size < 100_000)
  }

  @Test(
    "a value replaced or deleted takes its file along, and who still names it reads the new one")
  func replaced() throws {
    let context = try open()
    let picture = Picture("a", large, large)
    context.insert(picture)
    try context.save()
    let other = try open()
    let seen = try #require(try other.fetch(FetchDescriptor<Picture>()).first)
    picture.image = large + small
    picture.thumbnail = nil
    try context.save()
    #expect(files == 1)
    #expect(seen.image == large + small && seen.thumbnail == nil)
    picture.name = "b"
    try context.save()
    #expect(files == 1)
    context.delete(picture)
    try context.save()
    #expect(files == 0)
    try other.save()
  }

  @Test("a save that fails leaves no file, and orphans are swept at the next opening")
  func orphans() throws {
    let context = try open()
    let blocker = try Connection(.file(file.path))
    try blocker.execute(
      "CREATE TRIGGER stop BEFORE INSERT ON Picture BEGIN SELECT raise(ABORT, 'no'); END")
    let picture = Picture("a", large)
    context.insert(picture)
    #expect(throws: StoreError.self) { try context.save() }
    #expect(files == 0 && picture.image == large)
    try blocker.execute("DROP TRIGGER stop")
    try context.save()
    #expect(files == 1)
    _ = try folder.write("left by a crash", to: "a.store-files/abc123")
    #expect(files == 2)
    let reader = try open()
    #expect(files == 1)
    #expect(try reader.fetch(FetchDescriptor<Picture>()).first?.image == large)
  }

  @Test("a value in a file is compared with nil and nothing else; a lost file is an error")
  func limits() throws {
    let context = try open()
    context.insert(Picture("a", small, large))
    context.insert(Picture("b", small))
    let hasThumbnail = FetchDescriptor<Picture>(predicate: #Predicate { $0.thumbnail != nil })
    #expect(try context.fetch(hasThumbnail).map(\.name) == ["a"])
    try context.save()
    #expect(try context.fetch(hasThumbnail).map(\.name) == ["a"])
    let small = small
    let error = #expect(throws: StoreError.self) {
      try context.fetch(FetchDescriptor<Picture>(predicate: #Predicate { $0.image == small }))
    }
    #expect(error?.description.contains("can only be compared with nil") == true)
    try FileManager.default.removeItem(atPath: file.path + "-files")
    let reader = try open()
    let picture = try #require(try reader.fetch(hasThumbnail).first)
    #expect(picture.thumbnail == nil)
    #expect(throws: StoreError.self) { try reader.save() }
  }

  @Test("in memory all lies in the row")
  func memory() throws {
    let container = try ModelContainer(
      for: Picture.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Picture("a", large))
    try context.save()
    let read = try ModelContext(container).fetch(FetchDescriptor<Picture>())
    #expect(read.first?.image == large)
  }
}
