import ContentReading
import Diagnostics
import ModelStore
import PackingLists
import SiteBuild

/// Finds the trip that a person means.
enum TripLookup {
  /// The address of a trip that is named by address, file name, title or words of its title.
  ///
  /// - Parameters:
  ///   - name: What was typed.
  ///   - context: The store, in step with the files.
  ///   - session: Asked where several trips match.
  /// - Returns: An address.
  /// - Throws: `Diagnostic` where none matches, or several do and nobody can be asked.
  static func address(of name: String, in context: ModelContext, _ session: Session) throws
    -> String
  {
    let address = slug(of: name)
    let byAddress = FetchDescriptor<Trip>(predicate: #Predicate { $0.slug == address })
    if let trip = try context.fetch(byAddress).first { return trip.slug }
    let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.slug)]))
    var found = NameSearch.matches(name, in: trips.map(\.title))
    if found.isEmpty { found = NameSearch.matches(name, in: trips.map(\.slug)) }
    guard let first = found.first else { throw missing(name, trips) }
    guard found.count > 1 else { return trips[first].slug }
    let lines = found.map { "\(trips[$0].title) (\(trips[$0].slug))" }
    guard let choice = session.choose("which trip?", from: lines) else {
      throw Diagnostic(
        .error, .editAmbiguous, "\(found.count) trips match \"\(name)\"",
        hint: "name one of " + found.map { trips[$0].slug }.joined(separator: ", "))
    }
    return trips[found[choice]].slug
  }

  private static func missing(_ name: String, _ trips: [Trip]) -> Diagnostic {
    let near =
      nearest(to: slug(of: name), in: trips.map(\.slug))
      ?? nearest(to: name, in: trips.map(\.title))
    let hint = near.map { "did you mean \"\($0)\"?" } ?? "\"valise list --all\" lists the trips"
    return Diagnostic(.error, .notFound, "there is no trip \"\(name)\"", hint: hint)
  }
}
