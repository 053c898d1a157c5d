/// Reads an expression into steps, operands before their operation.
struct QuantityParser {
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0
  private var steps: [QuantityStep] = []

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func parse() throws(QuantityExpression.Failure) -> [QuantityStep] {
    try sum()
    guard index == bytes.count else { throw .syntax(offset: index) }
    return steps
  }

  // MARK: Grammar

  private mutating func sum() throws(QuantityExpression.Failure) {
    try product()
    while true {
      if take("+") {
        try product()
        steps.append(.operation(.add))
      } else if take("-") || take("−") {
        try product()
        steps.append(.operation(.subtract))
      } else {
        return
      }
    }
  }

  private mutating func product() throws(QuantityExpression.Failure) {
    try factor()
    while true {
      if take("*") || take("×") {
        try factor()
        steps.append(.operation(.multiply))
      } else if take("/") {
        try factor()
        steps.append(.operation(.divide))
      } else {
        return
      }
    }
  }

  private mutating func factor() throws(QuantityExpression.Failure) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= QuantityExpression.maximumDepth else { throw .tooDeep }
    skipSpaces()
    if take("(") {
      try sum()
      try expect(")")
    } else if take("-") || take("−") {
      steps.append(.number(0))
      try factor()
      steps.append(.operation(.subtract))
    } else if let number = try number() {
      steps.append(.number(number))
    } else {
      try name()
    }
    skipSpaces()
  }

  private mutating func name() throws(QuantityExpression.Failure) {
    guard let word = word() else { throw .syntax(offset: index) }
    switch word {
    case "min", "max":
      try expect("(")
      try sum()
      try expect(",")
      repeat {
        try sum()
        steps.append(.operation(word == "min" ? .minimum : .maximum))
      } while take(",")
      try expect(")")
    default:
      guard let name = QuantityExpression.Name(rawValue: word) else { throw .unknownName(word) }
      steps.append(.name(name))
    }
  }

  // MARK: Signs and words

  private mutating func number() throws(QuantityExpression.Failure) -> Int? {
    let start = index
    var value = 0
    while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
      value = value * 10 + Int(bytes[index] - UInt8(ascii: "0"))
      guard value < 1_000_000_000 else { throw .overflow }
      index += 1
    }
    return index > start ? value : nil
  }

  private mutating func word() -> String? {
    let start = index
    while index < bytes.count, Self.isPartOfWord(bytes[index]), !isSign { index += 1 }
    return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
  }

  /// Whether a sign beyond ASCII stands here.
  private var isSign: Bool {
    bytes[index...].starts(with: "×".utf8) || bytes[index...].starts(with: "−".utf8)
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
      true
    default: false
    }
  }

  private mutating func expect(_ sign: String) throws(QuantityExpression.Failure) {
    guard take(sign) else { throw .syntax(offset: index) }
  }

  private mutating func take(_ sign: String) -> Bool {
    skipSpaces()
    let wanted = Array(sign.utf8)
    guard bytes[index...].starts(with: wanted) else { return false }
    index += wanted.count
    return true
  }

  private mutating func skipSpaces() {
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
  }
}
