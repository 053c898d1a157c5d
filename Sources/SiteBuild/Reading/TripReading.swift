import ContentReading
import Diagnostics
import Files
import PackingLists

/// What came of reading one trip's file.
struct TripReading: Sendable {
  /// What the file says; nil where an error keeps the last good version in place.
  var draft: TripDraft?
  /// What is wrong with it.
  var diagnostics: [Diagnostic]
  /// The hash of its bytes.
  var contentHash: String
  /// The hash of all that the reading depended on.
  var readingHash: String
  /// The base lists it includes, directly or through others.
  var includes: [String]
  /// When the reading began, in nanoseconds since 1970.
  var readAt: Int
  /// How many items it has; what is kept of the draft may have none any more.
  var itemCount = 0

  /// Writes down what the next build needs to know to leave this file alone.
  func note(in record: SourceFile, entry: SourceEntry) {
    record.slug = entry.name
    record.size = entry.status.size
    record.modified = entry.status.modified
    record.changed = entry.status.changed
    record.inode = entry.status.inode
    record.readAt = readAt
    record.contentHash = contentHash
    record.readingHash = readingHash
    record.isFailed = draft == nil
    // A file that failed is read again by every build, and says again what is wrong with it.
    record.diagnostics = draft == nil ? "" : StoredDiagnostics.encode(diagnostics)
    // The rest is of the last good version, of which there are pages.
    guard let draft else { return }
    record.includes = StoredNames.encode(includes)
    record.booking = draft.booking?.value
    record.bookingLine = draft.booking?.position.line ?? 0
    record.bookingColumn = draft.booking?.position.column ?? 0
    record.itemCount = itemCount
    record.links = StoredLinks.encode(draft.links)
    record.photoPath = draft.photoPath
    record.photoLine = draft.photo?.position.line ?? 0
    record.photoColumn = draft.photo?.position.column ?? 0
    record.photoLength = draft.photo?.length ?? 0
  }
}

extension TripDraft {
  /// Its picture relative to the site's root; nil where it has none or the path leads out of the
  /// site, which the reader has reported.
  var photoPath: String? {
    photo.flatMap { Path.normalizedInside(Path.join(Path.folder(of: path), $0.value)) }
  }
}

extension LoadedTrip {
  /// A trip whose file has not changed.
  init(_ record: SourceFacts) {
    self.init(
      slug: record.slug, path: record.path, isCurrent: true, fingerprint: record.readingHash,
      itemCount: record.itemCount, photo: record.photo, links: record.links,
      includes: record.includes)
  }

  /// A trip whose file is yet to be read.
  init(unread entry: SourceEntry, last record: SourceFacts?) {
    self.init(
      slug: entry.name, path: entry.path, isCurrent: false, fingerprint: "",
      itemCount: record?.itemCount ?? 0, photo: record?.photo, links: [],
      includes: record?.includes ?? [])
  }

  /// A trip whose file was read.
  init(entry: SourceEntry, reading: TripReading, last record: SourceFacts?) {
    self.init(unread: entry, last: record)
    guard let draft = reading.draft else { return }
    isCurrent = true
    fingerprint = reading.readingHash
    itemCount = reading.itemCount
    photo = draft.photoPath.flatMap { path in
      draft.photo.map { Located(path, at: $0.position, length: $0.length) }
    }
    links = draft.links
    includes = reading.includes
  }
}

/// Who has which booking code: no two trips may share one.
struct Bookings {
  private var owners: [String: FilePosition] = [:]

  /// Notes the code of a file that has not changed.
  mutating func claim(_ record: SourceFacts) {
    if let booking = record.booking { owners[booking.value] = booking.position }
  }

  /// Notes the code of a file that was read, and makes the reading fail where another has it.
  mutating func check(_ reading: inout TripReading) {
    guard let booking = reading.draft?.booking else { return }
    guard let owner = owners[booking.value], owner.path != booking.position.path else {
      owners[booking.value] = booking.position
      return
    }
    reading.diagnostics.append(
      Diagnostic(
        .error, .tripDuplicateBooking,
        "another trip has the booking \"\(booking.value)\" already", at: booking.position,
        length: booking.length,
        hint: "correct one of the two; until then this trip keeps its last good page",
        notes: [.init("the other one", at: owner)]))
    reading.draft = nil
  }
}
