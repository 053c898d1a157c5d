import Diagnostics
import Glibc

/// Where the program's words go: answers to standard output, talk to standard error.
final class Terminal {
  /// Whether standard error is a terminal: then progress is shown.
  let showsProgress: Bool
  /// Whether standard output is a terminal.
  let isTerminal: Bool
  /// Whether standard output may be coloured.
  let colorsOutput: Bool
  /// Whether standard error may be coloured.
  let colorsErrors: Bool
  /// How many columns standard output has; 80 where it is no terminal.
  let width: Int

  private var progressLength = 0

  /// Looks at the standard streams.
  ///
  /// - Parameters:
  ///   - color: `always`, `never`, or anything else to decide by terminal and `NO_COLOR`
  ///     (no-color.org) and `TERM=dumb`.
  ///   - environment: The value of an environment variable.
  init(color: String, environment: (String) -> String?) {
    let isPlain = (environment("NO_COLOR") ?? "") != "" || environment("TERM") == "dumb"
    let outputIsTerminal = isatty(STDOUT_FILENO) == 1
    let errorIsTerminal = isatty(STDERR_FILENO) == 1
    isTerminal = outputIsTerminal
    showsProgress = errorIsTerminal && environment("TERM") != "dumb"
    switch color {
    case "always": (colorsOutput, colorsErrors) = (true, true)
    case "never": (colorsOutput, colorsErrors) = (false, false)
    default:
      (colorsOutput, colorsErrors) = (outputIsTerminal && !isPlain, errorIsTerminal && !isPlain)
    }
    var size = winsize()
    let known = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    width = known ? Int(size.ws_col) : 80
  }

  /// Prints an answer.
  func print(_ text: String) {
    clearProgress()
    write(text, to: STDOUT_FILENO)
  }

  /// Prints talk.
  func say(_ text: String) {
    clearProgress()
    write(text, to: STDERR_FILENO)
  }

  /// Replaces the progress line, where there is a terminal for it.
  func progress(_ text: String) {
    guard showsProgress else { return }
    let padding = max(0, progressLength - TerminalText.width(of: text))
    write("\r" + text + String(repeating: " ", count: padding), to: STDERR_FILENO)
    progressLength = TerminalText.width(of: text)
  }

  /// Takes the progress line away.
  func clearProgress() {
    guard progressLength > 0 else { return }
    write("\r" + String(repeating: " ", count: progressLength) + "\r", to: STDERR_FILENO)
    progressLength = 0
  }

  /// Text in a colour, where standard output is coloured.
  func colored(_ text: String, _ code: String) -> String {
    colorsOutput ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// Prints an answer that may be no text.
  func print(_ bytes: [UInt8]) {
    clearProgress()
    bytes.withUnsafeBufferPointer { write($0, to: STDOUT_FILENO) }
  }

  private func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { write($0, to: descriptor) }
  }

  private func write(_ buffer: UnsafeBufferPointer<UInt8>, to descriptor: Int32) {
    var written = 0
    while written < buffer.count, let base = buffer.baseAddress {
      let count = Glibc.write(descriptor, base + written, buffer.count - written)
      if count < 0 && errno == EINTR { continue }
      // Whoever read this has seen enough (`valise list | head`): that is no failure.
      if count < 0 && errno == EPIPE && descriptor == STDOUT_FILENO {
        exit(ExitCode.done.rawValue)
      }
      // The disk under a redirected output is full: the answer is not complete, so say so.
      if count < 0 && descriptor == STDOUT_FILENO {
        let reason = String(cString: strerror(errno))
        self.write("error: cannot write the answer: \(reason)\n", to: STDERR_FILENO)
        exit(ExitCode.failed.rawValue)
      }
      guard count > 0 else { return }
      written += count
    }
  }
}
