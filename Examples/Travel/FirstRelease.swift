import ModelStore

/// The first release of this program, as far as it is needed to have a store of its making.
enum FirstRelease {
  /// Makes a store with a trip and two travellers in the old shape.
  static func makeStore(at url: URL) throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: TravelSchemaV1.self),
      configurations: [ModelConfiguration(url: url)])
    let context = ModelContext(container)
    let trip = TravelSchemaV1.Trip(
      name: "Japan", startDate: try CalendarDay.date("2027-04-01"), bookingCode: "JP-1")
    trip.stops = [TravelSchemaV1.Stop(city: "Tokyo", nights: 4)]
    context.insert(trip)
    context.insert(TravelSchemaV1.Traveller(fullName: "Ada Lovelace"))
    context.insert(TravelSchemaV1.Traveller(fullName: "Basho"))
    try context.save()
  }
}
