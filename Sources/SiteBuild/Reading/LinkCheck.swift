import ContentReading
import Diagnostics
import Files

/// Looks whether what the trips link to is there.
struct LinkCheck {
  let site: Site

  /// What is wrong with the links of some trips.
  func run(_ trips: [LoadedTrip]) -> [Diagnostic] {
    []
  }
}
