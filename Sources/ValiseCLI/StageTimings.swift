import Glibc

/// How long each stage of a build took, for whoever wants to know where its time goes.
struct StageTimings {
  private struct Stage {
    let name: String
    let nanoseconds: Int
    let processorNanoseconds: Int
  }

  private var stages: [Stage] = []
  private var lastTime: Int
  private var lastProcessorTime: Int

  /// Begins with the first stage.
  init() {
    lastTime = Self.clock(CLOCK_MONOTONIC)
    lastProcessorTime = Self.clock(CLOCK_PROCESS_CPUTIME_ID)
  }

  /// Ends a stage, and begins with the next.
  mutating func end(_ stage: String) {
    let (time, processorTime) = (Self.clock(CLOCK_MONOTONIC), Self.clock(CLOCK_PROCESS_CPUTIME_ID))
    stages.append(
      Stage(
        name: stage, nanoseconds: time - lastTime,
        processorNanoseconds: processorTime - lastProcessorTime))
    (lastTime, lastProcessorTime) = (time, processorTime)
  }

  /// A line for each stage: its seconds, how many cores were busy on average, what was done.
  var table: String {
    let lines = stages.map { stage in
      let cores = stage.processorNanoseconds * 1000 / max(stage.nanoseconds, 1)
      return
        "\(Self.thousandths(stage.nanoseconds / 1_000_000)) \(Self.thousandths(cores))  \(stage.name)\n"
    }
    return " seconds    cores  stage\n" + lines.joined()
  }

  /// `12.345`, in eight places.
  private static func thousandths(_ number: Int) -> String {
    let fraction = String(number % 1000)
    let text =
      "\(number / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    return String(repeating: " ", count: max(0, 8 - text.count)) + text
  }

  private static func clock(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
