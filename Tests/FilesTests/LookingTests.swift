import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("Looking at files")
struct LookingTests {
  let folder: TemporaryFolder
  private let manager = FileManager.default

  init() throws {
    folder = try TemporaryFolder()
  }

  private func link(_ name: String, to target: String) throws {
    try manager.createSymbolicLink(
      atPath: folder.url.appendingPathComponent(name).path, withDestinationPath: target)
  }

  @Test(
    "a path is divided at the bytes that are slashes, as the system does it",
    arguments: [
      ("/\u{301}a", nil), ("../\u{301}", nil), ("a/\u{301}/../../..", nil), ("a//./b", "a/b"),
      ("a/../\u{301}", "\u{301}"), ("..\u{301}/a", "..\u{301}/a"), ("", ""),
    ] as [(String, String?)])
  func parts(path: String, expected: String?) {
    #expect(Path.normalizedInside(path) == expected)
    #expect(!Path.isInside("/site/\u{301}secret", folder: "/site2"))
    #expect(Path.isInside("/site/\u{301}a", folder: "/site"))
    #expect(Path.join("folder/", "\u{301}a") == "folder/\u{301}a")
  }

  @Test("a folder has entries or not, a name that does not count apart")
  func entries() throws {
    let path = folder.url.path
    #expect(try !hasEntries(path, besides: "own"))
    try folder.write("a", to: "own/a.md")
    #expect(try !hasEntries(path, besides: "own") && hasEntries(path, besides: "other"))
    try folder.write("b", to: "b.md")
    #expect(try hasEntries(path, besides: "own"))
    #expect(throws: FileError.self) { try hasEntries(path + "/missing", besides: "own") }
  }

  @Test("a file has some bytes or not, wherever they differ")
  func content() throws {
    let path = folder.url.path + "/a"
    for size in [0, 1, 16 << 10, (16 << 10) + 1, 70_000] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      try replaceFile(with: bytes, at: path, durability: .generated)
      #expect(try hasContent(path, bytes))
      #expect(try !hasContent(path, bytes + [0]))
      guard size > 0 else { continue }
      #expect(try !hasContent(path, Array(bytes.dropLast())))
      for place in Set([0, size / 2, size - 1]) {
        var other = bytes
        other[place] ^= 1
        #expect(try !hasContent(path, other), "\(size) \(place)")
      }
    }
    #expect(throws: FileError.self) { try hasContent(folder.url.path, [1]) }
    #expect(throws: FileError.self) { try hasContent(path + "x", [1]) }
  }

  @Test("the files of a folder are those in it and links to some, no folder and no dead link")
  func fileNames() throws {
    try folder.write("a", to: "a.md")
    try folder.write("b", to: "inner/b.md")
    try link("to-file", to: "a.md")
    try link("to-folder", to: "inner")
    try link("to-nothing", to: "missing")
    #expect(try fileNamesInFolder(folder.url.path) == ["a.md", "to-file"])
    #expect(try fileNamesInFolder(folder.url.appendingPathComponent("missing").path).isEmpty)
  }

  @Test("a link is a link where it is not followed, and what it leads to where it is")
  func links() throws {
    try folder.write("a", to: "a.md")
    try link("to-file", to: "a.md")
    let path = folder.url.appendingPathComponent("to-file").path
    #expect(try FileStatus(ofItself: path).kind == .link)
    #expect(try FileStatus(of: path).kind == .file)
    #expect(
      try FileStatus(ofItself: folder.url.appendingPathComponent("a.md").path).kind == .file)
  }
}
