import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ModelActor`: gives an actor a context of its own.
struct ModelActorMacro {}

extension ModelActorMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let actor = declaration.as(ActorDeclSyntax.self) else {
      let message = ModelMessage(
        message: "'@ModelActor' can only be applied to an actor", id: "actor")
      context.diagnose(SwiftDiagnostics.Diagnostic(node: node, message: message))
      return []
    }
    let isPublic = actor.modifiers.contains { $0.name.text == "public" }
    let access = isPublic ? "public " : ""
    return [
      "\(raw: access)nonisolated let modelContainer: ModelStore.ModelContainer",
      "\(raw: access)let modelContext: ModelStore.ModelContext",
      """
      \(raw: access)init(modelContainer: ModelStore.ModelContainer) {
        self.modelContainer = modelContainer
        self.modelContext = ModelStore.ModelContext(modelContainer)
      }
      """,
    ]
  }
}

extension ModelActorMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(ActorDeclSyntax.self) else { return [] }
    return [
      try ExtensionDeclSyntax("extension \(type.trimmed): ModelStore.ModelActor {}")
    ]
  }
}
