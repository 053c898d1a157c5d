/// One problem, for the person who wrote the content, the template or the command.
public struct Diagnostic: Sendable, Hashable, Codable, Error {
  /// How bad it is.
  ///
  /// Only an error makes a build fail; `--strict` turns warnings into errors.
  public enum Severity: String, Sendable, Comparable, Codable {
    case note, warning, error

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }

    /// Notes come before warnings, warnings before errors.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
  }

  /// Another place that belongs to the problem, such as the first of two duplicates.
  public struct Note: Sendable, Hashable, Codable {
    /// What stands there.
    public var message: String
    /// Where it stands.
    public var position: FilePosition?

    /// Makes a note.
    public init(_ message: String, at position: FilePosition? = nil) {
      self.message = message
      self.position = position
    }
  }

  /// How bad it is.
  public var severity: Severity
  /// A stable name, `area.problem`, documented in `docs/errors.md` and never reused.
  public var code: DiagnosticCode
  /// What is wrong, with the value found.
  public var message: String
  /// Where, if it is in a file.
  public var position: FilePosition?
  /// How many UTF-8 bytes from `position` are meant; 0 marks the place alone, and at the start of a
  /// file the file as a whole.
  public var length: Int
  /// What to do, as an instruction.
  public var hint: String?
  /// Other places that belong to it.
  public var notes: [Note]

  /// Makes a diagnostic.
  public init(
    _ severity: Severity, _ code: DiagnosticCode, _ message: String,
    at position: FilePosition? = nil, length: Int = 0, hint: String? = nil, notes: [Note] = []
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.position = position
    self.length = length
    self.hint = hint
    self.notes = notes
  }
}

extension Diagnostic: Comparable {
  /// Orders by place, those without one first; at one place by code, then message.
  public static func < (left: Diagnostic, right: Diagnostic) -> Bool {
    let leftPath = left.position?.path ?? ""
    let rightPath = right.position?.path ?? ""
    if leftPath != rightPath { return leftPath < rightPath }
    let leftPlace = (left.position?.line ?? 0, left.position?.column ?? 0)
    let rightPlace = (right.position?.line ?? 0, right.position?.column ?? 0)
    if leftPlace != rightPlace { return leftPlace < rightPlace }
    return (left.code.rawValue, left.message) < (right.code.rawValue, right.message)
  }
}
