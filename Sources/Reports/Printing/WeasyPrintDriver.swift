import Files

/// The program in Python that prints one document after the other with WeasyPrint, which takes half
/// a second to be loaded.
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

  /// Reads a job a line from standard input: two paths as a JSON list.
  ///
  /// It answers each with a line:
  /// `ok`, or what went wrong.
  static let script = """
    import sys
    # Nothing of the folder that somebody happens to be in.
    sys.path[:] = [path for path in sys.path if path]
    import gc, inspect, json, os
    # What stands in circles is looked for between documents, and not a hundred times in each.
    gc.disable()
    from urllib.parse import unquote, urlsplit

    folder = os.path.realpath(sys.argv[1])
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def answer(text):
        answers.write(" ".join(text.split()) + "\\n")
        answers.flush()

    try:
        import weasyprint
        from weasyprint.text.fonts import FontConfiguration
    except Exception as error:
        answer("cannot load WeasyPrint: " + str(error))
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
    answer("ready")
    for count, line in enumerate(sys.stdin):
        try:
            source, target = json.loads(line)
            if count % 20 == 19:
                gc.collect()
            if os.path.getsize(source) > 1000000:
                gc.enable()
            page = weasyprint.HTML(filename=source, url_fetcher=fetch)
            page.write_pdf(target, font_config=fonts, **{variant: "pdf/ua-1"})
            answer("ok")
        except MemoryError:
            answer("ran out of memory")
        except Exception as error:
            answer((type(error).__name__ + ": " + str(error))[:2000])
    """
}
