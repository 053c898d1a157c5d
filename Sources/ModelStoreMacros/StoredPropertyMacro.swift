import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@_StoredProperty(index)`: gives a property of a model its storage and its accessors.
struct StoredPropertyMacro {}

extension StoredPropertyMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self) else { return [] }
    return PropertyDeclaration.all(in: variable).filter {
      $0.kind == .stored || $0.kind == .ephemeral
    }.map(\.storage)
  }
}

extension StoredPropertyMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let property = PropertyDeclaration.all(in: variable).first,
      let model = context.lexicalContext.first?.as(ClassDeclSyntax.self)?.name.text
    else { return [] }
    if property.kind == .ephemeral { return plain(property.name, model, place: "nil") }
    guard
      case .argumentList(let list) = node.arguments, let index = list.first?.expression
    else { return [] }
    let name = property.name
    let place = "\(model)._$first_\(model) + \(index.trimmedDescription)"
    return property.isPlain
      ? plain(name, model, place: place) : slotted(name, model, place: place)
  }

  private static func plain(
    _ name: String, _ model: String, place: String
  ) -> [AccessorDeclSyntax] {
    [
      """
      @storageRestrictions(initializes: _\(raw: name))
      init(initialValue) { _\(raw: name) = initialValue }
      """,
      """
      get {
        if !_$record.isQuiet { _$record.access(self, \\\(raw: model).\(raw: name)) }
        return _\(raw: name)
      }
      """,
      """
      set {
        if _$record.isFree {
          _\(raw: name) = newValue
          return
        }
        _$record.complete(self)
        guard _$record.isChange(from: _\(raw: name), to: newValue) else { return }
        _$record.mutate(self, \\\(raw: model).\(raw: name), \(raw: place)) { _\(raw: name) = newValue }
      }
      """,
    ]
  }

  private static func slotted(
    _ name: String, _ model: String, place: String
  ) -> [AccessorDeclSyntax] {
    [
      """
      @storageRestrictions(initializes: _\(raw: name))
      init(initialValue) { _\(raw: name) = .value(initialValue) }
      """,
      """
      get {
        if !_$record.isQuiet { _$record.access(self, \\\(raw: model).\(raw: name)) }
        if case .value(let value) = _\(raw: name) { return value }
        return _$record.load(self, \\\(raw: model)._\(raw: name), \(raw: place))
      }
      """,
      """
      set {
        if _$record.store(newValue, in: &_\(raw: name)) { return }
        _$record.assign(newValue, to: self, \\\(raw: model).\(raw: name), \\\(raw: model)._\(raw: name), \(raw: place))
      }
      """,
    ]
  }
}
