import Compression
import Files
import Synchronization

/// The files of a folder, for browsers.
///
/// Small files are kept in memory, and so are their compressed forms, for as long as the files do
/// not change.
public final class StaticFiles: Sendable {
  /// Changes the bytes of a page before it is sent; the version is that of the file.
  public typealias Change = @Sendable (_ bytes: [UInt8], _ version: String) -> [UInt8]

  /// Files up to this size are kept in memory, in bytes.
  private static let keptSize = 2 << 20
  /// How much is kept of all files together, in bytes.
  private static let keptTotal = 64 << 20

  private let root: String
  private let salt: String
  private let changePage: Change
  private let cache = Mutex(Cache())

  private struct Cache {
    var files: [String: KeptFile] = [:]
    var size = 0
  }

  private struct KeptFile: Sendable {
    var status: FileStatus
    var bytes: [UInt8]
    var compressed: [UInt8]?
    var size: Int { bytes.count + (compressed?.count ?? 0) }
  }

  /// Names the folder; nothing is looked at yet.
  ///
  /// - Parameters:
  ///   - root: The folder, absolute, symbolic links followed.
  ///   - salt: What the change of pages depends on, so that their entity tags do too.
  ///   - changePage: Changes HTML before it is sent.
  public init(root: String, salt: String = "", changePage: @escaping Change = { bytes, _ in bytes })
  {
    self.root = root
    self.salt = salt
    self.changePage = changePage
  }

  /// What a client gets.
  ///
  /// - Parameter request: A `GET` or `HEAD`.
  /// - Returns: The file, a part of it, or where it is; nil where there is none.
  public func response(to request: HTTPRequest) -> HTTPResponse? {
    guard let parts = request.pathParts, let found = file(parts) else { return nil }
    switch found {
    case .folder:
      // Links in a folder's page are relative to the folder, so its address ends with a slash.
      let path = request.target.prefix { $0 != "?" && $0 != "#" }
      let query = request.target[path.endIndex...]
      return HTTPResponse(301, fields: [("Location", "/" + path.drop { $0 == "/" } + "/" + query)])
    case .file(let path, let status): return response(to: request, with: path, status)
    }
  }

  /// A page in answer to something else than its own address.
  ///
  /// - Parameters:
  ///   - name: The page's path in the folder.
  ///   - status: The status that goes with it.
  /// - Returns: Nil where there is no such page.
  public func page(_ name: String, status: Int) -> HTTPResponse? {
    guard case .file(let path, let fileStatus)? = file([name]),
      let kept = kept(at: path, fileStatus)
    else { return nil }
    return HTTPResponse(
      status,
      fields: [
        ("Content-Type", MediaType(ofExtension: Path.fileExtension(of: name)).name),
        ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
      ],
      body: .bytes(kept.bytes))
  }

  /// What tells this state of a file from any other.
  ///
  /// - Parameter parts: Its path in the folder, as ``HTTPRequest/pathParts`` has it.
  /// - Returns: Nil where there is no such file.
  public func version(of parts: [String]) -> String? {
    guard case .file(_, let status)? = file(parts) else { return nil }
    return Self.version(of: status)
  }

  // MARK: Finding

  private enum Found {
    case folder
    case file(String, FileStatus)
  }

  private func file(_ parts: [String]) -> Found? {
    // Names that begin with a dot are not for visitors; of an empty part only the last has a sense.
    guard !parts.contains(where: { $0.hasPrefix(".") }),
      !parts.dropLast().contains(where: \.isEmpty)
    else { return nil }
    let name = parts.joined(separator: "/")
    do throws(FileError) {
      let isFolder = name.isEmpty || name.hasSuffix("/")
      let path = try Path.resolved(Path.join(root, isFolder ? name + "index.html" : name))
      guard Path.isInside(path, folder: root) else { return nil }
      let status = try FileStatus(of: path)
      switch status.kind {
      case .file: return .file(path, status)
      case .folder where !isFolder:
        return try FileStatus.ifPresent(Path.join(path, "index.html")) == nil ? nil : .folder
      default: return nil
      }
    } catch {
      // A file that cannot be looked at is one that is not there, as far as a visitor is concerned.
      return nil
    }
  }

  // MARK: Sending

  private func response(
    to request: HTTPRequest, with path: String, _ status: FileStatus
  ) -> HTTPResponse? {
    let type = MediaType(ofExtension: Path.fileExtension(of: path))
    let isKept = status.size <= Self.keptSize
    let isRange = request["range"] != nil
    let kept = isKept ? kept(at: path, status) : nil
    if isKept && kept == nil { return nil }
    let isCompressed = !isRange && kept?.compressed != nil && request.acceptsGzip
    let tag = tag(of: status, isPage: Self.isPage(path), isCompressed: isCompressed)
    var fields = [
      ("Content-Type", type.name), ("ETag", tag), ("Cache-Control", "no-cache"),
      ("Accept-Ranges", "bytes"), ("X-Content-Type-Options", "nosniff"),
    ]
    if type.isCompressible { fields.append(("Vary", "Accept-Encoding")) }
    if request.hasCopy(of: tag) { return HTTPResponse(304, fields: fields) }
    if isCompressed, let compressed = kept?.compressed {
      fields.append(("Content-Encoding", "gzip"))
      return HTTPResponse(200, fields: fields, body: .bytes(compressed))
    }
    let count = kept?.bytes.count ?? status.size
    let isFresh = request["if-range"].map { $0 == tag } ?? true
    switch isRange && isFresh ? ByteRange(request["range"], count: count) : .whole {
    case .whole:
      return HTTPResponse(200, fields: fields, body: body(kept, path, 0..<count))
    case .part(let range):
      let shown = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
      fields.append(("Content-Range", shown))
      return HTTPResponse(206, fields: fields, body: body(kept, path, range))
    case .unsatisfiable:
      return HTTPResponse(416, fields: fields + [("Content-Range", "bytes */\(count)")])
    }
  }

  private func body(_ kept: KeptFile?, _ path: String, _ range: Range<Int>) -> HTTPResponse.Body {
    guard let kept else {
      return .file(path: path, offset: range.lowerBound, count: range.count)
    }
    return .bytes(range.count == kept.bytes.count ? kept.bytes : Array(kept.bytes[range]))
  }

  private static func isPage(_ path: String) -> Bool { path.hasSuffix(".html") }

  private func tag(of status: FileStatus, isPage: Bool, isCompressed: Bool) -> String {
    var tag = Self.version(of: status)
    if isPage, !salt.isEmpty { tag += "-" + salt }
    if isCompressed { tag += "-gz" }
    return "\"\(tag)\""
  }

  private static func version(of status: FileStatus) -> String {
    // Inode and time change with each writing, for files are replaced and never written into.
    [status.inode, status.modified, status.size].map { String($0, radix: 36) }
      .joined(separator: "-")
  }

  private func kept(at path: String, _ status: FileStatus) -> KeptFile? {
    if let known = cache.withLock({ $0.files[path] }), known.status == status { return known }
    // Gone since the look at it: as if it had not been there.
    guard var bytes = try? readFile(path) else { return nil }
    if Self.isPage(path) { bytes = changePage(bytes, Self.version(of: status)) }
    var kept = KeptFile(status: status, bytes: bytes)
    if MediaType(ofExtension: Path.fileExtension(of: path)).isCompressible {
      // What gets no smaller is sent as it is.
      kept.compressed = Gzip.compressed(bytes).flatMap { $0.count < bytes.count ? $0 : nil }
    }
    let made = kept
    cache.withLock { cache in
      if let old = cache.files.updateValue(made, forKey: path) { cache.size -= old.size }
      cache.size += made.size
      guard cache.size > Self.keptTotal else { return }
      cache.files = [path: made]
      cache.size = made.size
    }
    return made
  }
}
