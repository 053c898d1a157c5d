/// Says in plain words why libyaml stopped, where a person would look, and what to do.
func explain(
  _ failure: YAMLFailure, in source: inout SourceText, longQuote: Range<Int>?
) -> YAMLProblem {
  let place = source.offset(ofCharacter: failure.place)
  let context = source.offset(ofCharacter: failure.contextPlace)
  let found = Finding(failure: failure, place: place, context: context, source: source)
  let told = found.explanation()
  var related = told.related
  var hint = told.hint
  // A forgotten quote runs on to the next one, and what follows that makes no sense.
  if let longQuote, longQuote.upperBound <= place, told.isAboutStructure {
    let opening = source.position(ofOffset: longQuote.lowerBound)
    related = related ?? opening
    hint = "look whether the quote opened in line \(opening.line) is closed where it should be"
  }
  let offset = min(told.offset, source.bytes.count)
  return YAMLProblem(
    kind: .syntax, message: told.message, position: source.position(ofOffset: offset),
    length: min(told.length ?? 1, max(0, source.lineEnd(ofOffset: offset) - offset)), hint: hint,
    related: related)
}

/// What is said about a failure, and the byte offset it is said about.
private struct Explanation {
  var message: String
  var offset: Int
  /// Bytes meant; 1 if nil.
  var length: Int?
  var hint: String?
  var related: YAMLPosition?
  /// Whether the text around may have been read wrongly because of something earlier.
  var isAboutStructure = false
}

private let quoteHint = "put quotes around the value"

private struct Finding {
  let failure: YAMLFailure
  let place: Int
  let context: Int
  let source: SourceText

  func explanation() -> Explanation {
    if let tab = explanationOfTab() { return tab }
    return explanationOfQuote() ?? explanationOfBrackets() ?? explanationOfMarks()
      ?? explanationOfStructure()
      ?? Explanation(
        message: "this cannot be read as YAML: \(failure.problem)", offset: place, hint: quoteHint)
  }

  // MARK: Characters

  private func explanationOfTab() -> Explanation? {
    let isTabFailure = failure.problem.hasPrefix("found a tab character")
    let cannotStart = failure.problem == "found character that cannot start any token"
    guard isTabFailure || (cannotStart && source.byte(at: place) == tab) else { return nil }
    return Explanation(
      message: "a tab cannot indent a line", offset: place, hint: "indent with spaces")
  }

  private func explanationOfQuote() -> Explanation? {
    switch failure.problem {
    case "found unexpected end of stream", "found unexpected document indicator":
      guard failure.context == "while scanning a quoted scalar" else { return nil }
      return Explanation(
        message: "this quote is never closed", offset: context,
        hint: "write the same quote again at the end of the value")
    case "found unknown escape character":
      let escape = source.text(place..<characterEnd(place + 1))
      return Explanation(
        message: "\"\(escape)\" is no escape that double quotes know", offset: place,
        length: escape.utf8.count, hint: "write \"\\\\\" for a backslash, or use single quotes")
    case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
      return Explanation(
        message: "the escape in these double quotes names no character", offset: place,
        hint: "write \"\\\\\" for a backslash, or use single quotes")
    default: return nil
    }
  }

  private func explanationOfMarks() -> Explanation? {
    let isMarkAlone = failure.problem == "did not find expected alphabetic or numeric character"
    switch failure.context {
    case "while scanning an alias" where isMarkAlone:
      return Explanation(
        message: "a value that begins with \"*\" is read as an alias", offset: context,
        length: place - context + 1, hint: quoteHint)
    case "while scanning an anchor" where isMarkAlone:
      return Explanation(
        message: "a value that begins with \"&\" is read as an anchor", offset: context,
        length: place - context + 1, hint: quoteHint)
    case "while scanning a block scalar":
      return Explanation(
        message: "after \"|\" or \">\" the text begins in the next line, indented", offset: context,
        hint: "put quotes around the value if that character is part of it")
    case "while scanning a tag", "while parsing a tag":
      return Explanation(
        message: "a value that begins with \"!\" is read as a YAML tag", offset: context,
        hint: quoteHint)
    case "while scanning a directive", "while scanning a %YAML directive",
      "while scanning a %TAG directive":
      return Explanation(
        message: "a line that begins with \"%\" is read as a YAML directive", offset: context,
        hint: "put quotes around the text if the percent sign is part of it")
    default: return nil
    }
  }

  // MARK: Brackets

  private func explanationOfBrackets() -> Explanation? {
    switch failure.problem {
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      let bracket = failure.problem.hasSuffix("']'") ? "[" : "{"
      let closing = bracket == "[" ? "]" : "}"
      let isInLaterLine = source.lineEnd(ofOffset: context) < place
      let meetsKey = source.byte(at: place) == UInt8(ascii: ":") && isInLaterLine
      if meetsKey || place >= source.lastTextOffset() {
        return Explanation(
          message: "this \"\(bracket)\" is never closed", offset: context,
          hint: "write \"\(closing)\" after the last value")
      }
      return Explanation(
        message: "expected \",\" or \"\(closing)\" here", offset: place,
        hint: "put quotes around the value if \"\(bracket)\" is part of a text",
        related: source.position(ofOffset: context), isAboutStructure: true)
    case "did not find expected node content" where place >= source.lastTextOffset():
      return Explanation(
        message: "the text ends where a value is expected", offset: place,
        hint: "close each \"[\" and \"{\", and put quotes around those that are part of a text")
    case "did not find expected node content":
      return Explanation(message: "expected a value here", offset: place, hint: quoteHint)
    case "found unexpected ':'":
      return Explanation(message: "\":\" is not expected here", offset: place, hint: quoteHint)
    default: return nil
    }
  }

  // MARK: Lines and keys

  private func explanationOfStructure() -> Explanation? {
    switch failure.problem {
    case "could not find expected ':'":
      return Explanation(
        message: "this line has no \":\" after its key", offset: context, length: lineRest(context),
        hint: "write \"key: value\", or indent the line if it goes on the one above",
        isAboutStructure: true)
    case "mapping values are not allowed in this context": return explanationOfSecondColon()
    case "mapping keys are not allowed in this context":
      return Explanation(message: "a key cannot begin here", offset: place, hint: quoteHint)
    case "block sequence entries are not allowed in this context":
      return Explanation(
        message: "a list cannot begin in the line of its key", offset: place,
        hint: "put the \"-\" in the next line, or quotes around the value")
    case "did not find expected key", "did not find expected '-' indicator":
      return explanationOfMisfit()
    case "did not find expected <document start>":
      return Explanation(
        message: "the text goes on after its end", offset: place, length: lineRest(place),
        hint: "write each line as \"key: value\"", isAboutStructure: true)
    case "found character that cannot start any token":
      let character = source.text(place..<characterEnd(place))
      return Explanation(
        message: "a value cannot begin with \"\(character)\"", offset: place, hint: quoteHint)
    case "found undefined tag handle":
      return Explanation(
        message: "a value that begins with \"!\" is read as a YAML tag", offset: place,
        hint: quoteHint)
    default: return nil
    }
  }

  private func explanationOfSecondColon() -> Explanation {
    let before = source.bytes[source.lineStart(ofOffset: place)..<place]
    let hasColon = zip(before, before.dropFirst()).contains {
      $0 == UInt8(ascii: ":") && isBlank($1)
    }
    if hasColon {
      return Explanation(
        message: "a second \":\" cannot stand in one line", offset: place, hint: quoteHint)
    }
    if let above = lineAbove(), above.indent == indent(at: source.lineStart(ofOffset: place)) {
      return Explanation(
        message: "this line has no \":\" after its key", offset: above.text.lowerBound,
        length: above.text.count, hint: "write \"key: value\"", isAboutStructure: true)
    }
    return Explanation(
      message: "a key is not expected here", offset: place,
      hint: "begin this line in the column of the key above", isAboutStructure: true)
  }

  private func explanationOfMisfit() -> Explanation {
    if source.byte(at: place) == UInt8(ascii: ":") {
      return Explanation(
        message: "there is no key before this \":\"", offset: place, hint: "write \"key: value\"")
    }
    let start = source.lineStart(ofOffset: place)
    let isFirstInLine = source.bytes[start..<place].allSatisfy(isBlank)
    guard isFirstInLine else {
      return Explanation(
        message: "this is not expected after the value", offset: place, length: lineRest(place),
        hint: "put quotes around the whole value", isAboutStructure: true)
    }
    let isList = failure.problem == "did not find expected '-' indicator"
    return Explanation(
      message: isList
        ? "this line fits no list or key above" : "this line's indentation fits no key above",
      offset: place, length: lineRest(place),
      hint: "begin lines that belong together in the same column",
      related: source.position(ofOffset: context), isAboutStructure: true)
  }

  /// The text of the line before the one with the problem, without its indent.
  private func lineAbove() -> (text: Range<Int>, indent: Int)? {
    let start = source.lineStart(ofOffset: place)
    guard start > source.start else { return nil }
    let aboveStart = source.lineStart(ofOffset: start - 1)
    let indent = indent(at: aboveStart)
    return ((aboveStart + indent)..<source.lineEnd(ofOffset: aboveStart + indent), indent)
  }

  private func indent(at lineStart: Int) -> Int {
    source.bytes[lineStart...].prefix(while: isBlank).count
  }

  private func lineRest(_ offset: Int) -> Int { source.lineEnd(ofOffset: offset) - offset }

  /// The offset after the character that begins at an offset.
  private func characterEnd(_ offset: Int) -> Int {
    var end = offset + 1
    while let byte = source.byte(at: end), byte & 0xC0 == 0x80 { end += 1 }
    return end
  }
}
