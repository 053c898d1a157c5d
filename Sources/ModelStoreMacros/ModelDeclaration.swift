import SwiftSyntax
import SwiftSyntaxBuilder

/// What `@Model` reads in the class it is attached to.
struct ModelDeclaration {
  let name: String
  let isFinal: Bool
  /// The access of what is written once: `public ` or nothing.
  let access: String
  /// The access of what a subclass overrides, perhaps in another module.
  let overridable: String
  /// The first inherited type: the superclass, where there is one.
  let firstInherited: String?
  let properties: [PropertyDeclaration]
  let hasInitializer: Bool
  /// The key paths of each index, as they are written in code.
  let indexes: [[String]]
  /// The key paths of each list that is unique together.
  let uniques: [[String]]

  var stored: [PropertyDeclaration] { properties.filter { $0.kind == .stored } }

  init(_ declaration: ClassDeclSyntax) {
    name = declaration.name.text
    let modifiers = declaration.modifiers.map(\.name.text)
    isFinal = modifiers.contains("final")
    access = modifiers.contains("public") || modifiers.contains("open") ? "public " : ""
    overridable = modifiers.contains("open") ? "open " : access
    firstInherited = declaration.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
    let members = declaration.memberBlock.members
    properties = members.flatMap { member in
      member.decl.as(VariableDeclSyntax.self).map(PropertyDeclaration.all(in:)) ?? []
    }
    hasInitializer = members.contains { $0.decl.is(InitializerDeclSyntax.self) }
    indexes = declaration.keyPaths(namedBy: "Index")
    uniques = declaration.keyPaths(namedBy: "Unique")
  }
}

/// One property of a model class.
struct PropertyDeclaration {
  enum Kind { case stored, ephemeral, computed, transient, constant, observed, unsupported }

  let kind: Kind
  let name: String
  /// The written type; nil where the compiler infers it from the default.
  let type: TypeSyntax?
  let defaultValue: ExprSyntax?
  let attribute: AttributeSyntax?
  let relationship: AttributeSyntax?

  static func all(in declaration: VariableDeclSyntax) -> [PropertyDeclaration] {
    let modifiers = declaration.modifiers.map(\.name.text)
    guard !modifiers.contains("static"), !modifiers.contains("class") else { return [] }
    let isConstant = declaration.bindingSpecifier.text == "let"
    let isLazy = modifiers.contains("lazy")
    let isTransient = declaration.marker("Transient") != nil
    // `var a, b: Int` writes the type once, after the last name.
    var type: TypeSyntax?
    let found: [PropertyDeclaration] = declaration.bindings.reversed().compactMap { binding in
      if let annotation = binding.typeAnnotation { type = annotation.type.trimmed }
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { return nil }
      var kind = Kind.stored
      if let accessors = binding.accessorBlock {
        kind = accessors.kind
      } else if isTransient {
        kind = .transient
      } else if isConstant {
        kind = .constant
      } else if isLazy || (type == nil && binding.initializer == nil) {
        kind = .unsupported
      }
      let attribute = declaration.marker("Attribute")
      if kind == .stored, attribute?.arguments?.trimmedDescription.contains(".ephemeral") == true {
        kind = .ephemeral
      }
      return PropertyDeclaration(
        // A keyword needs its backticks in the declaration alone.
        kind: kind, name: pattern.identifier.text.filter { $0 != "`" }, type: type,
        defaultValue: binding.initializer?.value.trimmed,
        attribute: attribute,
        relationship: declaration.marker("Relationship"))
    }
    return found.reversed()
  }

  /// Whether the type is surely kept in a column as it is: its storage needs no slot.
  var isPlain: Bool {
    relationship == nil && !isCodable && !isExternal && plainTypeName != nil
  }

  /// Whether its value may lie in a file of its own.
  var isExternal: Bool {
    attribute?.arguments?.trimmedDescription.contains(".externalStorage") == true
      && (plainTypeName == "Data" || plainTypeName == "Data?")
  }

  var isCodable: Bool {
    attribute?.arguments?.trimmedDescription.contains(".codable") == true
  }

  var isOptional: Bool {
    guard let type else { return false }
    return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      || type.trimmedDescription.hasPrefix("Optional<")
  }

  private static let plainTypes: Set<String> = [
    "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "Double",
    "Float", "Bool", "Date", "UUID", "URL", "Data",
  ]

  /// The type, where it is one of the standard ones.
  var plainTypeName: String? {
    guard let type else {
      guard let value = defaultValue else { return nil }
      if value.is(BooleanLiteralExprSyntax.self) { return "Bool" }
      if value.is(IntegerLiteralExprSyntax.self) { return "Int" }
      if value.is(FloatLiteralExprSyntax.self) { return "Double" }
      if value.is(StringLiteralExprSyntax.self) { return "String" }
      return nil
    }
    if let optional = type.as(OptionalTypeSyntax.self) {
      let wrapped = optional.wrappedType.trimmedDescription
      return Self.plainTypes.contains(wrapped) ? "\(wrapped)?" : nil
    }
    let text = type.trimmedDescription
    return Self.plainTypes.contains(text) ? text : nil
  }

  /// The declaration of the variable that holds the value.
  var storage: DeclSyntax {
    if kind == .ephemeral {
      return type.map { "private var _\(raw: name): \($0)" }
        ?? "private var _\(raw: name) = \(defaultValue)"
    }
    if isPlain, let plainTypeName { return "private var _\(raw: name): \(raw: plainTypeName)" }
    if let type {
      // `Trip!` is stored as `Trip?`.
      let written =
        type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)
        .map { "\($0.wrappedType.trimmedDescription)?" } ?? type.trimmedDescription
      return "private var _\(raw: name): ModelStore.Slot<\(raw: written)>"
    }
    return "private var _\(raw: name) = ModelStore.Slot.value(\(defaultValue))"
  }
}

extension AccessorBlockSyntax {
  fileprivate var kind: PropertyDeclaration.Kind {
    switch accessors {
    case .getter: return .computed
    case .accessors(let list):
      let names = list.map(\.accessorSpecifier.text)
      if names.contains("willSet") || names.contains("didSet") { return .observed }
      // A getter with effects has no key path.
      let hasEffects = list.contains { $0.effectSpecifiers != nil }
      return hasEffects ? .unsupported : .computed
    @unknown default: return .unsupported
    }
  }
}

extension VariableDeclSyntax {
  /// The attribute of that name.
  func marker(_ name: String) -> AttributeSyntax? {
    for element in attributes {
      guard let attribute = element.as(AttributeSyntax.self) else { continue }
      let written = attribute.attributeName.trimmedDescription
      if written == name || written == "ModelStore.\(name)" { return attribute }
    }
    return nil
  }
}
