/// One thing that `valise` does.
protocol Command: Sendable {
  /// What it takes.
  static var description: CommandDescription { get }

  /// Does it.
  ///
  /// - Throws: `Diagnostic` where it cannot go on.
  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode
}
