import Diagnostics
import Files
import HTTPServer
import PackingLists
import Pages
import SiteBuild

/// What a person asks of a preview.
public struct PreviewOptions: Sendable {
  /// Where to listen: a name or an address.
  public var host: String
  /// The port; nil for 8080 or the next that is free.
  public var port: Int?

  /// Makes options.
  public init(host: String = "127.0.0.1", port: Int? = nil) {
    self.host = host
    self.port = port
  }
}

/// Where a preview is.
public struct PreviewAddress: Sendable, Hashable {
  /// The address to open on this machine: `http://127.0.0.1:8080/`.
  public var url: String
  /// Whether other machines can open it.
  public var isForOthers: Bool
  /// The addresses to open on other machines.
  public var urlsForOthers: [String]
}

/// What happens while a preview runs.
public enum PreviewEvent {
  /// It can be opened.
  case listening(PreviewAddress)
  /// The site was built; what changed before, as paths.
  case built(BuildReport, nanoseconds: Int, changes: Set<String>)
  /// The site could not be built; the pages are as they were.
  case failed(any Error)
  /// Changes can only be found by looking, for this reason.
  case cannotWatch(FileError)
}

/// Shows a site while a person works on it: builds it, serves it, and brings open pages up to date.
public struct Preview {
  private let site: Site
  private let searchPath: String
  private let options: PreviewOptions
  private let environment: @Sendable () -> BuildEnvironment
  private let tell: (PreviewEvent) -> Void

  /// The ports that are tried where none is asked for, before any free one.
  private static let usualPorts = 8080...8099
  /// How long to wait for an end of changes before building, and how long at most, in milliseconds.
  private static let quiet = 15
  private static let patience = 400
  /// How long to wait for changes before looking whether there is anything else to do.
  private static let wait = 250
  /// How often to look at all files where they cannot be watched.
  private static let lookInterval = 2_000_000_000
  private static let heartbeatInterval = 15_000_000_000

  /// Makes a preview; nothing is done yet.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - searchPath: Where programs are looked for, as in `PATH`.
  ///   - options: What is asked.
  ///   - environment: What a build takes from the world, asked before each; a preview may run past
  ///     midnight. It ends when its `isCancelled` says so.
  ///   - tell: Told what happens, on the thread of ``run()``.
  public init(
    site: Site, searchPath: String, options: PreviewOptions,
    environment: @escaping @Sendable () -> BuildEnvironment,
    tell: @escaping (PreviewEvent) -> Void
  ) {
    self.site = site
    self.searchPath = searchPath
    self.options = options
    self.environment = environment
    self.tell = tell
  }

  /// Shows the site until the environment says that it is enough.
  ///
  /// - Throws: `Diagnostic` where there is no site, or the address cannot be had; `FileError` where
  ///   the folder for the pages cannot be made.
  public func run() throws {
    guard try FileStatus.ifPresent(site.path(Site.content))?.kind == .folder else {
      throw Diagnostic.noSite(site)
    }
    let socket = try listen()
    _ = raiseOpenFileLimit()
    let watch = try self.watch()
    try makeFolder(site.path(Site.preview))
    let rules = AccessRules(
      host: options.host, address: socket.address, port: socket.port,
      machineAddresses: machineAddresses(), token: AccessRules.makeToken())
    let address = address(socket.address, port: socket.port)
    let preview = PreviewSite(
      site: site, folder: try Path.resolved(site.path(Site.preview)), rules: rules,
      environment: environment)
    // Before the first answer, so that the first page is there. Who asks meanwhile waits.
    var builtDay = environment().today
    guard build(for: preview, after: FolderWatch.Changes()) else { return }
    let server = try serve(preview, on: socket)
    defer { server.stop() }
    tell(.listening(address))
    var lastLook = environment().now()
    var lastHeartbeat = lastLook
    while !environment().isCancelled() {
      let changes = try collect(watch)
      let now = environment().now()
      let isLookDue = watch == nil && now - lastLook > Self.lookInterval
      if !changes.isEmpty || isLookDue || environment().today != builtDay {
        builtDay = environment().today
        guard build(for: preview, after: changes) else { return }
        lastLook = environment().now()
      }
      if now - lastHeartbeat > Self.heartbeatInterval {
        preview.hub.sendHeartbeats()
        preview.forgetClosedTrips()
        lastHeartbeat = now
      }
    }
  }

  // MARK: The address

  private func listen() throws -> ListeningSocket {
    let usual = options.port == nil ? Array(Self.usualPorts) + [0] : []
    for port in usual {
      do throws(ListeningError) {
        return try ListeningSocket(host: options.host, port: port)
      } catch {
        guard error.isTaken else { throw refused(error, port: port) }
      }
    }
    let port = options.port ?? 0
    do throws(ListeningError) {
      return try ListeningSocket(host: options.host, port: port)
    } catch {
      throw refused(error, port: port)
    }
  }

  private func serve(
    _ preview: PreviewSite, on socket: consuming ListeningSocket
  ) throws -> WebServer {
    let port = socket.port
    do throws(ListeningError) {
      return try WebServer(on: socket) { preview.reply(to: $0) }
    } catch {
      throw refused(error, port: port)
    }
  }

  private func refused(_ error: ListeningError, port: Int) -> Diagnostic {
    let hint =
      if error.isTaken {
        "choose another with \"--port\", or leave it out for the next that is free"
      } else if error.code == 0 {
        "name an address of this machine: 127.0.0.1, or 0.0.0.0 for all networks it is in"
      } else if error.isForbidden {
        "ports below 1024 are for root: choose a higher one with \"--port\""
      } else {
        "choose another with \"--host\" and \"--port\""
      }
    return Diagnostic(
      .error, .serveAddress,
      "cannot listen at \(options.host), port \(port): "
        + (error.isTaken ? "another program listens there" : error.reason),
      hint: hint)
  }

  private func address(_ address: String, port: Int) -> PreviewAddress {
    let url = { (host: String) in "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/" }
    if AccessRules.isEvery(address) {
      return PreviewAddress(
        url: url("127.0.0.1"), isForOthers: true, urlsForOthers: machineAddresses().map(url))
    }
    // A name may be one that this machine alone knows: the number is sure.
    let isForOthers = !AccessRules.isLoopback(address)
    return PreviewAddress(
      url: url(address), isForOthers: isForOthers,
      urlsForOthers: isForOthers ? [url(address)] : [])
  }

  // MARK: Changes

  /// Watches what a person works on; nil where the system does not let us.
  private func watch() throws(FileError) -> FolderWatch? {
    do throws(FileError) {
      return try FolderWatch(
        root: site.root, names: [Site.content, Site.templates, Site.configuration])
    } catch {
      guard error.isOutOfWatches else { throw error }
      tell(.cannotWatch(error))
      return nil
    }
  }

  /// Waits for changes, and then until there are no more for a moment: saving a file takes several
  /// steps in many editors.
  private func collect(_ watch: FolderWatch?) throws -> FolderWatch.Changes {
    guard let watch else {
      sleep(milliseconds: Self.wait)
      return FolderWatch.Changes()
    }
    var changes = try watch.changes(waiting: Self.wait)
    guard !changes.isEmpty else { return changes }
    let end = environment().now() + Self.patience * 1_000_000
    while environment().now() < end {
      let more = try watch.changes(waiting: Self.quiet)
      if more.isEmpty { break }
      changes.formUnion(more)
    }
    return changes
  }

  /// Builds the site and tells the open pages; false where the person wants no more.
  private func build(for preview: PreviewSite, after changes: FolderWatch.Changes) -> Bool {
    let start = environment().now()
    let ticked = tellTicks(preview, changes)
    let builder = SiteBuilder(site: site, environment: environment(), searchPath: searchPath)
    do {
      let report = try builder.build(BuildOptions(output: Site.preview, audience: .author))
      tell(
        .built(report, nanoseconds: environment().now() - start, changes: changes.paths))
      preview.report(problem: text(of: report.diagnostics.filter { $0.severity == .error }))
      let pages = Set(report.writtenPaths + report.removedPaths).subtracting(ticked)
      if !pages.isEmpty { preview.hub.send("reload", data: Self.text(of: pages)) }
      return true
    } catch is CancellationError {
      return false
    } catch {
      tell(.failed(error))
      preview.report(problem: text(of: [error as? Diagnostic ?? .failed(error)]))
      return true
    }
  }

  /// Tells the pages of trips in which nothing but ticks changed, before the build.
  ///
  /// - Returns: The pages that need not be loaded again for these changes.
  private func tellTicks(_ preview: PreviewSite, _ changes: FolderWatch.Changes) -> Set<String> {
    var calm: [String: String] = [:]
    for (slug, look) in preview.lookAtTrips() {
      guard case .boxes(let boxes) = look.change else { continue }
      preview.hub.send(state: boxes, ofTrip: slug)
      calm[look.path] = PageAddress.trip(slug).path
    }
    // Anything else may show on any page, whatever a trip's own file says.
    let changed = changes.paths.intersection(calm.keys)
    let rest = changes.paths.subtracting(changed)
    guard !changes.isOverflown, rest.allSatisfy({ Self.isTrace(of: changed, $0) }) else {
      return []
    }
    return Set(changed.compactMap { calm[$0] })
  }

  /// Whether a path is one that an editor uses on the way to save one of some files: `lisbon.md~`,
  /// `lisbon.md.x1y2z3`, `#lisbon.md#`, `4913`.
  private static func isTrace(of files: Set<String>, _ path: String) -> Bool {
    files.contains { file in
      guard Path.folder(of: file) == Path.folder(of: path) else { return false }
      let (name, other) = (Path.name(of: file), Path.name(of: path))
      return other.hasPrefix(name) || other == "#\(name)#" || other.allSatisfy(\.isNumber)
    }
  }

  // MARK: What pages are told

  private static func text(of pages: Set<String>) -> String {
    // A long list would tell no more than that everything is new.
    guard pages.count <= 200 else { return "{\"all\":true}" }
    return "{\"pages\":[\(pages.sorted().map(JSONText.quoted).joined(separator: ","))]}"
  }

  /// Problems as a JSON array of texts; nil where there are none.
  private func text(of problems: [Diagnostic]) -> String? {
    guard !problems.isEmpty else { return nil }
    let lines = SourceLines()
    let printer = DiagnosticTextPrinter(isColored: false) { position in
      lines.line(position.line, of: site.path(position.path))
    }
    // More than these nobody reads at once; the count tells of the others.
    let shown = problems.prefix(20).map { JSONText.quoted(printer.text(of: $0)) }
    return "{\"count\":\(problems.count),\"texts\":[\(shown.joined(separator: ","))]}"
  }
}

extension Diagnostic {
  /// A build failed in another way than content can.
  fileprivate static func failed(_ error: any Error) -> Diagnostic {
    if let error = error as? FileError {
      return Diagnostic(.error, .fileUnreadable, error.description, hint: error.hint)
    }
    return Diagnostic(.error, .storeFailed, "\(error)")
  }
}
