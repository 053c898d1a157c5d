// A packing list that ModelStore keeps: one command a run, or a session that stays open until it is
// ended or killed.

import ModelStore

func say(_ lines: [String], to handle: FileHandle = .standardOutput) {
  handle.write(Data(lines.map { $0 + "\n" }.joined().utf8))
}

do {
  let arguments = CommandLine.arguments.dropFirst()
  guard let path = arguments.first else { throw UsageError(Command.usage) }
  let container = try ModelContainer(
    for: PackingItem.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
  let context = container.mainContext
  let words = Array(arguments.dropFirst())
  if words.isEmpty {
    say(["at launch: \(try context.fetchCount(FetchDescriptor<PackingItem>())) items"])
    while let line = readLine() {
      say(try Command(line.split(separator: " ").map(String.init)).run(in: context))
    }
  } else {
    say(try Command(words).run(in: context))
    try context.save()
  }
} catch {
  say(["\(error)"], to: .standardError)
  exit(error is UsageError ? 2 : 1)
}
