import SwiftSyntax
import SwiftSyntaxMacros

/// `#Index`: `@Model` reads it where it stands; by itself it adds nothing.
struct IndexMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}

extension ClassDeclSyntax {
  /// The key paths of each index that `#Index` asks for in this class, with the class written out.
  var indexedKeyPaths: [[String]] {
    memberBlock.members.flatMap { member -> [[String]] in
      guard let expansion = member.decl.as(MacroExpansionDeclSyntax.self),
        expansion.macroName.text == "Index"
      else { return [] }
      return expansion.arguments.compactMap { argument in
        argument.expression.as(ArrayExprSyntax.self)?.elements.map { element in
          let path = element.expression.trimmedDescription
          return path.hasPrefix("\\.") ? "\\\(name.text)\(path.dropFirst())" : path
        }
      }
    }
  }
}
