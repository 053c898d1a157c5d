import Synchronization

/// The names of objects that are made alike.
///
/// Objects of one shape share it: a template that finds a name in one of them knows where it stands in all.
@usableFromInline final class MustacheShape: Sendable {
  let names: [String]
  /// Tells it from other shapes; small, so that it serves as an index.
  let number: Int
  private let places: [String: Int]

  private init(_ names: [String], number: Int, places: [String: Int]) {
    self.names = names
    self.number = number
    self.places = places
  }

  /// Where a name stands; nil where it is none of these.
  func place(of name: String) -> Int? { places[name] }

  /// More shapes than a program has kinds of objects: what has other names each time gets none.
  private static let limit = 256
  private static let known = Mutex<Known>(Known())

  /// All shapes: they are kept for ever, so that objects need not count their references to them.
  private struct Known {
    var shapes: [[String]: MustacheShape] = [:]
    var kinds: [MustacheShape] = []
    var count: Int { shapes.count + kinds.count }
  }

  /// The shape of some names; nil where one stands there twice, or there are too many shapes.
  static func of(_ names: [String]) -> MustacheShape? {
    known.withLock { known in
      if let shape = known.shapes[names] { return shape }
      guard known.count < limit else { return nil }
      let places = places(of: names)
      guard places.count == names.count else { return nil }
      let shape = MustacheShape(names, number: known.count, places: places)
      known.shapes[names] = shape
      return shape
    }
  }

  /// A shape of its own for a kind of objects, of which a program has as many as its code names.
  static func ofKind(_ names: [String]) -> MustacheShape {
    let places = places(of: names)
    precondition(places.count == names.count, "a name stands twice among \(names)")
    return known.withLock { known in
      let shape = MustacheShape(names, number: known.count, places: places)
      known.kinds.append(shape)
      return shape
    }
  }

  private static func places(of names: [String]) -> [String: Int] {
    Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

/// Where names stand, kept from one page to the next.
final class RendererMemory: Sendable {
  private let places: Mutex<PlaceTable>

  init(nameCount: Int) { places = Mutex(PlaceTable(nameCount: nameCount)) }

  /// Changes places with a table, once to lend what is remembered and once to take it back.
  ///
  /// Neither is copied.
  func exchange(_ table: inout PlaceTable) { places.withLock { swap(&$0, &table) } }
}

/// Where the names of a library's templates stand in the shapes that were met.
struct PlaceTable {
  private let nameCount: Int
  /// A row for each shape, by its number, and in it each name: 0 where nobody looked, -1 where it is
  /// missing, else its place and 1.
  private var cells: [Int16] = []

  init(nameCount: Int) { self.nameCount = nameCount }

  /// What is known of a name in a shape, both by their numbers: names are looked for at every level of
  /// a page, and to touch a shape or a text there would count references.
  func known(_ number: Int, inShape shape: Int) -> Known {
    let cell = shape * nameCount + number
    guard cell < cells.count, cells[cell] != 0 else { return .nothing }
    return cells[cell] > 0 ? .place(Int(cells[cell]) - 1) : .missing
  }

  /// What is known of a name in a shape.
  enum Known {
    case nothing, missing
    case place(Int)
  }

  /// Where a name with a number stands in a shape; nil where it is missing.
  mutating func place(of name: String, _ number: Int, in shape: MustacheShape) -> Int? {
    switch known(number, inShape: shape.number) {
    case .place(let place): return place
    case .missing: return nil
    case .nothing: break
    }
    let missing = (shape.number + 1) * nameCount - cells.count
    if missing > 0 { cells.append(contentsOf: repeatElement(0, count: missing)) }
    let place = shape.place(of: name)
    cells[shape.number * nameCount + number] = Int16((place ?? -2) + 1)
    return place
  }
}
