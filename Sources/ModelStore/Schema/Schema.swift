/// The models that a container keeps.
public struct Schema: Sendable {
  /// The models, in the order they were given.
  public let models: [any PersistentModel.Type]
  /// The version that is noted in the store; nil where the models have none.
  public let version: Version?

  /// Lists the models; what they lead to by relationships is added by itself.
  public init(_ models: [any PersistentModel.Type], version: Version? = nil) {
    self.models = models
    self.version = version
  }

  /// Lists the models; what they lead to by relationships is added by itself.
  public init(_ models: any PersistentModel.Type..., version: Version? = nil) {
    self.init(models, version: version)
  }

  /// What may be said of an attribute.
  public enum Attribute {
    /// One thing that may be said of it.
    public enum Option: Sendable, Hashable {
      /// No two rows have the same value: saving a second one updates the first.
      case unique
      /// Kept as JSON even where the type has a simpler form; neither filtered nor sorted.
      case codable
      /// `Data` of more than 100 kB is kept in a file of its own beside the store, and read when it is
      /// asked for. It can be compared with nil, and be neither filtered nor sorted else.
      case externalStorage
      /// Kept in memory alone, observed and counted as a change of its object; needs a default value or
      /// an optional type.
      case ephemeral
    }
  }

  /// What may be said of a relationship.
  public enum Relationship {
    /// One thing that may be said of it.
    public enum Option: Sendable, Hashable {
      /// No two rows lead to the same object.
      case unique
    }

    /// What happens to the other side when an object is deleted.
    public enum DeleteRule: String, Sendable, Hashable {
      /// Nothing: the other side finds no object any more.
      case noAction
      /// The other side's property becomes nil.
      case nullify
      /// The other side is deleted too.
      case cascade
      /// The deletion is refused, by the save, while there is another side.
      case deny
    }
  }
}
