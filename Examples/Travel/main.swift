// Trips, their stops and travellers, kept by ModelStore: one command a run. A store of the first
// release is brought to today's shape when it is opened.

import ModelStore

func say(_ lines: [String], to handle: FileHandle = .standardOutput) {
  handle.write(Data(lines.map { $0 + "\n" }.joined().utf8))
}

do {
  let arguments = CommandLine.arguments.dropFirst()
  guard let path = arguments.first else { throw UsageError(TravelDesk.usage) }
  let url = URL(fileURLWithPath: path)
  let words = Array(arguments.dropFirst())
  if words == ["old-store"] {
    try FirstRelease.makeStore(at: url)
  } else {
    let container = try ModelContainer(
      for: Schema(versionedSchema: TravelSchemaV2.self), migrationPlan: TravelMigrationPlan.self,
      configurations: [ModelConfiguration(url: url)])
    say(try TravelDesk(context: container.mainContext).run(words))
    try container.mainContext.save()
  }
} catch {
  say(["\(error)"], to: .standardError)
  exit(error is UsageError ? 2 : 1)
}
