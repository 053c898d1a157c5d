import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Model`: makes a class one whose objects a store keeps.
struct ModelMacro {}

// MARK: Members

extension ModelMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(ClassDeclSyntax.self) else {
      context.refuse(declaration, macro: node)
      return []
    }
    context.checkProperties(of: declaration)
    // A class whose superclass is a model already conforms, so nothing is asked for here.
    let isSubclass = protocols.isEmpty
    let members = ModelMembers(model: ModelDeclaration(declaration), isSubclass: isSubclass)
    if members.needsInitializer {
      let message = ModelMessage(
        message: "@Model requires an initializer be provided for '\(declaration.name.text)'",
        id: "initializer")
      context.diagnose(SwiftDiagnostics.Diagnostic(node: declaration.name, message: message))
    }
    return members.declarations
  }
}

// MARK: Attributes of the stored properties

extension ModelMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard let declaration = declaration.as(ClassDeclSyntax.self),
      let variable = member.as(VariableDeclSyntax.self), variable.bindings.count == 1,
      let property = PropertyDeclaration.all(in: variable).first
    else { return [] }
    if property.kind == .ephemeral { return ["@ModelStore._EphemeralProperty"] }
    guard property.kind == .stored else { return [] }
    let stored = ModelDeclaration(declaration).stored
    guard let index = stored.firstIndex(where: { $0.name == property.name }) else { return [] }
    return ["@ModelStore._StoredProperty(\(raw: index))"]
  }
}

// MARK: Conformances

extension ModelMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(ClassDeclSyntax.self), !protocols.isEmpty else { return [] }
    let name = type.trimmedDescription
    return try [
      // Not of the main actor either where the module's default is: a context may be on any.
      ExtensionDeclSyntax("nonisolated extension \(raw: name): ModelStore.PersistentModel {}"),
      ExtensionDeclSyntax(
        """
        @available(*, unavailable, message: "a model belongs to its context: pass its persistentModelID to the other task and look it up there, or use a model actor")
        extension \(raw: name): @unchecked Swift.Sendable {}
        """),
    ]
  }
}

// MARK: What is wrong with a declaration

/// A message of `@Model` to the person who wrote the class.
struct ModelMessage: DiagnosticMessage {
  let message: String
  let id: String
  var diagnosticID: MessageID { MessageID(domain: "ModelStore", id: id) }
  var severity: DiagnosticSeverity { .error }
}

extension MacroExpansionContext {
  /// Says that `@Model` stands on something that is no class.
  fileprivate func refuse(_ declaration: some DeclGroupSyntax, macro: AttributeSyntax) {
    let kind: String
    var name = ""
    if let type = declaration.as(StructDeclSyntax.self) {
      kind = "struct"
      name = type.name.text
    } else if let type = declaration.as(EnumDeclSyntax.self) {
      kind = "enum"
      name = type.name.text
    } else if let type = declaration.as(ActorDeclSyntax.self) {
      kind = "actor"
      name = type.name.text
    } else {
      kind = "this"
    }
    let message = ModelMessage(
      message: "'@Model' cannot be applied to \(kind) type '\(name)'", id: "class")
    diagnose(SwiftDiagnostics.Diagnostic(node: macro, message: message))
  }

  fileprivate func checkProperties(of declaration: ClassDeclSyntax) {
    for member in declaration.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { continue }
      if variable.bindings.count > 1, PropertyDeclaration.all(in: variable).first?.kind == .stored {
        let message = ModelMessage(
          message: "stored properties of a model must be declared one by one", id: "property")
        diagnose(SwiftDiagnostics.Diagnostic(node: variable, message: message))
      }
      for property in PropertyDeclaration.all(in: variable) {
        guard let text = property.complaint else { continue }
        let message = ModelMessage(message: text, id: "property")
        diagnose(SwiftDiagnostics.Diagnostic(node: variable, message: message))
      }
    }
  }
}

extension PropertyDeclaration {
  fileprivate var complaint: String? {
    switch kind {
    case .constant:
      "'\(name)' must be a 'var' to be stored; mark it '@Transient' if it is not to be"
    case .observed:
      "'\(name)' cannot be stored with 'willSet' or 'didSet'; mark it '@Transient' if it is not to be stored"
    case .unsupported where type != nil || defaultValue != nil:
      "'\(name)' cannot be stored; mark it '@Transient' if it is not to be"
    case .ephemeral where defaultValue == nil && !isOptional:
      "'\(name)' is '.ephemeral' and needs a default value, since no row has one for it"
    case .transient where defaultValue == nil && !isOptional:
      "'\(name)' is '@Transient' and needs a default value, since no row has one for it"
    default: nil
    }
  }
}
