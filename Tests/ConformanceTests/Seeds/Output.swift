import ModelStore

/// Takes what a seed's code prints, so that a test can compare the lines.
final class Output: @unchecked Sendable {
  // Unchecked because each test has its own, and prints on its own thread.
  private(set) var lines: [String] = []

  /// Keeps a line that consists of the items with a space between two, as the standard `print` does.
  func print(_ items: Any...) {
    lines.append(items.map { "\($0)" }.joined(separator: " "))
  }
}

/// A store in memory for these models.
func memoryContainer(_ models: any PersistentModel.Type...) throws -> ModelContainer {
  try ModelContainer(
    for: Schema(models), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
}
