import ModelStore

/// The models as the first release of the program had them.
enum TravelSchemaV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Trip.self, Stop.self, Traveller.self] }

  @Model
  final class Trip {
    var name: String
    var startDate: Date
    var isArchived: Bool = false
    @Attribute(.unique) var bookingCode: String
    @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []

    init(name: String, startDate: Date, bookingCode: String) {
      self.name = name
      self.startDate = startDate
      self.bookingCode = bookingCode
    }
  }

  @Model
  final class Stop {
    var city: String
    var nights: Int
    var trip: Trip?

    init(city: String, nights: Int) {
      self.city = city
      self.nights = nights
    }
  }

  @Model
  final class Traveller {
    var fullName: String

    init(fullName: String) { self.fullName = fullName }
  }
}

/// The models as they are now: travellers have two names.
enum TravelSchemaV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Trip.self, Stop.self, Traveller.self] }

  @Model
  final class Trip {
    #Index<Trip>([\.isArchived, \.startDate])

    var name: String
    var startDate: Date
    var isArchived: Bool = false
    @Attribute(.unique) var bookingCode: String
    @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []

    init(name: String, startDate: Date, bookingCode: String) {
      self.name = name
      self.startDate = startDate
      self.bookingCode = bookingCode
    }
  }

  @Model
  final class Stop {
    var city: String
    var nights: Int
    var trip: Trip?

    init(city: String, nights: Int) {
      self.city = city
      self.nights = nights
    }
  }

  @Model
  final class Traveller {
    var firstName: String
    var lastName: String

    init(firstName: String, lastName: String) {
      self.firstName = firstName
      self.lastName = lastName
    }
  }
}

typealias Trip = TravelSchemaV2.Trip
typealias Stop = TravelSchemaV2.Stop
typealias Traveller = TravelSchemaV2.Traveller

/// How a store of the first release becomes one of today.
enum TravelMigrationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [TravelSchemaV1.self, TravelSchemaV2.self] }

  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: TravelSchemaV1.self, toVersion: TravelSchemaV2.self, willMigrate: nil,
        didMigrate: { context in
          for traveller in try context.fetch(FetchDescriptor<TravelSchemaV2.Traveller>()) {
            guard case .text(let fullName)? = try context.oldRow(of: traveller)?["fullName"] else {
              continue
            }
            let names = fullName.split(separator: " ", maxSplits: 1)
            traveller.firstName = names.first.map(String.init) ?? ""
            traveller.lastName = names.count > 1 ? String(names[1]) : ""
          }
          try context.save()
        })
    ]
  }
}
