/// The box of a list item, as people write or draw it.
struct Box: Equatable {
  enum State: Equatable {
    case open, packed, leftBehind, begun
  }

  /// What it says.
  var state: State
  /// How many bytes it takes, from its first.
  var length: Int
  /// The bytes between its brackets, or the drawn sign, counted from its first.
  var inner: Range<Int>
  /// Whether it is a sign such as ☐ rather than brackets.
  var isDrawn: Bool

  /// Reads the box that starts at an index, or nil where none does.
  init?(at index: Int, in bytes: some ByteBuffer, upTo end: Int) {
    guard index < end else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "["): self.init(bracketAt: index, in: bytes, upTo: end)
    case 0xE2: self.init(signAt: index, in: bytes, upTo: end)
    default: return nil
    }
  }

  private init?(bracketAt index: Int, in bytes: some ByteBuffer, upTo end: Int) {
    var next = index + 1
    // A longer gap is no box that somebody meant to tick.
    let limit = min(end, index + 8)
    var state: State?
    while next < limit, bytes[next] != UInt8(ascii: "]") {
      let blank = Blanks.length(at: next, in: bytes, upTo: end)
      if blank > 0 {
        next += blank
        continue
      }
      guard state == nil, let found = Self.state(of: bytes[next]) else { return nil }
      state = found
      next += 1
    }
    guard next < limit, bytes[next] == UInt8(ascii: "]") else { return nil }
    self.state = state ?? .open
    length = next + 1 - index
    inner = 1..<next - index
    isDrawn = false
  }

  private init?(signAt index: Int, in bytes: some ByteBuffer, upTo end: Int) {
    guard index + 3 <= end else { return nil }
    switch (bytes[index + 1], bytes[index + 2]) {
    case (0x98, 0x90): state = .open  // ☐
    case (0x98, 0x91), (0x9C, 0x85): state = .packed  // ☑ ✅
    default: return nil
    }
    // A variation selector asks for a coloured sign; it is part of the box.
    let isColoured =
      index + 6 <= end && bytes[index + 3] == 0xEF && bytes[index + 4] == 0xB8
      && bytes[index + 5] == 0x8F
    length = isColoured ? 6 : 3
    inner = 0..<3
    isDrawn = true
  }

  private static func state(of byte: UInt8) -> State? {
    switch byte {
    case UInt8(ascii: "x"), UInt8(ascii: "X"): .packed
    case UInt8(ascii: "-"): .leftBehind
    case UInt8(ascii: "/"): .begun
    default: nil
    }
  }
}
