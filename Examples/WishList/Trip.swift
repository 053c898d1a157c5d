import ModelStore

/// The season a trip is for.
enum TripCollection: String, CaseIterable, RawRepresentable, Codable {
  case springEscapes
  case summerVibes
  case fallGetaways
  case winterRetreats
}

/// A trip on the wish list.
@Model
class Trip {
  var name: String
  var collection: TripCollection
  /// The whole picture, read when it is asked for.
  var photo: TripImage
  /// The small picture, read with the trip.
  var thumbnailData: Data?
  @Relationship(deleteRule: .cascade, inverse: \Activity.trip)
  var activities: [Activity] = []
  private(set) var creationDate = Date.now
  var subtitle: String?
  var isComplete: Bool = false

  init(name: String, collection: TripCollection, photo: TripImage, thumbnailData: Data? = nil) {
    self.name = name
    self.collection = collection
    self.photo = photo
    self.thumbnailData = thumbnailData
  }
}

/// A picture in its full size.
@Model
class TripImage {
  @Attribute(.externalStorage) var data: Data

  init(data: Data) { self.data = data }
}

/// Something to do on a trip, or on none yet.
@Model
class Activity {
  var name: String
  var isComplete: Bool = false
  var dateCreated = Date.now
  var dateEdited = Date.now
  var trip: Trip?
  /// Keeps the side effects of edits going; see `follow`.
  @Transient private var token: ObservationTracking.Token?

  init(name: String) { self.name = name }

  /// From now on an edit dates the activity, and completing it may complete its trip.
  func follow() {
    token = withContinuousObservation(options: .didSet) { [unowned self] event in
      _ = name
      _ = isComplete

      if event.matches(\Activity.name) {
        dateEdited = .now
      }
      if event.matches(\Activity.isComplete) {
        dateEdited = .now
        trip?.isComplete =
          trip?.activities.isEmpty == false
          && trip?.activities.allSatisfy { $0.isComplete } == true
      }
    }
  }
}
