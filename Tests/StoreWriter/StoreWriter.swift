import Foundation
import ModelStore

// A program that writes to a store, for tests that kill it, run several at once, or take the disk away.
//
//   StoreWriter save FILE NAME FIRST COUNT   saves COUNT marks one by one, and prints each number once saved
//   StoreWriter count FILE COUNT             counts the first mark up, COUNT times

@Model final class Mark {
  #Index<Mark>([\.name])
  var name: String
  var number: Int
  @Attribute(.externalStorage) var data: Data
  init(_ name: String, _ number: Int, _ data: Data) {
    self.name = name
    self.number = number
    self.data = data
  }
}

struct UsageError: Error {}

@main
struct StoreWriter {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4 else { throw UsageError() }
    do {
      let container = try ModelContainer(
        for: Mark.self,
        configurations: ModelConfiguration(url: URL(fileURLWithPath: arguments[2])))
      let context = ModelContext(container)
      switch arguments[1] {
      case "save":
        guard arguments.count == 6, let first = Int(arguments[4]), let count = Int(arguments[5])
        else { throw UsageError() }
        try save(arguments[3], first..<first + count, context)
      case "count":
        guard let count = Int(arguments[3]) else { throw UsageError() }
        try countUp(count, context)
      default: throw UsageError()
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
  }

  private static func save(_ name: String, _ numbers: Range<Int>, _ context: ModelContext) throws {
    for number in numbers {
      let size = number % 10 == 0 ? 150_000 : 1_000
      context.insert(Mark(name, number, Data(repeating: UInt8(number % 251), count: size)))
      try context.save()
      FileHandle.standardOutput.write(Data("\(number)\n".utf8))
    }
  }

  private static func countUp(_ count: Int, _ context: ModelContext) throws {
    guard let mark = try context.fetch(FetchDescriptor<Mark>(fetchLimit: 1)).first else {
      throw UsageError()
    }
    for _ in 0..<count { try context.transaction { mark.number += 1 } }
  }
}
