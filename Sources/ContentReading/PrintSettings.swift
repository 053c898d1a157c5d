/// What `valise.yml` says about printing.
public struct PrintSettings: Sendable, Hashable {
  /// The programs that print.
  public enum Engine: String, Sendable, CaseIterable { case weasyprint, chromium }

  /// The sizes of paper.
  public enum Paper: String, Sendable, CaseIterable { case a4, letter, a5 }

  /// The program that prints; nil for one that is there.
  public var engine: Engine?
  /// The paper.
  public var paper = Paper.a4
  /// How many columns a list has, 1 to 3; nil for as many as suit the paper.
  public var columns: Int?
  /// Whether what is said about items is printed.
  public var notes = false
  /// Whether weights are printed.
  public var weights = false
  /// Whether what is marked private is printed.
  public var includesPrivate = false

  /// Makes settings that say nothing.
  public init() {}
}
