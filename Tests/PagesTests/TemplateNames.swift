import Foundation
import TestSupport

@testable import Pages

/// Follows the names in templates through what they are given, as a render would, but through every
/// branch.
struct TemplateNames {
  /// The theme's templates by name.
  static func sources() throws -> [String: String] {
    let folder = Repository.root.appendingPathComponent("Templates")
    var sources: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".mustache") {
      sources[String(name.dropLast(".mustache".count))] = try String(
        contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
    return sources
  }

  /// The names in a template, and in those it includes, that are not given there.
  static func unknown(
    in template: String, given object: TemplateObject, sources: [String: String]
  ) -> [String] {
    var names = TemplateNames(sources: sources, stack: [object])
    names.follow(template)
    return names.unknown
  }

  private let sources: [String: String]
  private var stack: [TemplateObject]
  private var unknown: [String] = []

  private init(sources: [String: String], stack: [TemplateObject]) {
    self.sources = sources
    self.stack = stack
  }

  private mutating func follow(_ template: String) {
    var rest = Substring(sources[template] ?? "")
    var depths: [Int] = []
    while let open = rest.range(of: "{{") {
      rest = rest[open.upperBound...]
      let isRaw = rest.first == "{"
      guard let close = rest.range(of: isRaw ? "}}}" : "}}") else { return }
      let tag = rest[..<close.lowerBound].drop { $0 == "{" }
      rest = rest[close.upperBound...]
      let name = tag.dropFirst().trimmingCharacters(in: .whitespaces)
      switch tag.first {
      case "!", "$": continue
      case "<", ">": follow(name)
      case "/":
        // Blocks and parents close too; only sections have opened a depth.
        if let depth = depths.last, sectionNames.last == name {
          stack.removeLast(stack.count - depth)
          depths.removeLast()
          sectionNames.removeLast()
        }
      case "#", "^":
        let shape = look(name, in: template)
        depths.append(stack.count)
        sectionNames.append(name)
        if tag.first == "#", let object = shape?.object { stack.append(object) }
      default: _ = look(String(tag), in: template)
      }
    }
  }

  private var sectionNames: [String] = []

  private mutating func look(_ name: String, in template: String) -> TemplateShape? {
    if name == "." { return .text }
    let parts = name.split(separator: ".").map(String.init)
    var shape = stack.reversed().lazy.compactMap { object in
      object.keys.first { $0.name == parts[0] }?.shape
    }.first
    for part in parts.dropFirst() {
      shape = shape?.object?.keys.first { $0.name == part }?.shape
    }
    if shape == nil { unknown.append("\(template): \(name)") }
    return shape
  }
}

extension TemplateShape {
  /// The names that a section over it adds.
  var object: TemplateObject? {
    switch self {
    case .object(let object): object
    case .list(let shape), .optional(let shape): shape.object
    case .text, .html, .integer, .flag: nil
    }
  }
}
