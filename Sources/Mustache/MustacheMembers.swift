/// The names that objects of one kind have, each with what works its value out.
///
/// An object of such names works a value out when a template asks for it: most templates leave most
/// names alone.
public struct MustacheMembers<Source>: Sendable {
  /// One name.
  public typealias Member = (name: String, value: @Sendable (Source) -> MustacheValue)

  /// Which of the values an object keeps once they are worked out.
  public enum Keeping: Sendable, Hashable {
    /// The last one: it is asked for again where it stands in its own section.
    case last
    /// All: they cost something, or several templates show the object.
    case all
  }

  /// The names, in order.
  public let list: [Member]
  /// What works their values out, without the names.
  @usableFromInline let work: Unmanaged<MustacheWork<Source>>
  @usableFromInline let shape: MustacheShape
  /// Which values an object keeps.
  public let keeping: Keeping

  /// Makes the names of a kind of objects; to be done once for each kind, for they are kept for ever.
  ///
  /// - Parameters:
  ///   - list: The names, none of them twice.
  ///   - keeping: Which values an object keeps.
  public init(_ list: [Member], keeping: Keeping = .last) {
    self.list = list
    work = Unmanaged.passRetained(MustacheWork(list.map(\.value)))
    self.keeping = keeping
    shape = MustacheShape.ofKind(list.map(\.name))
  }
}

extension MustacheObject {
  /// Makes an object whose values are worked out when they are asked for, from the thread that made
  /// it.
  ///
  /// - Parameters:
  ///   - source: What they are worked out from.
  ///   - members: Its names.
  @inlinable public init<Source>(_ source: Source, _ members: MustacheMembers<Source>) {
    // Inlinable: in the caller's module the code knows the type of the source.
    let work = members.work
    self.init(
      LazyValues(members.shape, keepsAll: members.keeping == .all) { place in
        work._withUnsafeGuaranteedRef { $0.values[place](source) }
      })
  }
}

/// What works the values of a kind of objects out.
///
/// It lives for ever, and objects refer to it without counting: all cores have objects of all kinds, and
/// would wait for each other's counting.
@usableFromInline final class MustacheWork<Source>: Sendable {
  @usableFromInline let values: [@Sendable (Source) -> MustacheValue]

  init(_ values: [@Sendable (Source) -> MustacheValue]) { self.values = values }
}

/// Values whose names stand in their shape.
///
/// Unchecked because a class with subclasses cannot be checked: it has nothing but a constant, and each
/// subclass says why itself.
@usableFromInline class ShapedValues: @unchecked Sendable {
  // Shapes live for ever; to count references to them is waiting for other cores.
  unowned(unsafe) final let shape: MustacheShape

  fileprivate init(_ shape: MustacheShape) { self.shape = shape }

  /// The value at a place of the shape.
  func value(at place: Int) -> MustacheValue { .null }
}

/// Values that are there.
///
/// Unchecked because its superclass is: it has nothing but constants.
final class ReadyValues: ShapedValues, @unchecked Sendable {
  private let values: [MustacheValue]

  init(_ shape: MustacheShape, _ values: [MustacheValue]) {
    self.values = values
    super.init(shape)
  }

  override func value(at place: Int) -> MustacheValue { values[place] }
}

/// Values that are worked out when they are asked for.
///
/// Unchecked because of the work and of what is kept: view data is made, shown and dropped by one
/// thread, and so may lead to objects of a store that belong to that thread.
@usableFromInline final class LazyValues: ShapedValues, @unchecked Sendable {
  private let work: (Int) -> MustacheValue
  private var lastPlace = -1
  private var last = MustacheValue.null
  private var all: [MustacheValue?]?

  @usableFromInline init(
    _ shape: MustacheShape, keepsAll: Bool, _ work: @escaping (Int) -> MustacheValue
  ) {
    self.work = work
    if keepsAll { all = Array(repeating: nil, count: shape.names.count) }
    super.init(shape)
  }

  override func value(at place: Int) -> MustacheValue {
    if place == lastPlace { return last }
    if let known = all?[place] { return known }
    let value = work(place)
    if all != nil {
      all?[place] = value
    } else {
      (lastPlace, last) = (place, value)
    }
    return value
  }
}
