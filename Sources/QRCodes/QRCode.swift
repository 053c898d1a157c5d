internal import CQREncode

/// A text as a square of dark and light fields, for a camera to read.
public struct QRCode: Sendable, Hashable {
  /// How many fields are side by side.
  public let width: Int
  private let isDark: [Bool]

  /// Makes the code of a text, in the smallest size that holds it.
  ///
  /// Nil where the text is longer than a code can hold, about 2,300 bytes.
  /// - Parameter text: Any text without a zero byte.
  public init?(_ text: String) {
    guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { unsafe QRcode_free(code) }
    let width = Int(unsafe code.pointee.width)
    self.width = width
    // The lowest bit of each byte is the field's colour; the others say what part it plays.
    isDark = (0..<width * width).map { unsafe code.pointee.data[$0] & 1 == 1 }
  }

  /// Whether a field is dark; those outside are light.
  public func isDark(column: Int, row: Int) -> Bool {
    guard (0..<width).contains(column), (0..<width).contains(row) else { return false }
    return isDark[row * width + column]
  }

  /// The code as lines of a terminal, two fields above each other to a character.
  ///
  /// Around it is the light margin that readers need. The light fields are the drawn ones: most terminals are dark, and
  /// readers of today take a reversed code as well.
  public var terminalLines: [String] {
    let margin = 2
    return stride(from: -margin, to: width + margin, by: 2).map { row in
      (-margin..<width + margin).map { column in
        // Below the last row of an odd count there is nothing to draw.
        let isLowerLight = row + 1 < width + margin && !isDark(column: column, row: row + 1)
        return switch (!isDark(column: column, row: row), isLowerLight) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
    }
  }
}
