import Diagnostics
import YAML

extension SiteConfigurationReader {
  /// The keys below `publish`.
  public static let publishKeys = [
    "rsync", "git", "rclone", "branch", "history", "domain", "archived",
  ]

  private enum History: String, CaseIterable { case keep, flatten }

  /// Reads what stands under `publish`; nil where it is nothing that can be used.
  mutating func publish(_ node: YAMLNode) -> PublishSettings? {
    guard let entries = entries(node, of: "publish", example: "rsync: /var/www/trips") else {
      return nil
    }
    var targets: [(key: YAMLScalar, value: String)] = []
    var git = PublishSettings.GitTarget(repository: "")
    var gitKeys: [YAMLScalar] = []
    for entry in entries {
      let name = entry.key.text
      if ["branch", "history", "domain"].contains(name) { gitKeys.append(entry.key) }
      switch name {
      case "rsync", "git", "rclone":
        guard let value = place(entry.value, of: name) else { return nil }
        targets.append((entry.key, value))
      case "branch": git.branch = place(entry.value, of: name) ?? git.branch
      case "history":
        git.keepsHistory = values.choice(entry.value, of: name, as: History.self) != .flatten
      case "domain": git.domain = domain(entry.value)
      case "archived":
        configuration.publishesArchived = values.truth(entry.value, of: name) ?? true
      default:
        values.reportUnknown(
          entry.key, code: .configUnknownKey, in: "\"publish\"", known: Self.publishKeys)
      }
    }
    // What is left out holds for a site that something else brings to its place, too.
    if targets.isEmpty, entries.allSatisfy({ $0.key.text == "archived" }) { return nil }
    guard let first = targets.first, targets.count == 1 else {
      values.refuse(
        "\"publish\" must name one place, got \(targets.count)", node,
        hint: "write one of \"rsync: PLACE\", \"git: REPOSITORY\" and \"rclone: REMOTE:PATH\"")
      return nil
    }
    switch first.key.text {
    case "rsync": return finished(PublishSettings(target: .rsync(first.value)), without: gitKeys)
    case "rclone": return finished(PublishSettings(target: .rclone(first.value)), without: gitKeys)
    default:
      git.repository = first.value
      return PublishSettings(target: .git(git))
    }
  }

  private mutating func finished(
    _ settings: PublishSettings, without gitKeys: [YAMLScalar]
  ) -> PublishSettings {
    for key in gitKeys {
      values.refuse(
        "\"\(key.text)\" goes with \"git\" only", .scalar(key), hint: "take the line out")
    }
    return settings
  }

  /// A word that is handed to a program: one that looks like an option would be taken for one.
  private mutating func place(_ node: YAMLNode, of key: String) -> String? {
    guard let text = values.text(node, of: key) else { return nil }
    guard !text.hasPrefix("-"), !text.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
      values.refuse(
        "\"\(key)\" may not begin with \"-\" or hold control characters, got \"\(text)\"", node,
        hint: "write a folder that begins with \"-\" as \"./-name\"")
      return nil
    }
    return text
  }

  private mutating func domain(_ node: YAMLNode) -> String? {
    guard let text = values.text(node, of: "domain") else { return nil }
    let isName =
      text.contains(".")
      && text.utf8.allSatisfy { $0.isASCIILetter || $0.isDigit || $0 == 0x2D || $0 == 0x2E }
    guard isName else {
      values.refuse(
        "\"domain\" must be the name of a host, got \"\(text)\"", node,
        hint: "write it without \"https://\": domain: lists.example.org")
      return nil
    }
    return text.lowercased()
  }
}
