/// The storage of a property whose value may still lie in the store; used by the code that
/// ``Model()`` writes.
public enum Slot<Value> {
  /// The value is here.
  case value(Value)
  /// The row id of a to-one relationship's target.
  case reference(Int64)
  /// A to-many relationship that has not been read, or a to-one without a target.
  case unloaded
}
