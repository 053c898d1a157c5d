/// One documented result of the seeds, and what ModelStore does about it.
struct SeedRow {
  /// Such as "C16"; the tests of the row have it first in their names.
  let number: String
  /// What the row is about.
  let subject: String
  /// Seed and lines, such as "S0:534-551".
  let seed: String
  /// The rule that ModelStore keeps where the seed promises none.
  var promise: String?
  /// What is missing; nil where the row's tests show that it holds.
  var open: String?

  init(
    _ number: String, _ subject: String, _ seed: String, promise: String? = nil,
    open: String? = nil
  ) {
    self.number = number
    self.subject = subject
    self.seed = seed
    self.promise = promise
    self.open = open
  }
}

extension SeedRow {
  static let all = results + pages + compilation

  /// C: code that prints a result.
  static let results = [
    SeedRow("C1", "a pending insert is counted", "S0:534-551"),
    SeedRow("C2", "pending objects are filtered and sorted", "S0:605-615"),
    SeedRow("C3", "`hasChanges` before and after `save()`", "S0:654-662"),
    SeedRow("C4", "two contexts of one container", "S0:668-670"),
    SeedRow(
      "C5", "`autosaveEnabled` of a new context", "S0:678-682", promise: autosaveRule),
    SeedRow("C6", "a unique attribute, saved between the two inserts", "S0:781-808"),
    SeedRow(
      "C7", "a unique attribute, saved once", "S0:810",
      promise:
        "Of two new objects with one unique value the one inserted first is kept, in every run"),
    SeedRow("C8", "an enum and a captured case", "S0:851-877"),
    SeedRow("C9", "a Double is compared", "S0:943-991"),
    SeedRow("C10", "the default delete rule", "S0:997-1033"),
    SeedRow("C11", "the cascade", "S0:617-639, S0:1035-1066"),
    SeedRow("C12", "three books, counted, filtered and sorted", "S2:36-60"),
    SeedRow("C13", "a container for a preview", "S0:592-601"),
    SeedRow("C14", "four upserts, three rows", "S1:50, S1:118"),
    SeedRow("C15", "both ends of a relationship", "S1:52"),
    SeedRow(
      "C16", "`@Attribute(.codable)`", "S1:54",
      promise: "A filter or a sort by it throws, and names the property"),
    SeedRow("C17", "an object handed to another context", "S1:79"),
    SeedRow("C18", "40 of 100,000 rows", "S1:103-108"),
    SeedRow("C19", "what a predicate may say", "S1:110"),
    SeedRow("C20", "lightweight migration", "S1:124-128"),
    SeedRow("C21", "a rename without a plan", "S1:130"),
    SeedRow("C22", "a migration plan with a custom stage", "S1:132-154"),
    SeedRow("C23", "the types of properties", "S2:31, S2:174"),
    SeedRow("C24", "an inverse that is not named", "S2:165"),
    SeedRow("C25", "a class that is not final, with defaults", "S3:26-44"),
    SeedRow("C26", "trips of one collection", "S3:55"),
    SeedRow("C27", "a trip with image, thumbnail and activities", "S3:81-94"),
    SeedRow("C28", "goals and their subclasses", "S3:28-32, S3:107-111"),
    SeedRow("C29", "goals achieved and to come", "S3:142-152"),
    SeedRow("C30", "`fetchLimit` in the initializer", "S3:172-179"),
    SeedRow("C31", "a constant predicate", "S3:180"),
    SeedRow("C32", "search by name", "S3:182-190"),
    SeedRow("C33", "samples and a relaunch", "S3:68, S3:198"),
    SeedRow("C34", "continuous observation", "S3:236-252"),
  ]

  /// U: what the seeds show on a screen, in its form without one.
  static let pages = [
    SeedRow("U1", "a live query", "S0:563-569, S0:581-590"),
    SeedRow("U2", "a sorted list", "S0:26-252"),
    SeedRow("U3", "a filter made in an initializer", "S0:254-330"),
    SeedRow("U4", "sections", "S0:331-417, S0:641-652"),
    SeedRow("U5", "killed without a save", "S0:417-424, S0:688-727"),
    SeedRow("U6", "killed after a save", "S0:729-740"),
    SeedRow(
      "U7", "killed after an autosave", "S0:727",
      promise: "The program says when it comes to rest, with `autosave()`"),
    SeedRow("U8", "the observer of one property", "S0:672-676, S1:47"),
    SeedRow(
      "U9", "a query without a context", "S0:744-777",
      promise: "The query is empty, and its `fetchError` says that no context ran it"),
    SeedRow("U10", "a live query outside a view", "S0:1106"),
    SeedRow("U11", "a live query follows another context", "S1:99"),
    SeedRow("U12", "sections by a key path", "S1:112"),
    SeedRow("U13", "books of a rating", "S2:146-163"),
    SeedRow("U14", "newest first, also after reopening", "S2:64-130, S2:183-229"),
  ]

  /// D: what does not compile, and D7 and D9, which do.
  static let compilation = [
    SeedRow("D1", "a struct as a model", "S0:664"),
    SeedRow("D2", "a model on the main actor", "S0:52-54"),
    SeedRow(
      "D3", "a model sent to another actor", "S0:56",
      promise: "The compiler says to pass the `persistentModelID`, in words of our own"),
    SeedRow("D4", "`.documents` in a predicate", "S0:845"),
    SeedRow("D5", "`Category.documents` in a predicate", "S0:849"),
    SeedRow("D6", "a captured plain struct", "S0:924"),
    SeedRow("D7", "a captured Codable struct", "S0:941"),
    SeedRow("D8", "`lowercased()` in a predicate", "S0:993"),
    SeedRow(
      "D9", "a computed property in a predicate", "S0:986-989",
      promise:
        "The fetch throws, and nothing stops: the error names the property and what is stored"),
    SeedRow(
      "D11", "a Codable struct of the main actor", "S0:1142-1146",
      promise:
        "The text is the seed's, but for `Decodable` where it has `Encodable`: the compiler names what it meets first"
    ),
  ]

  private static let autosaveRule =
    "Where the seed saw true and says to lean on nothing: true for a container's main context and false for every other, until it is set; a context with it saves when `autosave()` is called and when it is let go, and no timer saves"
}
