import ContentReading
import Diagnostics
import SiteBuild
import Synchronization

/// What the open pages show of their trips, to tell a tick from any other change: for a tick a page
/// need not be loaded again.
final class KnownTrips: Sendable {
  /// What a trip's file said.
  private struct Known {
    /// All that it said but what is packed; nil where the pages may show something older.
    var shape: TripDraft?
    var packed: [String: Bool]
  }

  /// What changed since the last look.
  enum Change: Equatable {
    /// Nothing but these boxes; none where nothing changed at all.
    case boxes([String: Bool])
    /// Something else, or this is the first look.
    case more
  }

  private let trips = Mutex<[String: Known]>([:])

  /// Takes note of what a trip's file says before a build.
  ///
  /// - Returns: What changed since the last look.
  func update(_ editor: TripEditor) -> Change {
    let now = Known(shape: Self.shape(of: editor.draft), packed: editor.packedStates)
    let before = trips.withLock { $0.updateValue(now, forKey: editor.trip.slug) }
    guard let before, before.shape == now.shape, before.packed.count == now.packed.count else {
      return .more
    }
    return .boxes(now.packed.filter { before.packed[$0.key] != $0.value })
  }

  /// Takes note of a trip whose page was opened, if nothing is known of it.
  ///
  /// - Parameters:
  ///   - editor: The trip.
  ///   - isBuilt: Whether its page shows what the file says.
  func add(_ editor: TripEditor, isBuilt: Bool) {
    let now = Known(
      shape: isBuilt ? Self.shape(of: editor.draft) : nil, packed: editor.packedStates)
    trips.withLock { trips in
      if trips[editor.trip.slug] == nil { trips[editor.trip.slug] = now }
    }
  }

  /// Takes note of ticks alone: anything else that changed is left to the next build to find.
  func noteTicks(_ editor: TripEditor) {
    let shape = Self.shape(of: editor.draft)
    let packed = editor.packedStates
    trips.withLock { trips in
      if trips[editor.trip.slug]?.shape == shape { trips[editor.trip.slug]?.packed = packed }
    }
  }

  /// Which boxes of a trip are ticked, as far as is known; nil where nothing is.
  func packedStates(of trip: String) -> [String: Bool]? {
    trips.withLock { $0[trip]?.packed }
  }

  /// Forgets the trips that no page shows any more.
  func keep(_ open: Set<String>) {
    trips.withLock { trips in trips = trips.filter { open.contains($0.key) } }
  }

  private static func shape(of draft: TripDraft) -> TripDraft {
    var shape = draft
    for index in shape.items.indices {
      shape.items[index].isPacked = false
      // Where a line stands does not show: a box that is put in shifts what follows.
      shape.items[index].position = FilePosition(path: draft.path)
      shape.items[index].bytes = 0..<0
      shape.items[index].box = nil
    }
    return shape
  }
}
