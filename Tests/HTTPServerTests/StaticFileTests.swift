import Compression
import Foundation
import HTTPServer
import TestSupport
import Testing

@Suite("Files for browsers")
struct StaticFileTests {
  /// A folder with a site, and a secret beside it.
  struct Site {
    let folder: TemporaryFolder
    let server: WebServer
    let port: Int

    init() throws {
      folder = try TemporaryFolder()
      let words = String(repeating: "Socks and shoes. ", count: 200)
      try folder.write("<html><head></head>\(words)</html>", to: "site/index.html")
      try folder.write("<html>trips</html>", to: "site/trips/index.html")
      try folder.write("body { color: red }", to: "site/assets/style.css")
      try folder.write("0123456789", to: "site/digits.bin")
      try folder.write("hidden", to: "site/.valise-files")
      try folder.write("empty", to: "site/folder-without-page/a.txt")
      try folder.write("", to: "site/empty.txt")
      try folder.write("secret", to: "secret.txt")
      try FileManager.default.createSymbolicLink(
        at: folder.url.appendingPathComponent("site/link.txt"),
        withDestinationURL: folder.url.appendingPathComponent("secret.txt"))
      try Data(count: 5 << 20).write(to: folder.url.appendingPathComponent("site/big.bin"))
      let root = folder.url.appendingPathComponent("site").resolvingSymlinksInPath().path
      let files = StaticFiles(root: root)
      let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
      port = socket.port
      server = try WebServer(on: socket) { request in
        .now(files.response(to: request) ?? .text(404, "not here"))
      }
    }

    func ask(
      _ target: String, method: String = "GET", _ fields: [(String, String)] = []
    ) throws -> SocketClient.Response {
      try SocketClient.ask(target, port: port, method: method, fields: fields)
    }
  }

  @Test("a page, a style sheet and a folder's page come with their types")
  func types() throws {
    let site = try Site()
    let page = try site.ask("/")
    #expect(page.status == 200)
    #expect(page.fields["content-type"] == "text/html; charset=utf-8")
    #expect(page.fields["x-content-type-options"] == "nosniff")
    #expect(page.text.contains("Socks"))
    #expect(try site.ask("/assets/style.css").fields["content-type"] == "text/css; charset=utf-8")
    #expect(try site.ask("/digits.bin").fields["content-type"] == "application/octet-stream")
    #expect(try site.ask("/trips/").text == "<html>trips</html>")
    let folder = try site.ask("/trips?x=1")
    #expect(folder.status == 301)
    #expect(folder.fields["location"] == "/trips/?x=1")
  }

  @Test(
    "nothing outside the folder and nothing hidden is sent",
    arguments: [
      "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/trips/../../secret.txt",
      "//secret.txt", "/link.txt", "/.valise-files", "/trips/%00", "/folder-without-page",
      "/folder-without-page/", "/missing.html", "/index.html/", "/index.html/x", "/%",
      "/etc/passwd", "//etc/passwd", "/trips//index.html", #"/..\secret.txt"#,
    ])
  func outside(target: String) throws {
    let answer = try Site().ask(target)
    #expect(answer.status == 404)
    #expect(!answer.text.contains("secret") && !answer.text.contains("hidden"))
  }

  @Test("HEAD answers as GET does, without the body")
  func head() throws {
    let site = try Site()
    for target in ["/", "/big.bin", "/missing"] {
      let (head, whole) = (try site.ask(target, method: "HEAD"), try site.ask(target))
      #expect(head.status == whole.status)
      #expect(head.fields["content-length"] == "\(whole.body.count)", "\(target)")
      #expect(head.fields["etag"] == whole.fields["etag"])
      #expect(head.body.isEmpty)
    }
  }

  @Test("what a client has is not sent again until it changes")
  func entityTags() throws {
    let site = try Site()
    let tag = try #require(try site.ask("/digits.bin").fields["etag"])
    for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
      let answer = try site.ask("/digits.bin", [("If-None-Match", known)])
      #expect(answer.status == 304 && answer.body.isEmpty, "\(known)")
      #expect(answer.fields["etag"] == tag)
    }
    #expect(try site.ask("/digits.bin", [("If-None-Match", "\"other\"")]).status == 200)
    try site.folder.write("9876543210", to: "site/digits.bin")
    let changed = try site.ask("/digits.bin", [("If-None-Match", tag)])
    #expect(changed.status == 200 && changed.text == "9876543210")
  }

  @Test("texts are compressed for those who can read them")
  func compression() throws {
    let site = try Site()
    let plain = try site.ask("/")
    #expect(plain.fields["content-encoding"] == nil)
    #expect(plain.fields["vary"] == "Accept-Encoding")
    for accepted in ["gzip", "deflate, gzip;q=0.5", "br, *"] {
      let small = try site.ask("/", [("Accept-Encoding", accepted)])
      #expect(small.fields["content-encoding"] == "gzip", "\(accepted)")
      #expect(small.body.prefix(2) == [0x1F, 0x8B])
      #expect(small.body == Gzip.compressed(plain.body))
      #expect(small.fields["etag"] != plain.fields["etag"])
    }
    for accepted in ["gzip;q=0", "br", "*;q=0", "gzip;q=0.0, *"] {
      let answer = try site.ask("/", [("Accept-Encoding", accepted)])
      #expect(answer.fields["content-encoding"] == nil, "\(accepted)")
    }
    let digits = try site.ask("/digits.bin", [("Accept-Encoding", "gzip")])
    #expect(digits.fields["content-encoding"] == nil && digits.text == "0123456789")
  }

  @Test(
    "a part of a file is sent where one part is asked for",
    arguments: [
      ("bytes=0-3", 206, "0123", "bytes 0-3/10"), ("bytes=7-", 206, "789", "bytes 7-9/10"),
      ("bytes=-2", 206, "89", "bytes 8-9/10"),
      (
        "bytes=4-99999999999999999999", 206, "456789",
        "bytes 4-9/10"
      ),
      ("bytes=-100", 206, "0123456789", "bytes 0-9/10"), ("bytes=10-", 416, "", "bytes */10"),
      ("bytes=-0", 416, "", "bytes */10"),
      // Several parts, and what makes no sense: the whole, as RFC 9110 allows.
      ("bytes=0-1,4-5", 200, "0123456789", nil), ("bytes=5-2", 200, "0123456789", nil),
      ("lines=1-2", 200, "0123456789", nil), ("bytes=a-b", 200, "0123456789", nil),
    ] as [(String, Int, String, String?)])
  func ranges(field: String, status: Int, text: String, range: String?) throws {
    let answer = try Site().ask("/digits.bin", [("Range", field)])
    #expect(answer.status == status)
    #expect(answer.text == text)
    #expect(answer.fields["content-range"] == range)
  }

  @Test("a part of a file that changed meanwhile is the whole")
  func freshRange() throws {
    let site = try Site()
    let tag = try #require(try site.ask("/digits.bin").fields["etag"])
    let range = ("Range", "bytes=0-3")
    #expect(try site.ask("/digits.bin", [range, ("If-Range", tag)]).status == 206)
    #expect(try site.ask("/digits.bin", [range, ("If-Range", "\"old\"")]).status == 200)
  }

  @Test("a file too big to be kept in memory is sent, and so are parts of it")
  func big() throws {
    let site = try Site()
    #expect(try site.ask("/big.bin").body.count == 5 << 20)
    let part = try site.ask("/big.bin", [("Range", "bytes=5242870-")])
    #expect(part.status == 206)
    #expect(part.body == [UInt8](repeating: 0, count: 10))
  }

  @Test("an empty file is one")
  func empty() throws {
    let answer = try Site().ask("/empty.txt")
    #expect(answer.status == 200 && answer.body.isEmpty)
    #expect(answer.fields["content-length"] == "0")
  }
}
