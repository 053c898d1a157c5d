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

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    throw UnknownMacro(name: typeName)
  }

  static func main() throws {
    let connection = try StandardIOMessageConnection()
    let listener = CompilerPluginMessageListener(connection: connection, provider: Self())
    try listener.main()
  }
}
