public import Diagnostics
import PackingLists
import YAML

/// Reads `valise.yml`.
public struct SiteConfigurationReader {
  /// The keys that the file may have.
  public static let knownKeys = [
    "title", "base-url", "language", "units", "currency", "author", "home-city", "bags",
    "travellers", "order", "quantities", "activities", "columns", "print", "publish", "reports",
  ]

  var values: YAMLValueReader
  var configuration = SiteConfiguration()

  private init(path: String) {
    values = YAMLValueReader(path: path, code: .configValue)
  }

  /// Reads the file and says everything that is wrong with it.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - path: The file as its user would name it.
  /// - Returns: The configuration, with the standard value for what cannot be read; and the
  ///   problems in the order of their places.
  public static func read(
    bytes: [UInt8], path: String = "valise.yml"
  ) -> (configuration: SiteConfiguration, diagnostics: [Diagnostic]) {
    let source = SourceText(bytes, path: path)
    if let problem = TextEncoding.problem(in: source) { return (SiteConfiguration(), [problem]) }
    let (root, problems) = YAMLDocument.parse(utf8: bytes[source.start...])
    var reader = SiteConfigurationReader(path: path)
    reader.values.report(problems)
    switch root {
    case .mapping(let entries, _):
      for entry in entries { reader.read(entry.key, entry.value) }
    case .scalar(let scalar) where scalar.isNull: break
    case nil: break
    case let node?:
      reader.values.refuse(
        "\(path) must hold keys with values", node, hint: "write one key a line: title: My trips")
    }
    return (reader.configuration, reader.values.diagnostics.sorted())
  }

  private mutating func read(_ key: YAMLScalar, _ node: YAMLNode) {
    let name = key.text
    switch name {
    case "title": configuration.title = values.text(node, of: name) ?? configuration.title
    case "base-url": configuration.baseURL = baseURL(node, of: name) ?? ""
    case "language": configuration.language = language(node, of: name) ?? configuration.language
    case "units":
      configuration.units =
        values.choice(node, of: name, as: WeightUnit.self) ?? configuration.units
    case "currency": configuration.currency = currency(node, of: name) ?? configuration.currency
    case "author": configuration.author = values.text(node, of: name) ?? ""
    case "home-city": configuration.homeCity = values.text(node, of: name) ?? ""
    case "bags": configuration.bags = values.bags(node, of: name)
    case "travellers": configuration.travellers = values.texts(node, of: name).map(\.value)
    case "order":
      configuration.order =
        values.choice(node, of: name, as: ItemOrder.self) ?? configuration.order
    case "quantities":
      configuration.quantities =
        values.choice(node, of: name, as: QuantityReading.self) ?? configuration.quantities
    case "activities":
      configuration.activityHeadings = values.texts(node, of: name).map(\.value)
    case "columns": readColumns(node)
    case "reports":
      var reader = ReportQueryReader(values: values)
      configuration.reports = reader.reports(node)
      values = reader.values
    case "print": readPrint(node)
    case "publish": configuration.publish = publish(node)
    default:
      values.reportUnknown(key, code: .configUnknownKey, in: values.path, known: Self.knownKeys)
    }
  }

  private mutating func baseURL(_ node: YAMLNode, of key: String) -> String? {
    guard var text = values.text(node, of: key) else { return nil }
    let isAddress =
      ["https://", "http://"].contains { text.hasPrefix($0) && text.count > $0.count }
      && !text.contains { $0.isWhitespace || $0 == "\"" || $0 == "<" || $0 == "?" || $0 == "#" }
    guard isAddress else {
      values.refuse(
        "\"\(key)\" must be the address of the site, got \"\(text)\"", node,
        hint: "write it as \"\(key): https://example.org/trips\"")
      return nil
    }
    while text.hasSuffix("/") { text.removeLast() }
    return text
  }

  private mutating func language(_ node: YAMLNode, of key: String) -> String? {
    guard let text = values.text(node, of: key) else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isTag =
      parts.allSatisfy { part in
        (1...8).contains(part.utf8.count)
          && part.utf8.allSatisfy { $0.isASCIILetter || $0.isDigit }
      } && (2...3).contains(parts[0].utf8.count) && parts[0].utf8.allSatisfy(\.isASCIILetter)
    guard isTag else {
      values.refuse(
        "\"\(key)\" must be the tag of a language, got \"\(text)\"", node,
        hint: "write it as \"\(key): en\" or \"\(key): pt-BR\"")
      return nil
    }
    return text
  }

  private mutating func currency(_ node: YAMLNode, of key: String) -> String? {
    guard let text = values.text(node, of: key) else { return nil }
    guard text.utf8.count == 3, text.utf8.allSatisfy(\.isASCIILetter) else {
      values.refuse(
        "\"\(key)\" must be the three letters of a currency, got \"\(text)\"", node,
        hint: "write it as \"\(key): EUR\"")
      return nil
    }
    return text.uppercased()
  }

  private mutating func readColumns(_ node: YAMLNode) {
    guard let entries = entries(node, of: "columns", example: "item: [Teil]") else { return }
    for entry in entries {
      guard let column = TableColumn(rawValue: entry.key.text) else {
        values.reportUnknown(
          entry.key, code: .configUnknownKey, in: "\"columns\"",
          known: TableColumn.allCases.map(\.rawValue))
        continue
      }
      configuration.columnNames[column] =
        values.texts(entry.value, of: entry.key.text).map(\.value)
    }
  }

  /// The keys that `print` may have.
  static let printKeys = ["engine", "paper", "columns", "notes", "weights", "private"]

  private mutating func readPrint(_ node: YAMLNode) {
    guard let entries = entries(node, of: "print", example: "paper: a4") else { return }
    for entry in entries {
      let name = entry.key.text
      let value = entry.value
      switch name {
      case "engine":
        configuration.print.engine = values.choice(
          value, of: name, as: PrintSettings.Engine.self)
      case "paper":
        configuration.print.paper =
          values.choice(value, of: name, as: PrintSettings.Paper.self) ?? .a4
      case "columns": configuration.print.columns = values.number(value, of: name, in: 1...3)
      case "notes": configuration.print.notes = values.truth(value, of: name) ?? false
      case "weights": configuration.print.weights = values.truth(value, of: name) ?? false
      case "private":
        configuration.print.includesPrivate = values.truth(value, of: name) ?? false
      default:
        values.reportUnknown(
          entry.key, code: .configUnknownKey, in: "\"print\"", known: Self.printKeys)
      }
    }
  }

  mutating func entries(_ node: YAMLNode, of key: String, example: String) -> [YAMLEntry]? {
    switch node {
    case .mapping(let entries, _): return entries
    case .scalar(let scalar) where scalar.isNull: return nil
    default:
      values.refuse(
        "\"\(key)\" must hold keys with values", node, hint: "write \"\(example)\" below it")
      return nil
    }
  }
}
