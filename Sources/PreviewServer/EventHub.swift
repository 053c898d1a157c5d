import Diagnostics
import HTTPServer
import Synchronization

/// The open pages, and what they are told.
final class EventHub: Sendable {
  private struct OpenPage {
    var stream: EventStream
    /// The address of the trip that it shows; nil for other pages.
    var trip: String?
  }

  private let pages = Mutex<[ObjectIdentifier: OpenPage]>([:])

  /// Makes the stream of a page that was opened.
  func open(trip: String?) -> EventStream {
    let stream = EventStream { [weak self] stream in
      self?.pages.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(stream)) }
    }
    pages.withLock { $0[ObjectIdentifier(stream)] = OpenPage(stream: stream, trip: trip) }
    return stream
  }

  /// The addresses of the trips that are open somewhere.
  var openTrips: Set<String> { pages.withLock { Set($0.values.compactMap(\.trip)) } }

  /// How many pages are open.
  var count: Int { pages.withLock { $0.count } }

  /// Tells all pages something.
  func send(_ name: String, data: String) {
    for page in pages.withLock({ $0.values }) { page.stream.send(name, data: data) }
  }

  /// Tells the pages of a trip which boxes changed.
  func send(state: [String: Bool], ofTrip trip: String) {
    guard !state.isEmpty else { return }
    let data = Self.text(of: state, trip: trip)
    for page in pages.withLock({ $0.values }) where page.trip == trip {
      page.stream.send("state", data: data)
    }
  }

  /// Shows all pages that the server is there, and finds out which are gone.
  func sendHeartbeats() {
    for page in pages.withLock({ $0.values }) { page.stream.sendHeartbeat() }
  }

  /// The event that says which boxes of a trip are ticked.
  static func text(of state: [String: Bool], trip: String) -> String {
    let items = state.sorted { $0.key < $1.key }
      .map { "\(JSONText.quoted($0.key)):\($0.value)" }
    return "{\"trip\":\(JSONText.quoted(trip)),\"items\":{\(items.joined(separator: ","))}}"
  }
}
