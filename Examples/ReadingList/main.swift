// A reading list and notes that ModelStore keeps: one command a run.

import ModelStore

func say(_ lines: [String], to handle: FileHandle = .standardOutput) {
  handle.write(Data(lines.map { $0 + "\n" }.joined().utf8))
}

do {
  let arguments = CommandLine.arguments.dropFirst()
  guard let path = arguments.first else { throw UsageError(ReadingList.usage) }
  let container = try ModelContainer(
    for: Book.self, Shelf.self, Note.self,
    configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
  let list = ReadingList(context: container.mainContext)
  say(try list.run(Array(arguments.dropFirst())))
  try container.mainContext.save()
} catch {
  say(["\(error)"], to: .standardError)
  exit(error is UsageError ? 2 : 1)
}
