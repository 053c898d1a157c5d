// A wish list of trips that ModelStore keeps: one command a run. A new store begins with samples.

import ModelStore

func say(_ lines: [String], to handle: FileHandle = .standardOutput) {
  handle.write(Data(lines.map { $0 + "\n" }.joined().utf8))
}

do {
  let arguments = CommandLine.arguments.dropFirst()
  guard let path = arguments.first else { throw UsageError(WishList.usage) }
  let container = try ModelContainer(
    for: Trip.self, Activity.self, TripImage.self, Goal.self, TripGoal.self, ActivityGoal.self,
    configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
  try SampleData.seedIfNeeded(in: container.mainContext)
  say(try WishList(context: container.mainContext).run(Array(arguments.dropFirst())))
  try container.mainContext.save()
} catch {
  say(["\(error)"], to: .standardError)
  exit(error is UsageError ? 2 : 1)
}
