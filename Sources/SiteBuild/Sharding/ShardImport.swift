import Files
import PackingLists
import SQLite

/// Takes what shards' stores have of trips, files and pictures into the store of the site.
///
/// Rows that are there in the same words stay: only what changed is written.
struct ShardImport {
  let site: Site
  let known: MergeCheck.Known

  private let connection: Connection

  /// Opens the store of a site; nothing of it is held in memory yet.
  init(into site: Site, _ known: MergeCheck.Known) throws {
    self.site = site
    self.known = known
    connection = try Connection(.file(site.storePath))
    try connection.execute(
      """
      PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY;
      CREATE TEMP TABLE taken (slug TEXT PRIMARY KEY);
      CREATE TEMP TABLE conflicting (path TEXT PRIMARY KEY);
      CREATE TEMP TABLE present
        (path TEXT PRIMARY KEY, size INT, modified INT, changed INT, inode INT);
      """)
    try connection.transaction {
      let conflict = try connection.prepare("INSERT INTO conflicting VALUES (?)")
      for path in known.conflicting {
        conflict.bind(path, at: 1)
        try conflict.run()
      }
      let present = try connection.prepare("INSERT INTO present VALUES (?, ?, ?, ?, ?)")
      for (path, status) in known.statuses {
        present.bind(path, at: 1)
        let numbers = [status.size, status.modified, status.changed, status.inode]
        for (index, number) in numbers.enumerated() {
          present.bind(Int64(number), at: Int32(index + 2))
        }
        try present.run()
      }
    }
  }

  /// Takes the rows of a shard in.
  ///
  /// - Returns: How many trips were new or different.
  /// - Throws: `SQLiteError`, `FileError`
  func take(_ built: BuiltShard) throws -> Int {
    // A picture is there before the record that says so.
    try takePictures(of: built)
    _ = try connection.rows("ATTACH DATABASE ? AS shard", [.text(built.store)])
    // What threw leaves the connection to be closed with all that is attached to it.
    let count = try connection.transaction {
      let count = try takeTrips()
      try takeFiles()
      try takePictureRecords()
      return count
    }
    connection.forgetStatements()
    try connection.execute("DETACH DATABASE shard")
    return count
  }

  // MARK: Trips

  private func takeTrips() throws -> Int {
    try connection.execute(
      """
      DELETE FROM taken;
      INSERT INTO taken SELECT slug FROM shard.Trip new
        WHERE sourcePath NOT IN (SELECT path FROM conflicting) AND NOT EXISTS
          (SELECT 1 FROM main.Trip old WHERE old.slug = new.slug
            AND old.fingerprint = new.fingerprint AND old.sourcePath = new.sourcePath);
      """)
    let parts = ["PackingItem", "Stop", "Activity"]
    for table in parts {
      try connection.execute(
        """
        DELETE FROM main.\(table) WHERE trip IN
          (SELECT _id FROM main.Trip WHERE slug IN (SELECT slug FROM taken))
        """)
    }
    try connection.execute("DELETE FROM main.Trip WHERE slug IN (SELECT slug FROM taken)")
    let isTaken = "slug IN (SELECT slug FROM taken)"
    let first = try largestID(in: "Trip")
    try copy("Trip", where: isTaken, adding: ["_id": first])
    for table in parts {
      try copy(
        table, where: "trip IN (SELECT _id FROM shard.Trip WHERE \(isTaken))",
        adding: ["_id": try largestID(in: table), "trip": first])
    }
    return try number("SELECT count(*) FROM taken")
  }

  // MARK: Records of files and pictures

  private func takeFiles() throws {
    // What was read of a file that fails in a shard without a past is known here alone.
    try takeRecords(
      of: "SourceFile", by: "path",
      where: """
        NOT (isFailed AND slug NOT IN (SELECT slug FROM shard.Trip)
          AND path IN (SELECT path FROM main.SourceFile))
        """,
      noting: "changed = new.changed, readAt = \(known.readAt)",
      others: """
        UPDATE main.SourceFile SET isFailed = 1
          WHERE path IN (SELECT path FROM shard.SourceFile) AND path NOT IN (SELECT key FROM records)
        """)
    try connection.execute(
      "UPDATE main.SourceFile SET isFailed = 1 WHERE path IN (SELECT path FROM conflicting)")
  }

  private func takePictureRecords() throws {
    try takeRecords(
      of: "StoredPicture", by: "source",
      where: """
        thumbnailWidth > 0 OR NOT EXISTS
          (SELECT 1 FROM main.StoredPicture old WHERE old.source = new.source
            AND old.contentHash = new.contentHash)
        """)
  }

  /// Takes the records of files, with the statuses that they have on this machine.
  ///
  /// - Parameters:
  ///   - table: The records.
  ///   - key: Their column with the file's path.
  ///   - isTaken: Which of the shard's records (`new`) are taken.
  ///   - more: What else is noted of a file that is the same here.
  ///   - others: What is done with the records that stay; `records` has the keys of those that do not.
  /// - Throws: `SQLiteError`
  private func takeRecords(
    of table: String, by key: String, where isTaken: String, noting more: String? = nil,
    others: String = ""
  ) throws {
    try connection.execute(
      """
      CREATE TEMP TABLE records AS SELECT \(key) AS key FROM shard.\(table) new WHERE \(isTaken);
      \(others);
      DELETE FROM main.\(table) WHERE \(key) IN (SELECT key FROM records);
      """)
    try copy(
      table, where: "\(key) IN (SELECT key FROM records)",
      adding: ["_id": try largestID(in: table)])
    try connection.execute(
      """
      UPDATE main.\(table) AS old
        SET size = new.size, modified = new.modified, inode = new.inode
          \(more.map { ", " + $0 } ?? "")
        FROM present new WHERE new.path = old.\(key) AND old.\(key) IN (SELECT key FROM records);
      DROP TABLE records;
      """)
  }

  /// What was made of pictures goes where the site's own are.
  private func takePictures(of built: BuiltShard) throws {
    let source = built.pictures
    guard try FileStatus.ifPresent(source) != nil else { return }
    let folder = site.path(Path.join(site.derived, PictureStage.folder))
    try makeFolder(folder)
    let names = try namesInFolder(source)
    _ = try concurrentMap(names[...], makeState: {}) { name, _ in
      try updateFile(
        with: readFile(Path.join(source, name)), at: Path.join(folder, name),
        durability: .generated)
    }
  }

  // MARK: Rows

  /// Copies rows of a shard, adding to their numbers so that they are new here.
  private func copy(
    _ table: String, where condition: String, adding offsets: [String: Int]
  ) throws {
    // By name: a store that was brought to a new shape has its columns in another order.
    let names = try connection.rows(
      "SELECT name FROM pragma_table_info(?, 'shard')", [.text(table)]
    ).compactMap { row in if case .text(let name)? = row.first { name } else { nil } }
    let values = names.map { name in "\"\(name)\"" + (offsets[name].map { " + \($0)" } ?? "") }
    try connection.execute(
      """
      INSERT INTO main.\(table) (\(names.map { "\"\($0)\"" }.joined(separator: ", ")))
        SELECT \(values.joined(separator: ", ")) FROM shard.\(table)
        WHERE \(condition) ORDER BY _id
      """)
  }

  private func largestID(in table: String) throws -> Int {
    try number("SELECT coalesce(max(_id), 0) FROM main.\(table)")
  }

  private func number(_ sql: String) throws -> Int {
    guard case .integer(let number)? = try connection.rows(sql).first?.first else { return 0 }
    return Int(number)
  }
}
