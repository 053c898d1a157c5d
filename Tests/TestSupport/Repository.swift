import Foundation

/// The folders of the project that the tests belong to.
public enum Repository {
  /// The project's root.
  public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of public test suites and example lists that lies beside the project.
  public static let shared = root.deletingLastPathComponent().appendingPathComponent("shared")

  /// Whether the tests run in the project's gate, where nothing may be missing.
  public static var isGate: Bool {
    ProcessInfo.processInfo.environment["CI"].map { !$0.isEmpty && $0 != "false" } ?? false
  }
}
