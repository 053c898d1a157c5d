import Files
import ModelStore
import SQLite

extension SiteContent {
  /// The tables that others may have: what trips say.
  ///
  /// The rest is what builds need to know.
  private static let published = ["Trip", "PackingItem", "Stop", "Activity"]

  /// Writes a copy of the store for others to query: trips and what belongs to them, consistent
  /// whatever else is going on.
  ///
  /// What is `#private` is not in it, not even in bytes that no row uses any more. Two views show
  /// days and weights as people read them: `trips` and `items`.
  /// - Parameters:
  ///   - path: The file to write, which is not there yet.
  ///   - trips: The addresses of the trips in it; nil for all.
  /// - Throws: `SQLiteError` and `FileError` where it cannot be written; then nothing is left of it.
  public func copyStore(to path: String, trips: [String]?) throws {
    let draft = path + ".draft"
    defer {
      for suffix in ["", "-wal", "-shm", "-journal"] {
        // It lies in a folder that can be made again, and the next copy removes it first.
        try? removeFile(draft + suffix)
      }
    }
    try removeFile(draft)
    _ = try Connection(.file(storePath), readOnly: true).rows("VACUUM INTO ?", [.text(draft)])
    let copy = try Connection(.file(draft))
    try copy.transaction { try reduce(copy, to: trips) }
    do {
      // Written anew: what was deleted is in none of its bytes.
      _ = try copy.rows("VACUUM INTO ?", [.text(path)])
    } catch {
      try removeFile(path)
      throw error
    }
  }

  private func reduce(_ copy: Connection, to trips: [String]?) throws {
    for row in try copy.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") {
      guard case .text(let name)? = row.first, !Self.published.contains(name),
        !name.hasPrefix("sqlite_")
      else { continue }
      try copy.execute("DROP TABLE \"\(name)\"")
    }
    try copy.execute("DELETE FROM PackingItem WHERE isPrivate")
    if let trips {
      try copy.execute("CREATE TEMP TABLE wanted (slug TEXT PRIMARY KEY)")
      for slug in trips {
        _ = try copy.rows("INSERT OR IGNORE INTO wanted VALUES (?)", [.text(slug)])
      }
      try copy.execute("DELETE FROM Trip WHERE slug NOT IN (SELECT slug FROM wanted)")
      for table in ["PackingItem", "Stop", "Activity"] {
        try copy.execute("DELETE FROM \(table) WHERE trip NOT IN (SELECT _id FROM Trip)")
      }
    }
    try copy.execute(Self.views)
  }

  private static let views = """
    CREATE VIEW trips AS SELECT slug, title, destination, date(start * 86400, 'unixepoch') AS start,
      date("end" * 86400, 'unixepoch') AS "end", nights, collection, isArchived AS archived,
      itemCount AS items, packedCount AS packed, totalWeight / 1000.0 AS grams FROM Trip;
    CREATE VIEW items AS SELECT tripSlug AS trip, category, name, quantity, isPacked AS packed,
      isLeftBehind AS leftBehind, weight / 1000.0 AS pieceGrams,
      weight * quantity / 1000.0 AS grams, priceInCents / 100.0 AS price, traveller, bag,
      wornCount AS worn, isConsumable AS consumable, isEssential AS essential, isToBuy AS buy,
      isUnused AS unused, note, url FROM PackingItem;
    """

  private var storePath: String {
    container.configurations.first?.url.path ?? ""
  }
}
