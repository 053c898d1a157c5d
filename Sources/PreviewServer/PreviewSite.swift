import Diagnostics
import Files
import HTTPServer
import SiteBuild
import Synchronization

/// The site as a browser sees it: its pages, what they are told, and what they may change.
final class PreviewSite: Sendable {
  let hub = EventHub()

  private let site: Site
  private let environment: @Sendable () -> BuildEnvironment
  private let rules: AccessRules
  private let files: StaticFiles
  private let injection: PageInjection
  private let session: String
  private let known = KnownTrips()
  /// What is wrong with the site, as pages are told; nil where nothing is.
  private let problem = Mutex<String?>(nil)
  /// When the last build began, in nanoseconds since 1970.
  private let buildStart = Mutex(0)
  /// Held between the reading of a trip's file and the note of what it says, so that no older state
  /// is noted after a newer one.
  private let looking = Mutex(())

  /// What the pages of strangers must not do with ours.
  private static let commonFields = [
    ("Content-Security-Policy", "frame-ancestors 'self'"), ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  /// Makes the site in a folder of built pages, which is absolute, symbolic links followed.
  init(
    site: Site, folder: String, rules: AccessRules,
    environment: @escaping @Sendable () -> BuildEnvironment
  ) {
    self.site = site
    self.environment = environment
    self.rules = rules
    session = AccessRules.makeToken()
    let injection = PageInjection(token: rules.token, session: session)
    self.injection = injection
    files = StaticFiles(root: folder, salt: String(session.prefix(8))) { page, version in
      injection.page(page, version: version)
    }
  }

  // MARK: Requests

  /// Answers a request.
  func reply(to request: HTTPRequest) -> HTTPReply {
    switch plainReply(to: request) {
    case .now(let response): .now(Self.guarded(response))
    case .later(let work): .later { Self.guarded(work()) }
    }
  }

  private static func guarded(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.fields += commonFields
    return response
  }

  private func plainReply(to request: HTTPRequest) -> HTTPReply {
    if let refusal = rules.refusal(ofReading: request) { return .now(refusal) }
    let path = String(request.target.prefix { $0 != "?" && $0 != "#" })
    switch path {
    case "/.valise/edit":
      guard request.method == "POST" else { return .now(Self.notAllowed("POST")) }
      if let refusal = rules.refusal(ofWriting: request) { return .now(refusal) }
      return .later { self.edit(request.body) }
    case "/.valise/events":
      guard request.method == "GET" else { return .now(Self.notAllowed("GET")) }
      return openEvents(request)
    default:
      guard ["GET", "HEAD"].contains(request.method) else {
        return .now(Self.notAllowed("GET, HEAD"))
      }
      let own = path.hasPrefix("/.valise/") ? String(path.dropFirst("/.valise/".count)) : nil
      let found = own.map(LiveResources.response(to:)) ?? files.response(to: request)
      return .now(found ?? notFound(request))
    }
  }

  private static func notAllowed(_ methods: String) -> HTTPResponse {
    var response = HTTPResponse.text(405, "this address takes \(methods)")
    response.fields.append(("Allow", methods))
    return response
  }

  /// The site's own page for it; without one, an empty page that is loaded again when there is
  /// something to see.
  private func notFound(_ request: HTTPRequest) -> HTTPResponse {
    if let page = files.page("404.html", status: 404) { return page }
    let language = request["accept-language"]?.prefix { $0 != "," && $0 != ";" } ?? ""
    let words = PreviewWords.of(language: String(language))
    let page = """
      <!doctype html>
      <html lang="\(words.language)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>404</title>
      </head>
      <body>
      <p>\(words[.notThere]) <a href="/">valise serve</a></p>
      </body>
      </html>

      """
    return HTTPResponse(
      404,
      fields: [
        ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
      ],
      body: .bytes(injection.page(Array(page.utf8), version: "")))
  }

  // MARK: Events

  private func openEvents(_ request: HTTPRequest) -> HTTPReply {
    let trip = request.query("trip").flatMap { $0.isEmpty ? nil : $0 }
    guard let trip, known.packedStates(of: trip) == nil else {
      return .now(events(for: request, trip: trip))
    }
    return .later {
      // Noted first, so that a tick that comes now is known to be no more than a tick.
      self.note(trip)
      return self.events(for: request, trip: trip)
    }
  }

  private func note(_ slug: String) {
    looking.withLock { _ in
      for (path, list) in readableTrips([slug]).values {
        let changed = readable { try FileStatus(of: site.path(path)).changed }
        guard let changed else { return }
        known.add(list, isBuilt: changed < buildStart.withLock { $0 })
      }
    }
  }

  /// What is read; nil where it cannot be.
  private func readable<Result>(_ read: () throws -> Result) -> Result? {
    // What cannot be read now is reported by the build, which knows more of it: until then its page stays.
    try? read()
  }

  /// The lists of those of some trips that can be read now, with their files.
  private func readableTrips(_ slugs: some Sequence<String>) -> [String: (
    path: String, list: TripEditor
  )] {
    let editor = readable { try SiteEditor(site: site, environment: environment()) }
    guard let editor else { return [:] }
    var trips: [String: (path: String, list: TripEditor)] = [:]
    for slug in slugs {
      guard let trip = editor.trip(at: slug), let list = readable({ try editor.read(trip) }) else {
        continue
      }
      trips[slug] = (trip.path, list)
    }
    return trips
  }

  private func events(for request: HTTPRequest, trip: String?) -> HTTPResponse {
    let stream = hub.open(trip: trip)
    stream.send("hello", data: session)
    // The page may be older than the last build, if it was loaded just before.
    let page = HTTPRequest(method: "GET", target: request.query("page") ?? "/").pathParts ?? []
    if (files.version(of: page) ?? "") != request.query("version") ?? "" {
      stream.send("reload", data: "{\"all\":true}")
    }
    if let trip, let states = known.packedStates(of: trip) {
      stream.send("state", data: EventHub.text(of: states, trip: trip))
    }
    if let problem = problem.withLock({ $0 }) { stream.send("problem", data: problem) }
    return HTTPResponse(
      200,
      fields: [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")],
      body: .events(stream))
  }

  /// Takes note that a build begins, and reads the open trips anew.
  ///
  /// - Returns: For each of them that could be read, its file and what changed since the last look.
  func lookAtTrips() -> [String: (path: String, change: KnownTrips.Change)] {
    looking.withLock { _ in
      buildStart.withLock { $0 = environment().now() }
      let slugs = hub.openTrips
      guard !slugs.isEmpty else { return [:] }
      return readableTrips(slugs).mapValues { ($0.path, known.update($0.list)) }
    }
  }

  /// Forgets what nobody looks at any more.
  func forgetClosedTrips() { known.keep(hub.openTrips) }

  /// Tells all pages what is wrong, or that it is mended.
  ///
  /// - Parameter text: The problems as a JSON array of texts; nil where there are none.
  func report(problem text: String?) {
    let isNew = problem.withLock { problem in
      defer { problem = text }
      return problem != text
    }
    guard isNew else { return }
    if let text { hub.send("problem", data: text) } else { hub.send("solved", data: "{}") }
  }

  // MARK: Changes

  private func edit(_ body: [UInt8]) -> HTTPResponse {
    do {
      let edit = try EditRequest(json: body)
      let missing = try edit.perform(on: site, environment: environment())
      tellTicks(of: edit.trip, Set((edit.items ?? [:]).keys))
      guard missing.isEmpty else {
        return Self.failure(409, "the list has changed, and what you ticked is not in it any more")
      }
      return Self.json(200, "{}")
    } catch let diagnostic as Diagnostic {
      let hint = diagnostic.hint.map { " (\($0))" } ?? ""
      return Self.failure(422, diagnostic.message + hint)
    } catch let error as FileError {
      return Self.failure(500, error.description)
    } catch {
      return Self.failure(500, "\(error)")
    }
  }

  /// Tells the pages of a trip what became of some of its boxes.
  private func tellTicks(of slug: String, _ identities: Set<String>) {
    looking.withLock { _ in
      for (_, list) in readableTrips([slug]).values {
        known.noteTicks(list)
        hub.send(state: list.packedStates.filter { identities.contains($0.key) }, ofTrip: slug)
      }
    }
  }

  private static func failure(_ status: Int, _ message: String) -> HTTPResponse {
    json(status, "{\"error\":\(JSONText.quoted(message))}")
  }

  private static func json(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(
      status,
      fields: [
        ("Content-Type", "application/json"), ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
      ], body: .bytes(Array(text.utf8)))
  }
}
