/// An actor with a context of its own, for work beside the main actor; ``ModelActor()`` writes it.
///
/// Its context is used by the actor alone. What goes in and out are identifiers and plain values:
/// model objects are not Sendable. Where it is made does not matter: its work never runs on
/// the main thread.
public protocol ModelActor: Actor {
  /// The store that the context works on.
  nonisolated var modelContainer: ModelContainer { get }
  /// The actor's own context.
  var modelContext: ModelContext { get }
}

extension ModelActor {
  /// The actor's own object of a row; nil where there is no such row.
  public subscript<Model: PersistentModel>(
    id: PersistentIdentifier, as type: Model.Type
  ) -> Model? {
    get throws { try modelContext.model(type, for: id) }
  }
}

/// Makes an actor one with a context of its own, made from a container by `init(modelContainer:)`.
@attached(member, names: named(modelContainer), named(modelContext), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "ModelStoreMacros", type: "ModelActorMacro")
