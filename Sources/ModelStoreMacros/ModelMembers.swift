import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the members that `@Model` adds to a class.
///
/// Every stored property is one real variable; reading and writing a row touches them one after the
/// other, in the order of the columns, with no table in between.
struct ModelMembers {
  let model: ModelDeclaration
  let isSubclass: Bool

  private var access: String { model.access }
  private var name: String { model.name }
  private var superclass: String? { isSubclass ? model.firstInherited : nil }
  private var overriding: String { isSubclass ? "override " : "" }

  var declarations: [DeclSyntax] {
    var members: [DeclSyntax] = []
    if !isSubclass {
      members.append("\(raw: access)let _$record = ModelStore.ModelRecord()")
    }
    members += [
      description, staticDescription, firstIndex, properties, chained, rowInitializer, reload, bind,
      bindOne,
    ]
    if !model.hasInitializer, !needsInitializer {
      members.append("\(raw: access)init() {\(raw: nilAssignments)}")
    }
    return members
  }

  /// Whether the class has no initializer and none can be written for it.
  var needsInitializer: Bool {
    !model.hasInitializer
      && (isSubclass || !model.stored.allSatisfy { $0.defaultValue != nil || $0.isOptional })
  }

  // `var note: String?` is nil without saying so; its storage has to be told.
  private var nilAssignments: String {
    model.stored.filter { $0.defaultValue == nil && $0.isOptional }
      .map { " self.\($0.name) = nil;" }.joined() + " "
  }

  private var description: DeclSyntax {
    """
    \(raw: model.overridable)\(raw: overriding)class var _$description: ModelStore.ModelDescription { _$description_\(raw: name) }
    """
  }

  private var staticDescription: DeclSyntax {
    """
    private static let _$description_\(raw: name) = ModelStore.ModelDescription(
      \(raw: name).self, name: "\(raw: name)", superclass: \(raw: superclass.map { "\($0).self" } ?? "nil"),
      properties: \(raw: name)._$properties_\(raw: name)(\(raw: model.isFinal ? "" : "rootedAt: \(name).self"))
        + [ModelStore.ModelProperty.identifier("persistentModelID", \\\(raw: name).persistentModelID)],
      indexes: [\(raw: list(model.indexes))], uniques: [\(raw: list(model.uniques))],
      chained: \(raw: name)._$chained_\(raw: name)(\(raw: model.isFinal ? "" : "rootedAt: \(name).self")))
    """
  }

  private func list(_ paths: [[String]]) -> String {
    paths.map { "[\($0.joined(separator: ", "))]" }.joined(separator: ", ")
  }

  private var firstIndex: DeclSyntax {
    if let superclass {
      "private static let _$first_\(raw: name) = \(raw: superclass)._$description.storedCount"
    } else {
      "private static var _$first_\(raw: name): Int { 0 }"
    }
  }

  /// The list of properties, with key paths that start at the class itself or at a subclass of it:
  /// `\Goal.title` and `\TripGoal.title` are two different key paths.
  private var properties: DeclSyntax {
    let root = model.isFinal ? name : "Root"
    let parameters = model.isFinal ? "()" : "<Root: \(name)>(rootedAt root: Root.Type)"
    let entries = model.properties.compactMap { entry(for: $0, root: root) }
    // One statement each: the compiler need not weigh all the overloads of a long list at once.
    let lines = entries.enumerated()
      .map { "let p\($0.offset) = ModelStore.ModelProperty\($0.element)" }.joined(separator: "\n  ")
    let own = entries.indices.map { "p\($0)" }.joined(separator: ", ")
    let inherited = superclass.map { "\($0)._$properties_\($0)(rootedAt: \(root).self) + " } ?? ""
    return """
      \(raw: access)static func _$properties_\(raw: name)\(raw: parameters) -> [ModelStore.ModelProperty] {
        \(raw: lines)
        return \(raw: inherited)[\(raw: own)]
      }
      """
  }

  /// The key paths to the stored properties of an optional object, of which longer ones are made:
  /// `\.trip?.title` is `\.trip` and then this one of `title`.
  private var chained: DeclSyntax {
    let root = model.isFinal ? name : "Root"
    let parameters = model.isFinal ? "()" : "<Root: \(name)>(rootedAt root: Root.Type)"
    let inherited = superclass.map { "\($0)._$chained_\($0)(rootedAt: \(root).self)" } ?? "[]"
    let lines = model.stored.map { "list.append(\\\(root)?.?.\($0.name))" }.joined(
      separator: "\n  ")
    return """
      \(raw: access)static func _$chained_\(raw: name)\(raw: parameters) -> [AnyKeyPath] {
        \(raw: model.stored.isEmpty ? "let" : "var") list: [AnyKeyPath] = \(raw: inherited)
        \(raw: lines)
        return list
      }
      """
  }

  private func entry(for property: PropertyDeclaration, root: String) -> String? {
    let path = "\\\(root).\(property.name)"
    switch property.kind {
    case .computed: return ".computed(\"\(property.name)\", \(path))"
    case .transient, .ephemeral: return ".transient(\"\(property.name)\", \(path))"
    case .constant, .observed, .unsupported: return nil
    case .stored: break
    }
    var arguments = ["\"\(property.name)\"", path]
    if !property.isPlain { arguments.append("\\\(root)._\(property.name)") }
    if property.isCodable { arguments.append("asCodable: true") }
    if let value = property.defaultValue { arguments.append("default: { \(value) }") }
    arguments += property.attribute?.options(leaving: ["hashModifier"]) ?? []
    if let relationship = property.relationship {
      arguments.append("relationship: .init(\(relationship.listedArguments))")
    }
    return ".stored(\(arguments.joined(separator: ", ")))"
  }

  private func reading(_ property: PropertyDeclaration) -> String {
    property.isPlain
      ? "row.next()"
      : property.isExternal
        ? "row.externalSlot()" : property.isCodable ? "row.codableSlot()" : "row.slot()"
  }

  private var begin: String {
    isSubclass ? "row.seek(to: \(name).self)" : "row.seekStart()"
  }

  private var assignments: String {
    model.stored.map { "self._\($0.name) = try \(reading($0))" }.joined(separator: "\n  ")
  }

  private var rowInitializer: DeclSyntax {
    """
    \(raw: access)required init(_$row row: inout ModelStore.RowReader) throws {
      \(raw: begin)
      \(raw: assignments)\(raw: isSubclass ? "\n  try super.init(_$row: &row)" : "")
    }
    """
  }

  private var reload: DeclSyntax {
    """
    \(raw: model.overridable)\(raw: overriding)func _$reload(from row: inout ModelStore.RowReader) throws {
      \(raw: isSubclass ? "try super._$reload(from: &row)\n  " : "")\(raw: begin)
      \(raw: assignments)
    }
    """
  }

  private func writing(_ property: PropertyDeclaration) -> String {
    property.isExternal
      ? "row.writeExternal(_\(property.name))"
      : property.isCodable
        ? "row.writeCodable(_\(property.name))" : "row.write(_\(property.name))"
  }

  private var bind: DeclSyntax {
    let lines = model.stored.map(writing).joined(separator: "\n  ")
    return """
      \(raw: model.overridable)\(raw: overriding)func _$bind(into row: inout ModelStore.RowWriter) {
        \(raw: isSubclass ? "super._$bind(into: &row)\n  " : "")\(raw: lines)
      }
      """
  }

  private var bindOne: DeclSyntax {
    let cases = model.stored.enumerated()
      .map { "case \($0.offset): \(writing($0.element))" }.joined(separator: "\n  ")
    let other = isSubclass ? "super._$bind(index, into: &row)" : "break"
    return """
      \(raw: model.overridable)\(raw: overriding)func _$bind(_ index: Int, into row: inout ModelStore.RowWriter) {
        switch index - \(raw: name)._$first_\(raw: name) {
        \(raw: cases)
        default: \(raw: other)
        }
      }
      """
  }
}

extension AttributeSyntax {
  /// The arguments as written, without their line breaks' trivia.
  fileprivate var listedArguments: String {
    guard case .argumentList(let list) = arguments else { return "" }
    return list.map { $0.with(\.trailingComma, nil).trimmedDescription }.joined(separator: ", ")
  }

  /// `.unique, originalName: "x"` as `options: [.unique], originalName: "x"`.
  fileprivate func options(leaving unused: Set<String>) -> [String] {
    guard case .argumentList(let list) = arguments else { return [] }
    let unlabelled = list.filter { $0.label == nil }.map { $0.expression.trimmedDescription }
    let labelled = list.filter { $0.label != nil && !unused.contains($0.label?.text ?? "") }
      .map { $0.with(\.trailingComma, nil).trimmedDescription }
    return (unlabelled.isEmpty ? [] : ["options: [\(unlabelled.joined(separator: ", "))]"])
      + labelled
  }
}
