import Files
import Foundation
import Glibc

/// The program in Python that prints documents with WeasyPrint, which takes half a second to be loaded.
enum WeasyPrintDriver {
  /// The interpreter that a `weasyprint` program is run by, whose packages it is one of.
  ///
  /// - Parameter program: The program.
  /// - Returns: Nil where it is no script in Python that does nothing but call the package.
  static func interpreter(of program: String) -> [String]? {
    // A program that cannot be read can still be run.
    guard let bytes = try? readFile(program), bytes.count < 4096,
      let text = String(validating: bytes, as: UTF8.self), text.hasPrefix("#!"),
      text.contains("weasyprint.__main__") || text.contains("'weasyprint'")
    else { return nil }
    let words = text.dropFirst(2).prefix { $0 != "\n" }.split(separator: " ").map(String.init)
    guard let first = words.first, first.hasPrefix("/"),
      words.contains(where: { Path.name(of: $0).hasPrefix("python") })
    else { return nil }
    return words
  }

  /// A line that asks for a document.
  static func line(asking task: PrintTask, number: Int) throws -> [UInt8] {
    let question = Question(
      number: number, source: task.document, target: task.file, seconds: task.seconds)
    return Array(try JSONEncoder().encode(question)) + [UInt8(ascii: "\n")]
  }

  private struct Question: Encodable {
    let number: Int
    let source: String
    let target: String
    let seconds: Int
  }

  /// What became of a document.
  struct Answer: Decodable {
    /// The number that it was asked for by.
    let number: Int
    /// What went wrong; nil where nothing did.
    private let words: String?
    /// The signal that ended its process.
    private let signal: Int32?

    /// Reads a line.
    ///
    /// - Throws: ``PrintFailure`` where it is no answer.
    init(_ line: [UInt8]) throws(PrintFailure) {
      do {
        self = try JSONDecoder().decode(Answer.self, from: Data(line))
      } catch {
        throw PrintFailure(
          reason: "answered something that is no message",
          words: String(decoding: line, as: UTF8.self))
      }
    }

    /// Why there is no file.
    ///
    /// - Parameter task: What was asked for.
    /// - Returns: Nil where there is one.
    func failure(of task: PrintTask) -> PrintFailure? {
      if signal == SIGALRM {
        return PrintFailure(reason: Deadline.exceeded(seconds: task.seconds), isFatal: false)
      }
      if let signal { return PrintFailure(reason: "was ended by signal \(signal)", isFatal: false) }
      return words.map { PrintFailure(reason: "failed", words: $0, isFatal: false) }
    }
  }

  /// Reads a question a line from standard input, and answers each with a line when it is done.
  ///
  /// Each document has a process of its own, a copy of the one that has loaded WeasyPrint: several
  /// are printed at a time, memory is given back, and one that crashes takes no other with it. That one
  /// has ended is told by a pipe, and not by a signal, which can come while another is being handled, or
  /// just before a read that then waits.
  static let script = """
    import sys
    # Nothing of the folder that somebody happens to be in.
    sys.path[:] = [path for path in sys.path if path]
    import gc, inspect, json, os, select, signal
    from urllib.parse import unquote, urlsplit

    folder = os.path.realpath(sys.argv[1])
    answers = os.dup(1)
    os.dup2(2, 1)

    def say(text):
        # At once, and short enough that lines of several processes do not mix.
        os.write(answers, text.encode("utf-8", "replace") + b"\\n")

    def answer(number, words=None, signal=None):
        words = words and " ".join(words.split())[:800]
        say(json.dumps({"number": number, "words": words, "signal": signal}, ensure_ascii=False))

    try:
        import weasyprint
        from weasyprint.text.fonts import FontConfiguration
    except Exception as error:
        say("cannot load WeasyPrint: " + " ".join(str(error).split()))
        sys.exit(3)

    def fetch(url, *rest, **options):
        parts = urlsplit(url)
        if parts.scheme == "data":
            return weasyprint.default_url_fetcher(url)
        path = os.path.realpath(unquote(parts.path))
        if parts.scheme != "file" or parts.netloc or not path.startswith(folder + os.sep):
            raise ValueError("not of this document: " + url)
        return weasyprint.default_url_fetcher(url)

    fonts = FontConfiguration()
    known = inspect.signature(weasyprint.HTML.write_pdf).parameters
    variant = "variant" if "variant" in known else "pdf_variant"

    def print_document(number, source, target, seconds):
        signal.alarm(seconds)
        # What stands in circles goes with the process, unless there is too much of it.
        if os.path.getsize(source) < 1000000:
            gc.disable()
        try:
            page = weasyprint.HTML(filename=source, url_fetcher=fetch)
            page.write_pdf(target, font_config=fonts, **{variant: "pdf/ua-1"})
            answer(number)
        except MemoryError:
            answer(number, "ran out of memory")
        except Exception as error:
            answer(number, type(error).__name__ + ": " + str(error))

    at_work = {}
    poll = select.poll()

    def start(number, **question):
        # A pipe that nobody writes into: it ends with the process that holds its other end.
        life, held = os.pipe()
        try:
            process = os.fork()
        except OSError as error:
            os.close(life)
            os.close(held)
            answer(number, "cannot start a process: " + str(error))
            return
        if process == 0:
            try:
                print_document(number, **question)
            except BaseException:
                os._exit(1)
            os._exit(0)
        os.close(held)
        at_work[life] = (process, number)
        poll.register(life, 0)

    def finish(life):
        process, number = at_work.pop(life)
        poll.unregister(life)
        os.close(life)
        status = os.waitpid(process, 0)[1]
        if os.WIFSIGNALED(status):
            answer(number, signal=os.WTERMSIG(status))
        elif status != 0:
            answer(number, "its process ended without a word")

    # What is there by now is not looked through again, nor copied for it.
    gc.freeze()
    say("ready")
    poll.register(0, select.POLLIN)
    rest = b""
    is_open = True
    while is_open:
        for place, _ in poll.poll():
            if place in at_work:
                finish(place)
                continue
            chunk = os.read(0, 65536)
            is_open = chunk != b""
            *lines, rest = (rest + chunk).split(b"\\n")
            for line in lines:
                start(**json.loads(line))
    for process, _ in at_work.values():
        os.kill(process, signal.SIGKILL)
    """
}
