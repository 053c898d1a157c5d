import SwiftSyntax
import SwiftSyntaxMacros
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

/// Serves the macros of ModelStore to the compiler.
@main
struct Plugin: PluginProvider {
  struct UnknownMacro: Error, CustomStringConvertible {
    let name: String
    var description: String { "ModelStoreMacros has no macro named \(name)" }
  }

  static var macros: [String: any Macro.Type] {
    [
      "ModelMacro": ModelMacro.self,
      "StoredPropertyMacro": StoredPropertyMacro.self,
      "MarkerMacro": MarkerMacro.self,
      "IndexMacro": IndexMacro.self,
      "ModelActorMacro": ModelActorMacro.self,
    ]
  }

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    guard let macro = Self.macros[typeName] else { throw UnknownMacro(name: typeName) }
    return macro
  }

  static func main() throws {
    let connection = try StandardIOMessageConnection()
    let listener = CompilerPluginMessageListener(connection: connection, provider: Self())
    try listener.main()
  }
}
