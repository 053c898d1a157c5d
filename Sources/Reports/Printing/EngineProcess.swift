import Files
import Glibc

/// A program that was started and is talked to over two pipes, with a process group of its own, so
/// that all that it starts ends with it.
final class EngineProcess {
  /// Which of its descriptors a program is talked to over.
  enum Channel {
    /// Standard input and output.
    case standard
    /// 3 and 4, as browsers have it.
    case threeAndFour
  }

  private let pid: pid_t
  private let input: Int32
  private let output: Int32
  private let errorFile: String
  private let isCancelled: @Sendable () -> Bool
  private var received: [UInt8] = []
  private var searched = 0
  private var hasEnded = false
  private var isInputOpen = true
  private var isOutputOpen = true
  /// How it ended, as `waitpid` tells; nil while it runs.
  private(set) var status: Int32?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: What follows its name.
  ///   - environment: All its variables.
  ///   - folder: Where a file for its complaints is made.
  ///   - channel: How it is talked to.
  ///   - isCancelled: Whether the person wants to stop; asked while waiting.
  /// - Throws: ``PrintFailure`` where it cannot be started.
  init(
    _ program: String, _ arguments: [String], environment: [String: String], in folder: String,
    over channel: Channel, isCancelled: @escaping @Sendable () -> Bool
  ) throws(PrintFailure) {
    errorFile = Path.join(folder, "errors-\(UInt32.random(in: 0 ... .max)).txt")
    self.isCancelled = isCancelled
    var toProgram: [Int32] = [-1, -1]
    var fromProgram: [Int32] = [-1, -1]
    guard pipe(&toProgram) == 0 else { throw Self.notStarted(errno) }
    guard pipe(&fromProgram) == 0 else {
      let code = errno
      toProgram.forEach { close($0) }
      throw Self.notStarted(code)
    }
    // Only the copies made below are the program's.
    for descriptor in toProgram + fromProgram { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    defer {
      close(toProgram[0])
      close(fromProgram[1])
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    switch channel {
    case .standard:
      posix_spawn_file_actions_adddup2(&actions, toProgram[0], STDIN_FILENO)
      posix_spawn_file_actions_adddup2(&actions, fromProgram[1], STDOUT_FILENO)
    case .threeAndFour:
      // Through high numbers, since one of the pipes may itself be 3 or 4.
      posix_spawn_file_actions_adddup2(&actions, toProgram[0], 103)
      posix_spawn_file_actions_adddup2(&actions, fromProgram[1], 104)
      posix_spawn_file_actions_adddup2(&actions, 103, 3)
      posix_spawn_file_actions_adddup2(&actions, 104, 4)
      posix_spawn_file_actions_addclose(&actions, 103)
      posix_spawn_file_actions_addclose(&actions, 104)
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_addopen(
      &actions, STDERR_FILENO, errorFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var pid = pid_t()
    let code = posix_spawn(&pid, program, &actions, &attributes, &words, &variables)
    self.pid = pid
    input = toProgram[1]
    output = fromProgram[0]
    guard code == 0 else {
      hasEnded = true
      close(input)
      close(output)
      throw Self.notStarted(code)
    }
  }

  deinit { end() }

  private static func notStarted(_ code: Int32) -> PrintFailure {
    PrintFailure(reason: "could not be started: \(String(cString: strerror(code)))")
  }

  // MARK: Talking

  /// Sends bytes; a program that has ended is met at the next answer.
  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Tells the program that nothing more is sent.
  func closeInput() {
    guard isInputOpen else { return }
    isInputOpen = false
    close(input)
  }

  /// Waits for one message.
  ///
  /// - Parameters:
  ///   - delimiter: The byte that ends it.
  ///   - deadline: Until when to wait.
  /// - Returns: The message without its end.
  /// - Throws: ``PrintFailure`` where the program ends or takes too long, `CancellationError` where
  ///   the person wants to stop.
  func message(endingWith delimiter: UInt8, until deadline: Deadline) throws -> [UInt8] {
    while true {
      if let end = received[searched...].firstIndex(of: delimiter) {
        let message = Array(received[..<end])
        received.removeSubrange(...end)
        searched = 0
        return message
      }
      searched = received.count
      guard try read(until: deadline) else { throw PrintFailure(reason: ending, words: lastWords) }
    }
  }

  /// Waits for the program's end.
  ///
  /// - Returns: All that it wrote to its channel.
  /// - Throws: As ``message(endingWith:until:)`` does, but not where it ends.
  func rest(until deadline: Deadline) throws -> [UInt8] {
    while try read(until: deadline) {}
    return received
  }

  /// Reads what is there; false at the end.
  private func read(until deadline: Deadline) throws -> Bool {
    while true {
      if isCancelled() { throw CancellationError() }
      let left = deadline.millisecondsLeft
      guard left > 0 else {
        throw PrintFailure(
          reason: Deadline.exceeded(seconds: deadline.seconds), words: lastWords)
      }
      // What it started may keep its answers open; looked at first, so that none is missed.
      wait(milliseconds: 0)
      let isOver = hasEnded
      var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let ready = poll(&descriptor, 1, Int32(min(left, 100)))
      if ready == 0, isOver { return false }
      guard ready > 0 else { continue }
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      let count = Glibc.read(output, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        wait(milliseconds: 2000)
        return false
      }
      received += chunk[..<count]
      return true
    }
  }

  // MARK: Ending

  /// Waits for the end without a claim to it, and then ends it.
  func wait(milliseconds: Int) {
    var left = milliseconds
    while status == nil, !hasEnded {
      var code: Int32 = 0
      if waitpid(pid, &code, WNOHANG) == pid {
        status = code
        hasEnded = true
      } else if left <= 0 || isCancelled() {
        return
      } else {
        usleep(5000)
        left -= 5
      }
    }
  }

  /// Ends the program and all that it started.
  func end() {
    closeInput()
    if isOutputOpen {
      isOutputOpen = false
      close(output)
    }
    // Also where it has ended itself: what it started may live on.
    kill(-pid, SIGKILL)
    guard !hasEnded else { return }
    hasEnded = true
    var code: Int32 = 0
    while waitpid(pid, &code, 0) < 0 && errno == EINTR {}
    status = code
  }

  /// How it ended, as the end of a sentence.
  private var ending: String {
    guard let status else { return "closed its answers" }
    if status & 0x7f != 0 { return "was ended by signal \(status & 0x7f)" }
    return "ended with status \((status >> 8) & 0xff)"
  }

  /// The last line that it wrote to standard error.
  var lastWords: String {
    let lines = String(decoding: written(atMost: 4000), as: UTF8.self).split(separator: "\n")
    return String((lines.last { !$0.allSatisfy { $0 == " " } } ?? "").prefix(400))
  }

  /// All that it wrote to standard error, at most the last 64 KB.
  var complaints: String {
    String(decoding: written(atMost: 1 << 16), as: UTF8.self)
  }

  /// The end of what it wrote to standard error.
  private func written(atMost count: Int) -> ArraySlice<UInt8> {
    // Only a message is less good where it cannot be read.
    ((try? readFile(errorFile)) ?? []).suffix(count)
  }
}

/// A time until which something has to be done.
struct Deadline {
  /// How long it was in all.
  let seconds: Int
  private let end: Int

  init(seconds: Int) {
    self.seconds = seconds
    end = Self.now + seconds * 1000
  }

  var millisecondsLeft: Int { end - Self.now }

  /// What an engine did that was not done in time.
  static func exceeded(seconds: Int) -> String {
    seconds == 1
      ? "took longer than 1 second and was stopped"
      : "took longer than \(seconds) seconds and was stopped"
  }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
