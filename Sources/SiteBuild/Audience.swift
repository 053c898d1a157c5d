import ContentReading
import Diagnostics
import Pages

/// Who is to see the pages of a build.
public enum Audience: Sendable {
  /// Everyone: the pages are what is published.
  case everyone
  /// Who writes the lists: a preview, which shows drafts and all archived trips.
  case author

  /// The addresses of the trips that are not for it.
  func unseen(_ cards: [TripCard], configuration: SiteConfiguration) -> Set<String> {
    switch self {
    case .author: []
    case .everyone:
      Set(
        cards.lazy.filter { card in
          card.isDraft || card.isArchived && !configuration.publishesArchived
        }.map(\.slug))
    }
  }
}

extension LoadedContent {
  /// Takes out the trips at some addresses.
  mutating func leaveOut(_ slugs: Set<String>) {
    guard !slugs.isEmpty else { return }
    leftOut = trips.filter { slugs.contains($0.slug) }
    trips.removeAll { slugs.contains($0.slug) }
  }
}

extension BuildReport {
  /// Counts trips that no page shows, and drops warnings of their files: an unfinished list keeps
  /// nothing else from being published.
  mutating func leaveOut(_ trips: [LoadedTrip]) {
    leftOutCount = trips.count
    let paths = Set(trips.map(\.path))
    diagnostics.removeAll { problem in
      problem.severity == .warning && problem.position.map { paths.contains($0.path) } ?? false
    }
  }
}
