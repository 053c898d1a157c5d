// The Swift half of the store's benchmark; bench/store/run.py runs it beside store_bench.c.

import ModelStore

let arguments = CommandLine.arguments
let usage = "usage: StoreBench fill FOLDER [COUNT] | run FOLDER [NAME] | enumerate FOLDER COUNT"

do {
  guard arguments.count >= 3 else { throw WrongResult(description: usage) }
  var measures = Measures(folder: URL(fileURLWithPath: arguments[2]))
  let count = arguments.count > 3 ? Int(arguments[3]) : Measures.count
  switch (arguments[1], count) {
  case ("fill", let count?): try measures.fill(count: count)
  case ("run", _):
    measures.only = arguments.count > 3 ? arguments[3] : nil
    try measures.run()
  case ("enumerate", let count?): try measures.enumerate(expecting: count)
  default: throw WrongResult(description: usage)
  }
} catch {
  FileHandle.standardError.write(Data("StoreBench: \(error)\n".utf8))
  exit(1)
}
