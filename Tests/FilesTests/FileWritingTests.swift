import Files
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Writing files")
struct FileWritingTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("a file is replaced whole, keeps its permissions, and leaves nothing beside it")
  func replaces() throws {
    let path = try folder.write("old", to: "list.md").path
    chmod(path, 0o640)
    try replaceFile(with: Array("new".utf8), at: path, durability: .durable)
    #expect(try folder.read("list.md") == "new")
    #expect(try FileStatus(of: path).mode == 0o640)
    #expect(try namesInFolder(folder.url.path) == ["list.md"])
  }

  @Test("a write that fails says so, and the old file is as it was")
  func failure() throws {
    let path = folder.url.appendingPathComponent("missing/list.md").path
    let error = #expect(throws: FileError.self) {
      try replaceFile(with: [1], at: path, durability: .generated)
    }
    #expect(error?.code == ENOENT)
    try folder.write("kept", to: "folder/inside.md")
    #expect(throws: FileError.self) {
      try replaceFile(
        with: [1], at: folder.url.appendingPathComponent("folder").path, durability: .generated)
    }
    #expect(try namesInFolder(folder.url.path) == ["folder"])
    #expect(try folder.read("folder/inside.md") == "kept")
  }

  @Test("a new file never replaces one that is there")
  func creates() throws {
    let path = try folder.write("mine", to: "a.md").path
    let error = #expect(throws: FileError.self) { try createFile(with: [1], at: path) }
    #expect(error?.code == EEXIST)
    #expect(try folder.read("a.md") == "mine")
  }

  @Test("folders are made with those they lie in; a file in the way is named")
  func folders() throws {
    try makeFolder(folder.url.appendingPathComponent("a/b/c").path)
    try makeFolder(folder.url.appendingPathComponent("a/b/c").path)
    #expect(try FileStatus(of: folder.url.appendingPathComponent("a/b/c").path).kind == .folder)
    try folder.write("file", to: "x")
    let error = #expect(throws: FileError.self) {
      try makeFolder(folder.url.appendingPathComponent("x").path)
    }
    #expect(error?.code == ENOTDIR)
  }
}

@Suite("Reading files")
struct FileReadingTests {
  @Test("bytes come back as they were; a folder, a pipe and a missing file are errors")
  func reads() throws {
    let folder = try TemporaryFolder()
    let bytes: [UInt8] = [0, 255, 10, 13, 128]
    let path = folder.url.appendingPathComponent("bytes").path
    try createFile(with: bytes, at: path)
    #expect(try readFile(path) == bytes)
    #expect(throws: FileError("read", path, code: EFBIG)) { try readFile(path, limit: 4) }
    #expect(throws: FileError("read", folder.url.path, code: EISDIR)) {
      try readFile(folder.url.path)
    }
    let pipe = folder.url.appendingPathComponent("pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: FileError("read", pipe, code: FileError.notAFile)) { try readFile(pipe) }
    let error = #expect(throws: FileError.self) { try readFile(path + "-missing") }
    #expect(error?.isMissing == true)
  }
}

@Suite("Paths")
struct PathTests {
  @Test(
    "a path is tidied, and one that leaves its folder is none",
    arguments: [
      ("a/./b//c", "a/b/c"), ("a/../b", "b"), ("../a", nil), ("a/../../b", nil), ("/etc", nil),
      ("", ""),
    ] as [(String, String?)])
  func normalized(path: String, expected: String?) {
    #expect(Path.normalizedInside(path) == expected)
  }

  @Test("the parts of a path")
  func parts() {
    #expect(Path.folder(of: "a/b/c.md") == "a/b")
    #expect(Path.folder(of: "c.md") == ".")
    #expect(Path.stem(of: "a/b.tar.gz") == "b.tar")
    #expect(Path.stem(of: ".hidden") == ".hidden")
    #expect(Path.fileExtension(of: "A.JPEG") == "jpeg")
    #expect(Path.join("a", "/b") == "/b")
    #expect(Path.isInside("/site/Content", folder: "/site"))
    #expect(!Path.isInside("/site-2/Content", folder: "/site"))
  }
}

@Suite("The lock")
struct FileLockTests {
  @Test("a second holder waits until the first lets go")
  func waits() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("lock").path
    var first: FileLock? = try FileLock(at: path)
    #expect(first != nil)
    let (waiting, waitingStarted) = AsyncStream<Void>.makeStream()
    let second = Task.detached {
      _ = try FileLock(at: path, onWait: { waitingStarted.yield() })
      return "held"
    }
    for await _ in waiting { break }
    first = nil
    #expect(try await second.value == "held")
  }
}
