import Diagnostics
import Foundation
import SiteBuild
import TestSupport
import Testing

@Suite("Pages keep step with what they show")
struct PagesInStepTests {
  @Test("the front page follows the day, and no trip does")
  func today() throws {
    var site = try BuiltSite([
      "Content/trips/rome.md": "---\nstart: 2027-05-01\n---\n- map\n",
      "Content/trips/oslo.md": "---\nstart: 2027-09-01\n---\n- cap\n",
    ])
    try site.build()
    let before = try site.page("index.html")
    site.today = "2027-06-01"
    let written = try site.build().writtenPaths
    #expect(written.contains("index.html"))
    #expect(!written.contains { $0.hasPrefix("trips/") || $0.hasPrefix("print/") })
    #expect(try site.page("index.html") != before)
    #expect(try site.build().writtenCount == 0)
  }

  @Test("links to other trips lead to their pages, and linked files are published")
  func links() throws {
    let site = try BuiltSite([
      "Content/trips/rome.md": """
      See [Oslo](Oslo%20in%20May.md#kit) and the [plan](plans/my%20plan.txt), not [this](../../x.txt).

      ## Kit
      - [ ] [map](plans/my%20plan.txt)
      - [ ] [site](https://example.org/a)
      """,
      "Content/trips/Oslo in May.md": "# Oslo\n## Kit\n- cap\n",
      "Content/trips/plans/my plan.txt": "turn left", "x.txt": "secret",
    ])
    let report = try site.build()
    let page = try site.page("trips/rome.html")
    #expect(page.contains("href=\"../trips/oslo-in-may.html#kit\""))
    #expect(page.contains("href=\"../files/trips/plans/my%20plan.txt\""))
    #expect(try site.page("files/trips/plans/my plan.txt") == "turn left")
    #expect(report.diagnostics.map(\.code) == [.linkMissing])
    #expect(!site.has("Output/x.txt"))
    try site.folder.write("turn right", to: "Content/trips/plans/my plan.txt")
    try site.build()
    #expect(try site.page("files/trips/plans/my plan.txt") == "turn right")
    try site.folder.write("# Rome\n- [ ] map\n", to: "Content/trips/rome.md")
    try site.build()
    #expect(!site.has("Output/files"))
  }

  @Test("a photo is shrunk, loses its metadata, and follows its source")
  func photo() throws {
    let site = try BuiltSite([
      "Content/trips/rome/index.md": "---\nphoto: forum.png\n---\n- map\n"
    ])
    let sample = Repository.root.appendingPathComponent("Content/trips/seattle/seattle.png")
    let place = site.folder.url.appendingPathComponent("Content/trips/rome/forum.png")
    // A chunk of text as cameras and editors leave it, between the header and the picture.
    try (Self.png(sample, withText: "Comment", "taken at home")).write(to: place)
    #expect(try site.build().diagnostics == [])
    let written = try Data(
      contentsOf: site.folder.url.appendingPathComponent("Output/photos/rome.png"))
    #expect(written.range(of: Data("taken at home".utf8)) == nil)
    let page = try site.page("trips/rome.html")
    #expect(page.contains("../photos/rome.png") && page.contains("width=\"1200\""))
    #expect(try site.build().writtenCount == 0)
    try FileManager.default.removeItem(at: place)
    let without = try site.build()
    #expect(without.diagnostics.map(\.code) == [.tripPhoto])
    #expect(!site.has("Output/photos"))
    #expect(try !site.page("trips/rome.html").contains("photos/"))
  }

  @Test("a photo that is a link out of the site is an error, and its trip is built without it")
  func photoOutside() throws {
    let site = try BuiltSite(["Content/trips/rome.md": "---\nphoto: a.png\n---\n- map\n"])
    let sample = Repository.root.appendingPathComponent("Content/trips/seattle/seattle.png")
    try FileManager.default.createSymbolicLink(
      at: site.folder.url.appendingPathComponent("Content/trips/a.png"),
      withDestinationURL: sample)
    let problem = try #require(try site.build().diagnostics.first)
    #expect(problem.code == .tripPhoto && problem.severity == .error)
    #expect(!site.has("Output/photos") && site.has("Output/trips/rome.html"))
  }

  @Test("without libvips photos are left out with a word, and the rest is built")
  func missingTool() throws {
    var site = try BuiltSite(["Content/trips/rome.md": "---\nphoto: a.png\n---\n- map\n"])
    site.searchPath = site.folder.url.path
    let report = try site.build()
    #expect(report.diagnostics.map(\.code) == [.photoTool])
    #expect(site.has("Output/trips/rome.html"))
  }

  @Test("a picture that is none is named, and asked for again until it is mended")
  func brokenPhoto() throws {
    let site = try BuiltSite([
      "Content/trips/rome.md": "---\nphoto: a.png\n---\n- map\n",
      "Content/trips/a.png": "no picture",
    ])
    for _ in 0..<2 {
      let problem = try site.build().diagnostics.first
      #expect(problem?.code == .tripPhoto && problem?.position?.line == 2)
    }
  }

  @Test("a picture that ends early is named, and does not stop the build by all that is said of it")
  func cutPhoto() throws {
    let site = try BuiltSite(["Content/trips/rome.md": "---\nphoto: a.png\n---\n- map\n"])
    let photo = site.folder.url.appendingPathComponent("Content/trips/a.png")
    // A line of complaint for each row, which is more than a pipe holds.
    try Self.vips.run(["gaussnoise", photo.path, "40", "12000"], in: site.folder.url)
    let whole = try Data(contentsOf: photo)
    try whole.prefix(20_000).write(to: photo)
    let problem = try #require(try site.build().diagnostics.first)
    #expect(problem.code == .tripPhoto && problem.message.contains("damaged"), "\(problem)")
    #expect(site.has("Output/trips/rome.html") && !site.has("Output/photos"))
  }

  @Test("200 million pixels are shrunk, many more are refused with a word")
  func hugePhotos() throws {
    let site = try BuiltSite([
      "Content/trips/rome.md": "---\nphoto: a.png\n---\n- map\n",
      "Content/trips/oslo.md": "---\nphoto: b.png\n---\n- map\n",
    ])
    let folder = site.folder.url.appendingPathComponent("Content/trips")
    try Self.vips.run(
      ["black", folder.appendingPathComponent("a.png").path, "20000", "10000"],
      in: site.folder.url)
    // A header that claims what is not there is enough.
    try Self.header(width: 60_000, height: 60_000)
      .write(to: folder.appendingPathComponent("b.png"))
    let problems = try site.build().diagnostics
    #expect(problems.map(\.code) == [.tripPhoto])
    let message = try #require(problems.first?.message)
    #expect(message.contains("60000 × 60000 pixels"), "\(message)")
    let small = try site.folder.read("Output/trips/rome.html")
    #expect(small.contains("width=\"1600\" height=\"800\""))
  }

  private static let vips = ExternalTool("vips", package: "libvips-tools")

  /// The beginning of a PNG, up to its first data.
  private static func header(width: UInt32, height: UInt32) -> Data {
    func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
      let body = Array(kind.utf8) + content
      return bytes(of: UInt32(content.count)) + body + bytes(of: crc32(Data(body)))
    }
    return Data(
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        + chunk("IHDR", bytes(of: width) + bytes(of: height) + [8, 0, 0, 0, 0])
        + chunk("IDAT", [0x78, 0x9C, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01]) + chunk("IEND", []))
  }

  /// A PNG with a text chunk after its header; libpng checks no text's checksum when it skips it, so
  /// a right one is computed.
  private static func png(_ url: URL, withText key: String, _ value: String) throws -> Data {
    var data = try Data(contentsOf: url)
    var chunk = Data("tEXt".utf8) + Data(key.utf8) + [0] + Data(value.utf8)
    let length = UInt32(chunk.count - 4)
    let checksum = crc32(chunk)
    chunk = Data(bytes(of: length)) + chunk + Data(bytes(of: checksum))
    data.insert(contentsOf: chunk, at: 33)
    return data
  }

  private static func bytes(of number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }

  private static func crc32(_ data: Data) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in data {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
