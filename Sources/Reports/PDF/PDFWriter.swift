import Compression

/// Writes a PDF file of objects, those without a stream packed together.
struct PDFWriter {
  /// Where an object is.
  private enum Place {
    case free
    case offset(Int)
    case packed(in: Int, index: Int)
  }

  private var bytes: [UInt8]
  private var places: [Place] = [.free]
  /// Objects without a stream that wait for the next pack.
  private var waiting: [(number: Int, offset: Int)] = []
  private var waitingBytes: [UInt8] = []

  init() {
    // The second line says that this is no text, to whatever looks at files in that way.
    bytes = Array("%PDF-1.5\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 10]
  }

  /// The number that the next object gets.
  var nextNumber: Int { places.count }

  /// Keeps numbers for objects that are added later, or never.
  mutating func reserve(_ count: Int) {
    places.append(contentsOf: repeatElement(.free, count: count))
  }

  /// Adds an object under a number that was kept.
  ///
  /// - Throws: ``PDFProblem`` where there is an object of that number: readers disagree on which of two
  ///   in one pack counts.
  mutating func add(_ number: Int, _ value: [UInt8]) throws(PDFProblem) {
    guard case .free = places[number] else { throw PDFProblem("an object twice") }
    places[number] = .packed(in: 0, index: 0)
    waiting.append((number, waitingBytes.count))
    waitingBytes += value
    waitingBytes.append(10)
    if waiting.count == 200 { try pack() }
  }

  /// Adds an object under a number of its own.
  mutating func add(_ value: [UInt8]) throws(PDFProblem) -> Int {
    reserve(1)
    try add(places.count - 1, value)
    return places.count - 1
  }

  /// Adds a stream under a number that was kept.
  mutating func add(_ number: Int, _ dictionary: [UInt8], stream: ArraySlice<UInt8>) {
    places[number] = .offset(bytes.count)
    bytes += Array("\(number) 0 obj\n".utf8)
    bytes += dictionary
    bytes += Array("\nstream\n".utf8)
    bytes += stream
    bytes += Array("\nendstream\nendobj\n".utf8)
  }

  /// Adds a stream that says how long it is, under a number of its own.
  mutating func add(_ entries: String, stream: [UInt8]) -> Int {
    reserve(1)
    add(
      places.count - 1, Array("<<\(entries)/Length \(stream.count)>>".utf8), stream: stream[...])
    return places.count - 1
  }

  /// The whole file.
  mutating func finish(root: Int, information: Int?) throws(PDFProblem) -> [UInt8] {
    try pack()
    let start = bytes.count
    reserve(1)
    places[places.count - 1] = .offset(start)
    var table: [UInt8] = []
    table.reserveCapacity(places.count * 7)
    for place in places {
      let (kind, first, second) =
        switch place {
        case .free: (0, 0, 0)
        case .offset(let offset): (1, offset, 0)
        case .packed(let pack, let index): (2, pack, index)
        }
      table.append(UInt8(kind))
      for shift in [24, 16, 8, 0] { table.append(UInt8(truncatingIfNeeded: first >> shift)) }
      for shift in [8, 0] { table.append(UInt8(truncatingIfNeeded: second >> shift)) }
    }
    let info = information.map { "/Info \($0) 0 R" } ?? ""
    let packed = try Self.deflated(table)
    let dictionary =
      "<</Type /XRef/Size \(places.count)/W [1 4 2]/Root \(root) 0 R\(info)"
      + "/Filter /FlateDecode/Length \(packed.count)>>"
    add(places.count - 1, Array(dictionary.utf8), stream: packed[...])
    bytes += Array("startxref\n\(start)\n%%EOF\n".utf8)
    return bytes
  }

  static func deflated(_ bytes: [UInt8]) throws(PDFProblem) -> [UInt8] {
    guard let packed = Zlib.compressed(bytes) else { throw PDFProblem("no memory") }
    return packed
  }

  private mutating func pack() throws(PDFProblem) {
    guard !waiting.isEmpty else { return }
    let head = Array(waiting.map { "\($0.number) \($0.offset)" }.joined(separator: " ").utf8) + [10]
    let stream = try Self.deflated(head + waitingBytes)
    let number = add(
      "/Type /ObjStm/N \(waiting.count)/First \(head.count)/Filter /FlateDecode", stream: stream)
    for (index, object) in waiting.enumerated() {
      places[object.number] = .packed(in: number, index: index)
    }
    waiting.removeAll()
    waitingBytes.removeAll(keepingCapacity: true)
  }
}
