/// Writes diagnostics for other programs: one JSON object a line.
///
/// Keys: `severity`, `code`, `message`, and where they are known `path`, `line`, `column` (UTF-8
/// bytes, from 1), `length`, `hint`, `notes` (a list of `message`, `path`, `line`, `column`).
public struct DiagnosticJSONPrinter: Sendable {
  /// Makes a printer.
  public init() {}

  /// One line of JSON, ending with a line break.
  public func text(of diagnostic: Diagnostic) -> String {
    var members = [
      member("severity", diagnostic.severity.rawValue),
      member("code", diagnostic.code.rawValue),
      member("message", diagnostic.message),
    ]
    if let position = diagnostic.position {
      members += place(position)
      members.append("\"length\":\(diagnostic.length)")
    }
    if let hint = diagnostic.hint { members.append(member("hint", hint)) }
    if !diagnostic.notes.isEmpty {
      let notes = diagnostic.notes.map { note in
        let members = [member("message", note.message)] + (note.position.map(place) ?? [])
        return "{" + members.joined(separator: ",") + "}"
      }
      members.append("\"notes\":[" + notes.joined(separator: ",") + "]")
    }
    return "{" + members.joined(separator: ",") + "}\n"
  }

  private func place(_ position: FilePosition) -> [String] {
    [
      member("path", position.path), "\"line\":\(position.line)", "\"column\":\(position.column)",
    ]
  }

  private func member(_ name: String, _ value: String) -> String {
    "\"\(name)\":\(JSONText.quoted(value))"
  }
}

/// Strings as JSON writes them.
public enum JSONText {
  /// The text in quotes, with everything escaped that RFC 8259 section 7 asks for, and what a
  /// terminal would act on.
  public static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case let control where TerminalText.isUnsafe(control):
        let digits = String(control.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// JSON in which no terminal finds anything to act on: such characters may stand in its strings
  /// alone, where an escape means the same.
  public static func escaped(_ json: String) -> String {
    let isUnsafe = { (scalar: Unicode.Scalar) in scalar != "\n" && TerminalText.isUnsafe(scalar) }
    guard json.unicodeScalars.contains(where: isUnsafe) else { return json }
    var escaped = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      if isUnsafe(scalar) {
        let digits = String(scalar.value, radix: 16)
        let padding = String(repeating: "0", count: 4 - digits.utf8.count)
        escaped.append(contentsOf: "\\u\(padding)\(digits)".unicodeScalars)
      } else {
        escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
