import SwiftSyntax
import SwiftSyntaxMacros

/// `#Index` and `#Unique`: `@Model` reads them where they stand; by themselves they add nothing.
struct IndexMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}

extension ClassDeclSyntax {
  /// The key paths of each list that a macro such as `#Index` names in this class, with the class
  /// written out.
  func keyPaths(namedBy macro: String) -> [[String]] {
    memberBlock.members.flatMap { member -> [[String]] in
      guard let expansion = member.decl.as(MacroExpansionDeclSyntax.self),
        expansion.macroName.text == macro
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
